import type { Risk } from "../../../src/policy/call.ts";
import { randomSource } from "../../analysis/diff/random-policies.ts";
import { generatedCalls } from "../generated-calls.ts";
import type { ManifestText } from "../generated-manifest.ts";
import { scannedRules } from "../linear-scan.ts";
import { Scan } from "./scanned-decision.ts";
import { TimeQueue } from "./time-queue.ts";

/** A call as it was made. */
export interface MadeCall {
  readonly execution: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  readonly caller: string;
  /** As the agent sent it. */
  readonly sent: string;
  /** As rules see it. */
  readonly connector: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly risk: Risk;
  /** Equal for the same request; undefined where the platform has not written it. */
  readonly digest: string | undefined;
}

/** What a person decided about a held call. */
export interface PersonsDecision {
  readonly at: number;
  readonly decision: "approve" | "deny";
  readonly by: string;
  readonly note: string | undefined;
}

/** What becomes of a held call behind the decision: nothing in the log, its run, or the run of another request. */
export type Aftermath = "nothing" | "as-it-came" | "changed" | "not-told";

/** What happens at the platform, one thing after the other. */
export type PlatformEvent =
  | { readonly kind: "refused"; readonly call: MadeCall; readonly reason: string }
  | { readonly kind: "blocked"; readonly call: MadeCall }
  | {
      readonly kind: "held";
      readonly call: MadeCall;
      /** Undefined: not before the log ends. */
      readonly decided: PersonsDecision | undefined;
      readonly aftermath: Aftermath;
    }
  | {
      readonly kind: "decided";
      readonly at: number;
      readonly call: MadeCall;
      readonly decided: PersonsDecision;
    }
  | { readonly kind: "carried-over"; readonly call: MadeCall }
  | {
      readonly kind: "ran";
      readonly call: MadeCall;
      readonly isFailure: boolean;
      /** The held call whose approval it uses up, and whether the log says so. */
      readonly approvedBy?: { readonly held: MadeCall; readonly isAnnounced: boolean };
    };

/** The time that a generated log covers. */
const logStart = Date.parse("2026-11-02T00:00:00Z");
const days = 14;
export const logEnd: number = logStart + days * 86_400_000;

/** What is made. */
export interface LogPlan {
  readonly manifest: ManifestText;
  /** Calls that agents make of their own accord. */
  readonly calls: number;
  readonly seed: number;
}

const refusals = ["needs_auth", "action_not_found", "connector_not_connected", "account_required"];
const people = ["u-ana", "u-ben", "u-cleo", "u-dan", "u-eve", "u-finn", "u-gus"];
const notes = ["not this customer", "ask finance first", "wrong amount", "we do not do this"];
const minute = 60_000;

/**
 * Two weeks of a platform under a policy, in the order of time: agents call, some calls are refused before the policy, blocked,
 * or held for people, who approve most of them within hours and some never. The same plan gives the same events.
 */
