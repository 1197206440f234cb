/** Bytes by key, at most so many in all. */
export interface BlobCache {
  get(key: string): Buffer | undefined;
  set(key: string, bytes: Buffer): void;
}

/** An empty cache of at most so many bytes. What was asked for longest ago goes first; what is larger than all of it is not kept. */
export function blobCache(mostBytes: number): BlobCache {
  const kept = new Map<string, Buffer>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const bytes = kept.get(key);
      if (bytes === undefined) return undefined;
      // A map keeps the order in which keys came; what is asked for comes anew.
      kept.delete(key);
      kept.set(key, bytes);
      return bytes;
    },
    set(key, bytes) {
      drop(key);
      if (bytes.length > mostBytes) return;
      kept.set(key, bytes);
      total += bytes.length;
      for (const oldest of kept.keys()) {
        if (total <= mostBytes) return;
        drop(oldest);
      }
    },
  };
}
