import type { ApprovalFacts } from "./approval-facts.ts";
import type { OwnerName } from "./owner.ts";
import { peopleOf, sizeOf } from "./owner-resolution.ts";

/**
 * Why an owner's name stands for nobody who can be asked, in one sentence; undefined when somebody can. That others can be
 * asked is no answer to it.
 */
export function ownerFault(
  owner: OwnerName,
  { resolve, approvals }: Pick<ApprovalFacts, "resolve" | "approvals">,
): string | undefined {
  const resolution = resolve(owner);
  const name = `\`${owner.text}\``;
  if (resolution.kind === "unknown") return `${name} cannot be asked: ${resolution.because}`;
  const [people, size] = [peopleOf(resolution), sizeOf(resolution)];
  if (size === 0) return `${name} has no active member`;
  if (size > approvals.widestTeam) {
    return `${name} has ${size} members, more than the ${approvals.widestTeam} of \`approvals.widest_team\`: an owner who is everybody is nobody`;
  }
  if (owner.kind === "bot") return undefined;
  const onlyBots = people.length === size && people.every(({ kind }) => kind === "bot");
  return onlyBots ? `${name} is no person but a bot` : undefined;
}
