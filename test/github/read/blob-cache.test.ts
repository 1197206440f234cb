import { expect, test } from "vitest";
import { blobCache } from "../../../src/github/read/blob-cache.ts";

const bytes = (length: number): Buffer => Buffer.alloc(length);
const kept = (cache: ReturnType<typeof blobCache>, keys: string): string =>
  [...keys].filter((key) => cache.get(key) !== undefined).join("");

test("blobs are kept until they come to too many bytes, then what was asked for longest ago goes", () => {
  const cache = blobCache(100);
  cache.set("a", bytes(40));
  cache.set("b", bytes(40));
  expect(cache.get("a")?.length).toBe(40);
  cache.set("c", bytes(20));
  expect(kept(cache, "bac")).toBe("bac");
  cache.set("d", bytes(70));
  expect(kept(cache, "abcd")).toBe("cd");
});

test("a blob that is kept again counts once", () => {
  const cache = blobCache(100);
  cache.set("a", bytes(60));
  cache.set("a", bytes(60));
  cache.set("b", bytes(40));
  expect(kept(cache, "ab")).toBe("ab");
});

test("a blob that is larger than all of it is not kept, and nothing goes for it", () => {
  const cache = blobCache(100);
  cache.set("a", bytes(60));
  cache.set("b", bytes(101));
  expect(kept(cache, "ab")).toBe("a");
});
