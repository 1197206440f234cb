import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import type { DeliveryResult } from "../accept.ts";
import type { EndpointClass } from "./endpoint-class.ts";

/** What is counted. No label holds a name of a person, an organization or a repository, nor any text from outside. */
export interface Metrics {
  /** `event`: its name in the event table, or `other`. */
  delivery(event: string, result: DeliveryResult): void;
  redelivered(count: number): void;
  evaluated(kind: WorkSubject["kind"], seconds: number): void;
  attemptFailed(kind: WorkSubject["kind"]): void;
  verdict(conclusion: string): void;
  incident(): void;
  /** `status`: GitHub's, or undefined when there was no answer. */
  request(endpoint: EndpointClass, status: number | undefined): void;
  /** True: the store answers again; false: it does not answer any more. */
  store(answers: boolean): void;
  /** The whole page, in the text format of Prometheus. */
  page(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** What is looked up when the page is asked for. */
export interface MeasuredNow {
  readonly backlog: () => Promise<{
    readonly due: number;
    readonly leased: number;
    readonly scheduled: number;
    readonly failing: number;
    readonly oldestDueMs: number;
  }>;
  /** The fewest requests left to an installation; undefined: not known. */
  readonly requestsLeft: () => number | undefined;
  /** Setup problems that stand. */
  readonly setupProblems: () => Promise<number>;
}

const conclusions = ["success", "action_required", "failure"];

/** The metrics of one app. */
export function createMetrics(measured: MeasuredNow): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name: `countersign_${name}`, help, labelNames: [...labelNames], registers });
  const deliveries = counter(
    "deliveries_total",
    "Webhook deliveries, by event and by what became of them.",
    ["event", "result"],
  );
  const redeliveries = counter(
    "redeliveries_total",
    "Failed deliveries that were asked for again.",
  );
  const failures = counter("failed_attempts_total", "Attempts at work that failed.", ["kind"]);
  const verdicts = counter("verdicts_total", "Verdicts, by conclusion.", ["conclusion"]);
  const incidents = counter("incidents_total", "What landed without approval.");
  const requests = counter(
    "github_requests_total",
    "Requests to GitHub, by kind of endpoint and status of the answer.",
    ["endpoint", "status"],
  );
  const outages = counter("store_outages_total", "Times that the store stopped answering.");
  const storeUp = new Gauge({
    name: "countersign_store_up",
    help: "1 while the store answers.",
    registers,
  });
  storeUp.set(1);
  const evaluations = new Histogram({
    name: "countersign_evaluation_seconds",
    help: "Time that work on one subject took, requests to GitHub included.",
    labelNames: ["kind"],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
    registers,
  });
  addGauges(registry, measured);
  return {
    delivery: (event, result) => deliveries.inc({ event, result }),
    redelivered: (count) => redeliveries.inc(count),
    evaluated: (kind, seconds) => evaluations.observe({ kind }, seconds),
    attemptFailed: (kind) => failures.inc({ kind }),
    verdict: (word) => {
      verdicts.inc({ conclusion: conclusions.includes(word) ? word : "other" });
    },
    incident: () => incidents.inc(),
    request: (endpoint, status) => requests.inc({ endpoint, status: status ?? "none" }),
    store: (answers) => {
      storeUp.set(answers ? 1 : 0);
      if (!answers) outages.inc();
    },
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function addGauges(registry: Registry, measured: MeasuredNow): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: "countersign_work_oldest_due_seconds",
    help: "How long the oldest due work has waited.",
    registers,
  });
  new Gauge({
    name: "countersign_work",
    help: "Work, by state.",
    labelNames: ["state"],
    registers,
    async collect() {
      try {
        const { oldestDueMs, ...counts } = await measured.backlog();
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
        oldest.set(oldestDueMs / 1000);
      } catch {
        // The store is away, which its own metric says: no number is better than an old one.
        this.reset();
        oldest.reset();
      }
    },
  });
  new Gauge({
    name: "countersign_github_requests_left",
    help: "The fewest requests that GitHub leaves to any installation in its present window.",
    registers,
    collect() {
      const left = measured.requestsLeft();
      if (left === undefined) this.reset();
      else this.set(left);
    },
  });
  new Gauge({
    name: "countersign_setup_problems",
    help: "What the self-check found and nobody has mended.",
    registers,
    async collect() {
      try {
        this.set(await measured.setupProblems());
      } catch {
        this.reset();
      }
    },
  });
}