export function* platformEvents({ manifest, calls, seed }: LogPlan): Generator<PlatformEvent> {
  const random = randomSource(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const between = (from: number, to: number): number => from + Math.floor(random() * (to - from));
  const scan = new Scan(scannedRules(manifest));
  const queue = new TimeQueue<PlatformEvent>();
  let made = 0;

  const effectOf = ({ connector, action, args, risk }: MadeCall): string =>
    scan.decide({ path: `${connector}.${action}`, shown: args, risk }).effect as string;

  const call = (line: string, at: number): MadeCall => {
    made += 1;
    const { connector, action, args, risk } = JSON.parse(line) as Pick<
      MadeCall,
      "connector" | "action" | "args" | "risk"
    >;
    const channel = random() < 0.04 ? pick(channelCalls) : undefined;
    return {
      execution: `e-${made}`,
      at,
      session: `s-${made}`,
      caller: pick(people),
      sent: channel?.sent ?? connector,
      connector: channel?.connector ?? connector,
      action: channel?.action ?? action,
      args: oddArguments(args, random),
      risk: channel?.risk ?? risk,
      digest: random() < 0.9 ? `d-${made}` : undefined,
    };
  };

  const held = (asked: MadeCall): void => {
    const decidedAt = asked.at + waitingTime(random);
    const isDecided = random() < 0.93 && decidedAt < logEnd;
    const isApproved = random() < 0.92;
    const decided: PersonsDecision | undefined = isDecided
      ? {
          at: decidedAt,
          decision: isApproved ? "approve" : "deny",
          by: pick(people),
          note: isApproved || random() < 0.5 ? undefined : pick(notes),
        }
      : undefined;
    const aftermath = decided?.decision === "approve" ? after(asked, decided.at) : "nothing";
    queue.add(asked.at, { kind: "held", call: asked, decided, aftermath });
    if (decided !== undefined) {
      queue.add(decided.at, { kind: "decided", at: decided.at, call: asked, decided });
    }
  };

  /** What the agent does with an approval, put into the queue. */
  const after = (asked: MadeCall, approvedAt: number): Aftermath => {
    const at = approvedAt + between(5_000, 14 * minute);
    const kind = random();
    if (at + 1_000 > logEnd || kind < 0.05) return "nothing";
    made += 1;
    const again = { ...asked, execution: `e-${made}`, at: at + 1_000 };
    if (kind < 0.2) {
      const other = otherArguments.map((args) => ({ ...again, args: { ...asked.args, ...args } }));
      const ran = other.find((one) => effectOf(one) === "always_run");
      if (asked.digest === undefined || ran === undefined) return "nothing";
      queue.add(ran.at, {
        kind: "ran",
        call: { ...ran, digest: `d-${made}` },
        isFailure: false,
      });
      return "changed";
    }
    const isAnnounced = kind < 0.95;
    const ran = isAnnounced ? again : { ...again, digest: undefined };
    if (isAnnounced) {
      queue.add(at, { kind: "carried-over", call: { ...again, execution: `c-${made}`, at } });
    }
    queue.add(ran.at, {
      kind: "ran",
      call: ran,
      isFailure: false,
      approvedBy: { held: asked, isAnnounced },
    });
    return isAnnounced ? "as-it-came" : "not-told";
  };

  let at = logStart;
  let index = 0;
  for (const line of generatedCalls(calls * 20, "few")) {
    // The last call is the newest record of the log.
    at =
      index === calls - 1
        ? logEnd
        : logStart + Math.floor(((logEnd - logStart) * index) / (calls + 1));
    const asked = call(line, at);
    const effect = effectOf(asked);
    // What agents do mostly runs.
    if (effect !== "always_run" && random() < 0.8) continue;
    if (random() < 0.03) queue.add(at, { kind: "refused", call: asked, reason: pick(refusals) });
    else if (effect === "block") queue.add(at, { kind: "blocked", call: asked });
    else if (effect === "require_approval") held(asked);
    else queue.add(at, { kind: "ran", call: asked, isFailure: random() < 0.02 });
    yield* queue.until(at);
    index += 1;
    if (index === calls) return;
  }
}

const channelCalls = [
  { sent: "slack", connector: "kortix_slack", action: "send_message", risk: "write" },
  { sent: "slack", connector: "kortix_slack", action: "get_thread", risk: "read" },
  { sent: "email", connector: "kortix_email", action: "search_messages", risk: "read" },
] as const;

/** What an agent writes otherwise to get by. */
const otherArguments = ["duplicate", "urgent", "now", "else"].flatMap((reason) =>
  [7, 70_000].flatMap((amount) =>
    ["a@acme.com", "a@else.org"].flatMap((to) =>
      ["public-x", "private-x"].map((channel) => ({ reason, amount, to, message: { channel } })),
    ),
  ),
);

/** Most within an hour, some hours later, a few days later; whole seconds. */
function waitingTime(random: () => number): number {
  const kind = random();
  const most = kind < 0.7 ? 60 * minute : kind < 0.95 ? 6 * 60 * minute : 3 * 24 * 60 * minute;
  return 1_000 * (10 + Math.floor((random() * most) / 1_000));
}

/** Arguments as agents also send them: long ones, lists, what a log masks. */
function oddArguments(
  args: MadeCall["args"],
  random: () => number,
): Readonly<Record<string, unknown>> {
  const kind = random();
  const some = 1 + Math.floor(random() * 14);
  if (kind < 0.05) return { ...args, reason: `ref_${"x".repeat(90 + some * 4)}` };
  if (kind < 0.1) return { ...args, api_key: `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}` };
  if (kind < 0.16) return { ...args, labels: Array.from({ length: some }, () => "urgent") };
  if (kind < 0.2) {
    return { ...args, to: Array.from({ length: some }, (_, at) => `u${at}@acme.com`) };
  }
  if (kind < 0.22) return { ...args, message: { channel: "public-x", meta: { deep: { x: 1 } } } };
  if (kind < 0.221) return { ...args, note: "so it was ".repeat(2_001) };
  if (kind < 0.23) return {};
  return args;
}
