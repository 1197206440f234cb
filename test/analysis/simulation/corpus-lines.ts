import { randomSource } from "../diff/random-policies.ts";

const odd = [
  '{"connector":"g","action":"a"',
  "",
  "  \t",
  "[]",
  '{"connector":"G","action":"a"}',
  '{"connector":"g","action":"a","args":[]}',
  '{"connector":"g","action":"a","arg":{}}',
  '{"connector":"g","action":"a","count":0}',
  '{"connector":"g","action":"a","args":{"a":01}}',
  '{"connector":"g","action":"a","args":{"a":"\t"}}',
  '{"connector":"g","action":"a","args":{"a":1,}}',
  '{"connector":"g","action":"a","args":{"a":1 "b":2}}',
  '{"connector":"g","action":"a","args":{}} x',
  '{"connector":"g","action":"a","args":{"a":[[[[[[1]]]]]]}}',
  `{"connector":"g","action":"a","args":{"a":${"[".repeat(70)}${"]".repeat(70)}}}`,
  '{"connector":"g","action":"a","args":{"a":"x","a":"del"}}',
  '{"connector":"g","action":"a","args":{"a":"del","b":{"a":"x"}}}',
  '{"connector":"g","action":"a","args":{"\\u0061":"del"}}',
  '{"connector":"g","action":"a","args":{"__proto__":{"a":"del"}}}',
  '{"connector":"g","action":"a","args":{"a":["del","x"],"b":"[not a mask"}}',
  '{"connector":"g","action":"b","connector":"db"}',
  '{"connector":"g","action":" a "}',
  '{"connector":"g","action":"\\u0061"}',
  '{"connector":"g","action":"é"}',
  '{"connector":"g","action":"a","at":"2026-02-29T00:00:00Z"}',
  '{"connector":"g","action":"a","at":"2028-02-29T00:00:00Z"}',
  '{"connector":"g","action":"a","at":"2026-13-01T00:00:00Z"}',
  '{"connector":"g","action":"a","risk":null,"at":null,"agent":null}',
  '\ufeff{"connector":"g","action":"a"}',
];

/** Lines of a corpus as a log writes them, in a few shapes, and now and then a line that is anything else. */
export function corpusLines(seed: number, count: number): readonly string[] {
  const random = randomSource(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const orders = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    [
      "connector",
      "action",
      "args",
      "risk",
      "at",
      "first_at",
      "count",
      "agent",
      "expect",
      "status",
      "decided_at",
      "session",
      "extra",
    ]
      .filter((key) => key === "connector" || key === "action" || random() < 0.5)
      .sort(() => random() - 0.5),
  );
  const [comma, colon] = random() < 0.5 ? [",", ":"] : [", ", ": "];
  const text = (): string =>
    pick([
      '"a"',
      '"b"',
      '"del"',
      '"x y"',
      '"\\u00e9"',
      '"é"',
      '"[redacted]"',
      '"ab… [+3 chars]"',
      '"\\"\\n\\/"',
      '"😀"',
      '""',
      '"[object]"',
      '"\\u005bredacted]"',
      '"ab\\u2026 [+3 chars]"',
    ]);
  const value = (depth: number): string => {
    const lean = random();
    if (depth === 0 || lean < 0.6)
      return random() < 0.7 ? text() : pick(["0", "-1.5", "1e21", "12", "true", "false", "null"]);
    const items = Array.from({ length: Math.floor(random() * 3) }, () => value(depth - 1));
    return lean < 0.8 ? `[${items.join(comma)}]` : map(items);
  };
  const map = (items: readonly string[]): string =>
    `{${items.map((item, index) => `"${"abc…"[index]}"${colon}${item}`).join(comma)}}`;
  const time = (): string =>
    pick([
      '"2026-10-01T09:30:00Z"',
      '"2026-10-02T09:30:00.123+02:00"',
      '"2025-12-31T23:59:59.9Z"',
      "1760000000",
      "null",
      '"2026-10-03T00:00:00Z"',
    ]);
  const members: Readonly<Record<string, () => string>> = {
    connector: () => pick(['"g"', '"gh"', '"db"', '"computer"', '"nowhere"']),
    action: () =>
      pick(['"a"', '"ab"', '"get"', '"del_a"', '"x y"', `"a${Math.floor(random() * 1000)}"`]),
    args: () => map(Array.from({ length: Math.floor(random() * 4) }, () => value(2))),
    risk: () => pick(['"read"', '"write"', '"destructive"', "null"]),
    at: time,
    first_at: time,
    decided_at: time,
    count: () => pick(["1", "2", "999999999"]),
    agent: () => pick(['"sweeper"', '"clerk"', "null"]),
    expect: () => pick(['"run"', '"hold"', '"block"']),
    status: () => pick(['"ok"', "null"]),
    session: text,
    extra: () => value(2),
  };
  return Array.from({ length: count }, () => {
    if (random() < 0.1) return pick(odd);
    const keys = pick(orders);
    return `{${keys.map((key) => `"${key}"${colon}${members[key]?.()}`).join(comma)}}${random() < 0.1 ? "\r" : ""}`;
  });
}
