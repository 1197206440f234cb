const dayMs = 86_400_000;

/** Whether something is to be checked: never checked, in doubt, not since the app's start, or not for a day. */
export function isDue(
  checkedAt: number | undefined,
  { now, startedAt }: { readonly now: () => number; readonly startedAt: number },
): boolean {
  return checkedAt === undefined || checkedAt < startedAt || checkedAt <= now() - dayMs;
}
