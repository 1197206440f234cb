import type { SetupProblem } from "../../report/review/setup-problem.ts";
import type { CheckedPlace } from "../../storage/setup-problems.ts";
import type { GitHubClient } from "../client.ts";
import type { SweepContext } from "../sweep/sweep-context.ts";
import { isDue } from "./due.ts";
import { type NeededAccess, neededAccess } from "./needed-access.ts";

/** What GitHub says was granted, of the app or of one installation. */
interface Granted {
  readonly permissions?: Readonly<Record<string, string | undefined>>;
  readonly events?: readonly string[];
}

/** From the least to the most. */
const accesses = ["read", "write", "admin"];

/** What is needed and was not granted. */
function missingAccess(
  { permissions, events }: NeededAccess,
  granted: Granted,
): readonly SetupProblem[] {
  const given = granted.permissions ?? {};
  const lacking = [...permissions].filter(
    ([permission, access]) => accesses.indexOf(given[permission] ?? "") < accesses.indexOf(access),
  );
  const told = new Set(granted.events ?? []);
  return [
    ...lacking.map(
      ([permission, access]): SetupProblem => ({ kind: "permission-missing", permission, access }),
    ),
    ...events
      .filter((event) => !told.has(event))
      .map((event): SetupProblem => ({ kind: "event-missing", event })),
  ];
}

const appPlace: CheckedPlace = { installationId: 0, repositoryId: 0 };
/** At the start and once a day: whether the app is registered for what it needs. */
export async function checkAppSetup(context: SweepContext, github: GitHubClient): Promise<void> {
  const { store, saidOnce } = context;
  try {
    const checkedAt = await store.setupProblems.checkedAt(appPlace);
    if (!isDue(checkedAt, context)) return;
    const { data } = await github.rest.apps.getAuthenticated();
    if (data !== null) await record(context, appPlace, data);
  } catch (error) {
    saidOnce("app", error, "the registration of the app could not be checked");
  }
}

/** Whether the owners of an installation have granted what the app needs; a list of installations says it. */
export async function checkInstallationSetup(
  context: SweepContext,
  installation: Granted & { readonly id: number },
): Promise<void> {
  await record(context, { installationId: installation.id, repositoryId: 0 }, installation);
}

async function record(
  { store, log }: SweepContext,
  place: CheckedPlace,
  granted: Granted,
): Promise<void> {
  const problems = missingAccess(neededAccess(), granted);
  const { changed } = await store.setupProblems.record(place, problems);
  if (!changed) return;
  const fields = { installation: place.installationId, problems };
  if (problems.length === 0) log.info(fields, "everything that the app needs is granted now");
  else log.warn(fields, "the app was not granted everything that it needs");
}
