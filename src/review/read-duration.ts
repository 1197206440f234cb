import { parseDuration } from "../policy/duration.ts";
import type { ConfigPath, ReportFault } from "./config-fault.ts";

/** Milliseconds that the configuration writes as `30m`, `4h`, `7d`; none at all is a fault. */
export function readDuration(text: string, path: ConfigPath, report: ReportFault): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) {
    const message = "an approval must count for at least one minute";
    report(path, { message, help: "write 30m, 4h or 7d" });
  }
  return (seconds ?? 0) * 1000;
}
