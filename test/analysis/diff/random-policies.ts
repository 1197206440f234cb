import type { Call, Json, Risk } from "../../../src/policy/call.ts";
import { policyFromObject } from "../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";

/** A repeatable source of random numbers in [0, 1) (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface ConditionEntry {
  arg: string;
  match: string;
  negate?: boolean;
}

interface RuleEntry {
  match: string;
  action: string;
  conditions?: ConditionEntry[];
}

interface ConnectorEntry {
  slug: string;
  provider: "http";
  base_url: string;
  sensitive?: boolean;
  enabled?: boolean;
  policies: RuleEntry[];
}

/** A manifest as a value. */
export interface Manifest {
  kortix_version: 2;
  policy: { default_mode: string };
  policies: RuleEntry[];
  connectors?: ConnectorEntry[];
}

/** What a random policy leans towards: anything, values that only lists have, or conditions that cannot all fail. */
type Flavour = "mixed" | "lists" | "conflicts";

const actions = ["always_run", "require_approval", "block"];
const slugs = ["g", "gh", "db", "computer"];
const expressions = [
  "/a/",
  "/^a/",
  "/b$/",
  "/^a.*b$/",
  "/^[ab]+$/",
  "/a|b$/",
  "/^.$/",
  "/^\\w+$/",
  "/\\bdel\\b/",
  "/^(?!.*del)/",
  "/del(?!_a)/",
  "/(?<=a)b/",
  "/^a.b$/s",
  "/^b/m",
  "/\\./",
  "/^g\\./",
  "/^(g|db)\\.a/",
  "/^[^.]*$/",
  "/[/",
  "/a/q",
  "/A/",
  "/^\\d+$/",
  "/^$/",
  "/x*/",
  "/a{2,}/",
  "/\\s/",
  "/^[^]*$/",
  "/k/u",
  "/é/",
  "/[^a]/",
  "/^[^a]*$/",
  "/^[^b]*$/",
  "/b/",
  "//i",
  "//",
  "/a\n/",
  "/^a+$/y",
  "/a/y",
  "/.b/y",
  "/.+/u",
  "/^(a|b)(a|b){2}$/",
];
const opaque = ["/^(a|b)\\1$/", "/(.)\\1/", "/\\B/u"];
const listPatterns = [
  "/a/",
  "/^[^a]*$/",
  "*",
  "/b/",
  "/^[^b]*$/",
  "/^.$/s",
  "/^..+$/s",
  "/^$/",
  "a*",
  "*a",
  "/[^ab]/",
];
const conflictPatterns = ["a", "b", "ab", "a*", "b*", "x*", "/^a/", "/^b/", "/^$/"];
const lengths = [
  "1",
  "2",
  "3",
  "/^[12]$/",
  "/^[^1]$/",
  "/^\\d$/",
  "/^\\d{2}$/",
  "0",
  "*",
  "/[13579]$/",
];
const texts = [
  "a",
  "b",
  "ab",
  "aab",
  "A",
  "B",
  "x",
  "del",
  "del_a",
  "xdel",
  "a\nb",
  "\n",
  "b\na",
  " ",
  "",
  "aa",
  "aaa",
  "get",
  "É",
  "é",
  "1",
  "true",
  "12",
  "k",
  "\u212a",
  "a.b",
  "g.a",
  "😀",
  "\ud83d",
  "bb",
  "bab",
  "_",
  "a_b",
];

/** Makes random policies, edits of them, and calls that probe them. */
export class PolicyGenerator {
  readonly random: () => number;
  readonly #opaque: boolean;
  #flavour: Flavour = "mixed";

  constructor(seed: number, withOpaque = false) {
    this.random = randomSource(seed);
    this.#opaque = withOpaque;
  }

