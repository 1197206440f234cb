import { expect, test } from "vitest";
import { sqlitePath } from "../../src/storage/store-url.ts";

test.each([
  ["sqlite:data/countersign.db", "data/countersign.db"],
  ["sqlite:/var/lib/countersign.db", "/var/lib/countersign.db"],
  ["SQLite:a:b", "a:b"],
  ["sqlite::memory:", ":memory:"],
])("%s", (url, path) => {
  expect(sqlitePath(url)).toBe(path);
});

test.each([
  [
    "postgres://app:secret@db.internal/countersign",
    "a store of the kind `postgres:` is not supported yet",
  ],
  ["/var/lib/countersign.db", "the address of the store has no scheme"],
  ["", "the address of the store has no scheme"],
  ["sqlite:", "the address of the store has no path"],
  [
    "sqlite://data/countersign.db",
    "the address of the store has a host, but a `sqlite:` store is a file",
  ],
])("`%s` is refused without repeating it", (url, message) => {
  expect(() => sqlitePath(url)).toThrow(
    expect.objectContaining({
      name: "StoreError",
      message,
      help: expect.stringMatching(/sqlite:data/),
    }),
  );
});
