import { readFileSync } from "node:fs";
import type { StandIn } from "../stand-in/stand-in.ts";

const folder = new URL("../../fixtures/support-desk/", import.meta.url);

/** A file of the worked example. */
export function supportDesk(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}

const people = ["lena", "nora", "maria", "otto", "sven"];

export const repository = "acme/support-desk";

/** Owners of the worked example. */
export const ownersFile = `owners:
  stripe: ["@acme/finance"]
  helpdesk: ["@acme/support-leads"]
  "*": ["@acme/security"]
corpus: ["policy/calls/*.jsonl"]
`;

/** The organization of the worked example: a support lead, a finance owner, a bystander, and their repository. */
export async function createSupportDesk(
  github: StandIn,
  config: string = ownersFile,
): Promise<void> {
  for (const login of people) {
    github.createUser({ login, emails: [`${login}@acme.test`] });
  }
  await github.createOrganization({ login: "acme" });
  for (const user of people) {
    await github.addOrganizationMember({ organization: "acme", user });
  }
  await github.createTeam({ organization: "acme", name: "Finance", members: ["maria"] });
  await github.createTeam({
    organization: "acme",
    name: "Support leads",
    members: ["lena", "sven"],
  });
  await github.createTeam({ organization: "acme", name: "Security", members: ["sven"] });
  github.createRepository({
    owner: "acme",
    name: "support-desk",
    files: {
      "kortix.yaml": supportDesk("kortix.yaml"),
      "policy/calls/desk.jsonl": supportDesk("calls.jsonl"),
      ...(config === "" ? {} : { ".github/countersign.yml": config }),
      "README.md": "# Support desk\n",
    },
  });
  for (const team of ["acme/finance", "acme/support-leads", "acme/security"]) {
    await github.grant({ repository, team, permission: "read" });
  }
  for (const user of ["lena", "nora"])
    await github.grant({ repository, user, permission: "write" });
  await github.requireCheck({ repository, from: "ours" });
}
