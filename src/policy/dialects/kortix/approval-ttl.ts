import { parseDuration } from "../../duration.ts";
import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { approvalKeys } from "./known-keys.ts";
import { field, isAbsent, isMap, type Place } from "./place.ts";
import type { Report } from "./report.ts";
import { reportUnreadKeys } from "./unread-keys.ts";

const day = 86_400;

/**
 * Reads `approvals.ttl`, in seconds: how long an approval of a held call lasts, as the documentation describes it (`30m`,
 * `4h`, `7d`); 24 hours when absent, or, with an error, when it cannot be read.
 */
export function readApprovalTtl(root: Place, report: Report): number {
  const approvals = field(root, "approvals");
  if (isAbsent(approvals.value)) return day;
  if (!isMap(approvals.value)) {
    const message = `\`approvals\` is ${describedType(approvals.value)}, not a map, so approvals last 24 hours`;
    report("approval-ttl-malformed", approvals, {
      message,
      help: "write `ttl: 4h` under `approvals:`",
    });
    return day;
  }
  reportUnreadKeys(approvals, approvalKeys, report);
  const place = field(approvals, "ttl");
  if (place.value === undefined) return day;
  const ttl = typeof place.value === "string" ? parseDuration(place.value.trim()) : undefined;
  if (ttl !== undefined) return ttl;
  const what = typeof place.value === "string" ? quoted(place.value) : describedType(place.value);
  const message = `\`ttl\` is ${what}, not a duration, so approvals last 24 hours`;
  report("approval-ttl-malformed", place, {
    message,
    help: "write minutes, hours or days, such as `30m`, `4h` or `7d`",
  });
  return day;
}
