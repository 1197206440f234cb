import type { SqlDialect } from "../../../src/analysis/sql/sql-dialect.ts";
import type { Call, Json } from "../../../src/policy/call.ts";
import { type Manifest, PolicyGenerator, policyOf } from "../diff/random-policies.ts";
import { type RowCounts, rowMistakes } from "./row-check.ts";
import type { SqlEngine } from "./sql-engines.ts";

/** No row yet. */
export function newCounts(): RowCounts {
  return { rows: 0, decided: 0, undecided: 0, undecidedHere: 0, unreadable: 0 };
}

/** Expressions that engines read in different ways, or that read characters beyond U+FFFF. */
const delicate = [
  "/^.{2}$/",
  "/^.+$/",
  "/^.+.$/",
  "/^.*😀$/",
  "/[😀]/u",
  "/😀+/",
  "/^(a|😀)*$/",
  "/\\Bb/",
  "/^b/m",
  "/a$/m",
  "/ſ|k/iu",
  "/\\bK/u",
  "/straße/",
  "/[^\\x00-\\x7f]/",
  "/\\u0000/",
  "/^(?=.*a)(?!.*b)/",
  "/(?<!a)b/",
  "/[]/",
  "/[^]/",
  "/^[^]{3,}$/",
  "/(?:a{2,3}){2,}/",
  "/\\p{Lu}/u",
  "/^-?\\d+(\\.\\d+)?$/",
  "/e[+-]/",
  "/^[\\w.+-]+@[a-z]+$/",
  "/(?:|a)+b/",
  "/'/",
  "/\\\\/",
  "/[\\]^-]/",
  "*'*",
  "*\\*",
  "a😀*",
];

const values: readonly Json[] = [
  "😀",
  "a😀",
  "😀😀",
  "x😀b",
  "a\u0001'\"\\`$1%_",
  "ſtraße",
  "K\u212a",
  "\u2028",
  "a\r\nb",
  "aaaa",
  "[redacted]",
  "[12 chars omitted]",
  "long… [+200 chars]",
  ["a", "… [+3 more]"],
  ["b", "… [+3 more]"],
  { "…": "not logged" },
  { a: 1, "…": "" },
  [["a"], [["b", []]]],
  [["a", ["a"]], "a"],
  [{}],
  [null],
  1e21,
  1.5e-7,
  1e-6,
  0.00001234,
  123456789012345680,
  1e20,
  -1e16,
  0.1,
  -0.5,
  1e-300,
  5e-324,
  1.7976931348623157e308,
  4.35,
  100,
  "a]^-",
];

/** Compares an engine with the evaluator on the policies and calls of a seed: what it says otherwise, in words. */
export async function mistakesOfSeed(
  seed: number,
  dialect: SqlDialect,
  engine: SqlEngine,
  counts: RowCounts,
  calls = 200,
): Promise<readonly string[]> {
  const generator = new PolicyGenerator(seed, seed % 4 === 0);
  const base = withDelicate(generator.manifest(), generator);
  const head = withDelicate(
    generator.random() < 0.6 ? generator.edited(base) : generator.manifest(),
    generator,
  );
  const rows = Array.from({ length: calls }, () =>
    withValues(generator.call([base, head]), generator),
  );
  const found = await rowMistakes(
    engine,
    dialect,
    [policyOf(base), policyOf(head)],
    rows.map((call) => sayable(call, dialect)),
    counts,
  );
  return found.map((text) => `${text}\n  ${JSON.stringify(base)}\n  ${JSON.stringify(head)}`);
}

function withDelicate(manifest: Manifest, generator: PolicyGenerator): Manifest {
  const rules = [manifest, ...(manifest.connectors ?? [])].flatMap(({ policies }) => policies);
  for (const rule of rules) {
    if (generator.random() < 0.15) rule.match = generator.pick(delicate);
    for (const condition of rule.conditions ?? []) {
      if (generator.random() < 0.3) condition.match = generator.pick(delicate);
    }
  }
  return manifest;
}

function withValues(call: Call, generator: PolicyGenerator): Call {
  if (generator.random() < 0.05) {
    const { args: _, ...listed } = call;
    return listed;
  }
  const args = { ...call.args };
  for (const key of ["a", "b", "…"]) {
    if (generator.random() < (key === "…" ? 0.05 : 0.35)) args[key] = generator.pick(values);
  }
  return { ...call, args };
}

/** No engine's text can hold half a character, and PostgreSQL's no NUL. */
function sayable(call: Call, dialect: SqlDialect): Call {
  const text = JSON.stringify(call, (_, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "?") : value,
  );
  return JSON.parse(dialect === "postgres" ? text.replaceAll("\\u0000", "?") : text) as Call;
}
