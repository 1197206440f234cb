import { type CharacterSet, charactersOf } from "./character-set.ts";

/** Line feed, carriage return, line separator, paragraph separator: what `.` and a glob's `*` stop at. */
export const lineTerminators: CharacterSet = charactersOf([0x0a, 0x0d, 0x2028, 0x2029]);
