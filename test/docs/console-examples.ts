import { commandLine } from "../cli/command-line.ts";
import { runProgram } from "../cli/run-program.ts";

/**
 * A page whose `console` blocks show what their command prints. A block begins with `$ countersign …`, and runs in the
 * folder that the last line before it names: ``In `fixtures/support-desk`:``.
 */
export async function withConsoleOutput(page: string): Promise<string> {
  const blocks = page.split(/^(```console\n[\s\S]*?^```$)/m);
  let folder: string | undefined;
  for (const [index, block] of blocks.entries()) {
    folder = /(?:^|\n)In `([^`]+)`:\n+$/.exec(block)?.[1] ?? folder;
    const command = /^```console\n\$ countersign (.*)\n/.exec(block)?.[1];
    if (command === undefined) continue;
    if (folder === undefined) throw new Error(`nothing says where \`${command}\` is run`);
    const { stdout, stderr } = await runProgram(commandLine(command), { cwd: folder });
    if (stderr !== "") throw new Error(`\`${command}\` complains: ${stderr}`);
    blocks[index] = `\`\`\`console\n$ countersign ${command}\n${stdout.trimEnd()}\n\`\`\``;
  }
  return blocks.join("");
}
