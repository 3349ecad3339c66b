/** Which parts a comment may say that a report lacks. */
import type { ReportCheck } from "../../../contract/issues/analysis.ts";

/** Words of a report whose program ends or answers with an error. */
const ERROR = /error|exception|crash|fatal|panic|segfault|stack ?trace|throw(?:s|n|ing)?\b|hata|çök/i;

/** Whether the words that parts are recognized by may be in a text: most of its letters are Latin. */
const isReadable = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length;
};

/**
 * The parts that a report lacks. A wrong remark costs the reporter more than a missing one: a trace is asked for where the report names an
 * error, and a text in a script of which no part can be recognized is not judged.
 */
export function missingParts(
  report: readonly ReportCheck[],
  { title, body }: { readonly title: string; readonly body: string },
): ReportCheck["code"][] {
  if (!isReadable(body)) return [];
  const namesError = ERROR.test(`${title}\n${body}`);
  return report.filter((check) => !check.found && (check.code !== "trace" || namesError)).map((check) => check.code);
}
