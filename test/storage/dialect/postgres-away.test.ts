import { expect, test } from "vitest";
import { isPostgresAway } from "../../../src/storage/dialect/postgres-away.ts";

test.each([
  ["08006", true],
  ["57P01", true],
  ["57P03", true],
  ["53300", true],
  ["25P03", true],
  ["40P01", true],
  ["ECONNREFUSED", true],
  ["ECONNRESET", true],
  // A statement that took too long, a password that is wrong, a row that is there twice, a host that does not exist.
  ["57014", false],
  ["28P01", false],
  ["23505", false],
  ["ENOTFOUND", false],
])("%s says that the server is away for now: %s", (code, away) => {
  expect(isPostgresAway(Object.assign(new Error("refused"), { code }))).toBe(away);
});

test.each([
  ["Connection terminated unexpectedly", true],
  ["timeout exceeded when trying to connect", true],
  ["Client has encountered a connection error and is not queryable", true],
  ["driver has already been destroyed", false],
])("the driver's `%s` says so: %s", (message, away) => {
  expect(isPostgresAway(new Error(message))).toBe(away);
});

test("what is no error says nothing", () => {
  expect(isPostgresAway("ECONNREFUSED")).toBe(false);
});
