/** The columns of a log that a query reads, by what each must hold. */
export const sqlColumns = [
  "connector",
  "action",
  "args",
  "risk",
  "agent",
  "count",
  "at",
  "id",
] as const;

/** One of them. */
export type SqlColumn = (typeof sqlColumns)[number];

/** SQL for a column, as its user writes it: never anything of a policy. Those left out are not read. */
export type SqlColumns = Readonly<Partial<Record<SqlColumn, string>>> &
  Readonly<Record<"connector" | "action" | "args" | "risk", string>>;

/** The columns of a table that is shaped like saved calls. */
export const savedCallColumns: SqlColumns = {
  connector: "connector",
  action: "action",
  args: "args",
  risk: "risk",
};
