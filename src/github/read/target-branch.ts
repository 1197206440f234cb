/** The parts of a pull request that say where it goes. GitHub's client does not describe the stack yet. */
interface Targeted {
  readonly base: { readonly ref: string };
  readonly stack?: { readonly base: { readonly ref: string } } | null;
}

/** The branch that a pull request goes into in the end: for one of a stack, the one that the whole stack goes into. */
export function targetBranch({ base, stack }: Targeted): string {
  return stack?.base.ref ?? base.ref;
}