  manifest(): Manifest {
    const lean = this.random();
    this.#flavour = lean < 0.15 ? "conflicts" : lean < 0.35 ? "lists" : "mixed";
    const manifest: Manifest = {
      kortix_version: 2,
      policy: { default_mode: this.pick(["allow_all", "risk"]) },
      policies: this.#list(5, () => this.#rule(true)),
    };
    if (this.random() < 0.8) {
      const names = slugs.slice(0, 3).filter(() => this.random() < 0.45);
      manifest.connectors = names.map((slug) => this.#connector(slug));
    }
    return manifest;
  }

  /** The manifest after one or two edits. */
  edited(manifest: Manifest): Manifest {
    const copy = structuredClone(manifest);
    for (let count = 1 + this.below(2); count > 0; count -= 1) {
      this.#edit(copy);
    }
    return copy;
  }

  call(manifests: readonly Manifest[]): Call {
    const rules = manifests.flatMap((one) => [
      ...one.policies,
      ...(one.connectors ?? []).flatMap((connector) => connector.policies),
    ]);
    const globs = rules.map((rule) => rule.match).filter((text) => !text.startsWith("/"));
    const argumentGlobs = rules
      .flatMap((rule) => rule.conditions ?? [])
      .map((condition) => condition.match)
      .filter((text) => !text.startsWith("/"));
    const connector = this.pick([...slugs, "z", "g-1"]);
    const action = this.#actionName(globs, connector) || "a";
    const args: Record<string, Json> = {};
    for (const key of ["a", "b", "c", "length"]) {
      if (this.random() < 0.7) {
        args[key] = this.#value(argumentGlobs, 2);
      }
    }
    return { connector, action, args, risk: this.pick<Risk>(["read", "write", "destructive"]) };
  }

  below(bound: number): number {
    return Math.floor(this.random() * bound);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  #list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most) }, make);
  }

  #connector(slug: string): ConnectorEntry {
    return {
      slug,
      provider: "http",
      base_url: "https://example.com",
      policies: this.#list(4, () => this.#rule(false)),
      ...(this.random() < 0.3 ? { sensitive: this.random() < 0.7 } : {}),
      ...(this.random() < 0.1 ? { enabled: false } : {}),
    };
  }

  #rule(project: boolean): RuleEntry {
    const conditions = this.random() < 0.4 ? [] : this.#list(4, () => this.#condition());
    return { match: this.#match(project), action: this.pick(actions), conditions };
  }

