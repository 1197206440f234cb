// Runs in a thread of its own: a policy with hundreds of long rules takes seconds, in which webhooks must be answered.
export { projectChange as default } from "../../review/project-change.ts";
