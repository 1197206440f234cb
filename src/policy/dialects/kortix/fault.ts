import type { Place } from "./place.ts";

/** Why an entry cannot be kept, where it shows, and what to do. Whoever drops the entry says what that opens. */
export interface Fault {
  readonly kind: "fault";
  readonly place: Place;
  /** A clause: "`action` is missing". */
  readonly because: string;
  readonly help: string;
  /** The platform's documentation promises another outcome for this fault. */
  readonly promise?: string;
}

/** Makes a fault. */
export function fault(place: Place, because: string, help: string): Fault {
  return { kind: "fault", place, because, help };
}

/** Whether reading gave a fault rather than a value. */
export function isFault<T extends object>(reading: T | Fault): reading is Fault {
  return "kind" in reading && reading.kind === "fault";
}