  #match(project: boolean): string {
    if (this.#flavour === "conflicts") {
      return this.pick(
        project
          ? ["*", "g.*", "*.x*", "g.x*", "*x", "g.*a*", "*.a*"]
          : ["*", "x*", "*x", "a*", "*a*", "/x/"],
      );
    }
    return this.#flavour === "lists" && this.random() < 0.7 ? "*" : this.#pattern(project);
  }

  #pattern(project: boolean): string {
    const kind = this.random();
    if (this.#opaque && kind < 0.06) {
      return this.pick(opaque);
    }
    return kind < 0.22 ? this.pick(expressions) : this.#glob(project);
  }

  #glob(project: boolean): string {
    if (this.random() < 0.08) {
      return "*";
    }
    const prefix = project ? this.pick(["g.", "gh.", "db.", "computer.", "z.", "*.", ""]) : "";
    const pieces = Array.from({ length: 1 + this.below(3) }, () =>
      this.random() < 0.4
        ? "*"
        : this.pick([
            "a",
            "b",
            "ab",
            "get",
            "del",
            "x",
            "A",
            "_",
            "a",
            "b",
            this.random() < 0.1 ? "a\nb" : "é",
          ]),
    );
    return prefix + pieces.join("");
  }

  #condition(): ConditionEntry {
    const condition: ConditionEntry = { arg: this.#path(), match: this.#argumentPattern() };
    if (this.random() < (this.#flavour === "conflicts" ? 0.85 : 0.4)) {
      condition.negate = true;
    }
    return condition;
  }

  #path(): string {
    if (this.#flavour !== "mixed" && this.random() < 0.8) {
      return "a";
    }
    return this.random() < 0.3
      ? this.pick(["a.length", "b.length", "a.b.length", "length", "a.length.x", "a.length.length"])
      : this.pick(["a", "a", "b", "a.b", "a.b.c", "c"]);
  }

  #argumentPattern(): string {
    if (this.random() < 0.2) {
      return this.pick(lengths);
    }
    if (this.#flavour === "conflicts") {
      return this.pick(conflictPatterns);
    }
    return this.#flavour === "lists" ? this.pick(listPatterns) : this.#pattern(false) || "*";
  }

  #edit(manifest: Manifest): void {
    const connectors = manifest.connectors ?? [];
    const lists = [manifest.policies, ...connectors.map((connector) => connector.policies)];
    const list = this.pick(lists);
    const project = list === manifest.policies;
    const at = this.below(list.length);
    const rule = list[at];
    const edits: (() => void)[] = [
      () => list.splice(this.below(list.length + 1), 0, this.#rule(project)),
      () => list.splice(at, 1),
      () => rule && Object.assign(rule, { action: this.pick(actions) }),
      () => list.reverse(),
      () => rule && Object.assign(rule, { match: this.#match(project) }),
      () => rule && Object.assign(rule, { conditions: [this.#condition()] }),
      () => Object.assign(manifest.policy, { default_mode: this.pick(["allow_all", "risk"]) }),
      () => connectors[0] && Object.assign(connectors[0], { sensitive: !connectors[0].sensitive }),
      () => connectors[0] && Object.assign(connectors[0], { enabled: this.random() < 0.5 }),
      () => connectors.pop(),
    ];
    this.pick(edits)();
  }

  #actionName(globs: readonly string[], connector: string): string {
    if (globs.length > 0 && this.random() < 0.6) {
      const text = this.#expanded(this.pick(globs));
      return text.startsWith(`${connector}.`)
        ? text.slice(connector.length + 1)
        : text.replace(/^[a-z]+\./, "");
    }
    return this.pick(texts) + (this.random() < 0.5 ? this.pick(texts) : "");
  }

  #expanded(glob: string): string {
    return glob
      .split("")
      .map((character) =>
        character === "*"
          ? this.pick(["", "a", "b", "ab", "x", "del", "_", "\n", "\u2028"])
          : this.#cased(character),
      )
      .join("");
  }

  #cased(character: string): string {
    return this.random() < 0.1 ? character.toUpperCase() : character;
  }

  #value(globs: readonly string[], depth: number): Json {
    const kind = this.random();
    if (this.#flavour === "lists" && kind < 0.7) {
      return Array.from({ length: 1 + this.below(3) }, () =>
        this.pick(["", "a", "b", "ab", "x", "\n"]),
      );
    }
    if (kind < 0.5 || depth === 0) {
      return this.#scalar(globs);
    }
    if (kind < 0.78) {
      return this.#list(this.random() < 0.1 ? 12 : 4, () =>
        this.random() < 0.15 ? this.#value(globs, depth - 1) : this.#scalar(globs),
      );
    }
    const keys = ["a", "b", "c", "length", "x"].filter(() => this.random() < 0.45);
    return Object.fromEntries(keys.map((key) => [key, this.#value(globs, depth - 1)]));
  }

  #scalar(globs: readonly string[]): Json {
    const kind = this.random();
    if (kind < 0.4 && globs.length > 0) {
      return this.#expanded(this.pick(globs));
    }
    return kind < 0.85
      ? this.pick(texts)
      : this.pick<Json>([1, 12, 0, -1.5, 1e21, true, false, null]);
  }
}

/** The policy that a manifest means. */
export function policyOf(manifest: Manifest): Policy {
  const { value } = policyFromObject(manifest);
  if (value === undefined) {
    throw new Error("a generated manifest cannot be read");
  }
  return value;
}
