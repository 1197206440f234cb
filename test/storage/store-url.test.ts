import { expect, test } from "vitest";
import { readStoreUrl } from "../../src/storage/store-url.ts";

test.each([
  ["sqlite:data/countersign.db", "data/countersign.db"],
  ["sqlite:/var/lib/countersign.db", "/var/lib/countersign.db"],
  ["SQLite:a:b", "a:b"],
  ["sqlite::memory:", ":memory:"],
])("%s is a file", (url, path) => {
  expect(readStoreUrl(url)).toEqual({ kind: "sqlite", path });
});

test.each([
  "postgres://app:s%40cret@db.internal:5432/countersign",
  "postgresql://db.internal/countersign?sslmode=verify-full",
  "Postgres://app@/countersign?host=/run/postgresql",
])("%s is a server", (url) => {
  expect(readStoreUrl(url)).toEqual({ kind: "postgres", url });
});

test.each([
  ["mysql://app:secret@db.internal/countersign", "a store of the kind `mysql:` is not supported"],
  ["/var/lib/countersign.db", "the address of the store has no scheme"],
  ["", "the address of the store has no scheme"],
  ["sqlite:", "the address of the store has no path"],
  [
    "sqlite://data/countersign.db",
    "the address of the store has a host, but a `sqlite:` store is a file",
  ],
  [
    "postgres://app:12/secret@db.internal/countersign",
    "the address of the `postgres:` store cannot be read",
  ],
  [
    "postgres://app:12#secret@db.internal/countersign",
    "the address of the `postgres:` store cannot be read",
  ],
  [
    "postgres://app:secret/@db.internal/countersign",
    "the address of the `postgres:` store cannot be read",
  ],
])("`%s` is refused without repeating it", (url, message) => {
  expect(() => readStoreUrl(url)).toThrow(
    expect.objectContaining({
      name: "StoreError",
      message,
      help: expect.stringMatching(/postgres:\/\/USER/),
    }),
  );
});
