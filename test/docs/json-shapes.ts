import { readFileSync } from "node:fs";
import ts from "typescript";

/** Declarations of a source file, as a page shows them: `FILE NAME NAME…`, in that order. Throws for a name that is not there. */
export function jsonShapes(argument: string): string {
  const [file = "", ...names] = argument.split(" ");
  const declared = exportedShapes(file);
  const shapes = names.map((name) => {
    const text = declared.get(name);
    if (text === undefined) throw new Error(`${file} declares no ${name}`);
    return text;
  });
  return `\`\`\`ts\n${shapes.join("\n\n")}\n\`\`\``;
}

/** The exported interfaces and types of a source file by name, with their comments, without what only a compiler needs. */
export function exportedShapes(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const shapes = source.statements.filter(isShape).filter(isExported);
  return new Map(
    shapes.map((shape) => [
      shape.name.text,
      text
        .slice(shape.getStart(source, true), shape.end)
        .replace(/^export /m, "")
        .replaceAll("readonly ", ""),
    ]),
  );
}

type Shape = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isShape(node: ts.Node): node is Shape {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function isExported({ modifiers }: Shape): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}
