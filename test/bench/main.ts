import { benchExactDiff } from "./exact-diff.ts";

benchExactDiff((line) => console.log(line));
