/** Which parts a comment may say that a report lacks. */
import type { ReportCheck } from "../../../contract/issues/analysis.ts";

/** Words of a report whose program ends or answers with an error. */
const ERROR = /error|exception|crash|fatal|panic|segfault|stack ?trace|throw(?:s|n|ing)?\b|hata|çök/i;

/**
 * The parts that a report lacks. A wrong remark costs the reporter more than a missing one: a trace is asked for where the report names an
 * error, and a text of which no part is recognized, such as one in another language, is not judged.
 */
export function missingParts(
  report: readonly ReportCheck[],
  { title, body }: { readonly title: string; readonly body: string },
): ReportCheck["code"][] {
  if (body.trim() !== "" && !report.some((check) => check.found)) return [];
  const namesError = ERROR.test(`${title}\n${body}`);
  return report.filter((check) => !check.found && (check.code !== "trace" || namesError)).map((check) => check.code);
}
