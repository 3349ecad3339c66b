import { JsonScanner } from "./JsonScanner.ts";
import { ANSWER_LIMITS, type AnswerKind } from "./limits.ts";

/**
 * Parses JSON that stands as a text inside of an answer, where the limits of the answer itself do not see into it.
 * @throws SyntaxError, also for what exceeds the limits
 */
export function parseJson(text: string, kind: AnswerKind): unknown {
  const limits = ANSWER_LIMITS[kind];
  if (text.length > limits.bytes || new JsonScanner(limits).push(Buffer.from(text)) !== null) {
    throw new SyntaxError("exceeds the limits");
  }
  return JSON.parse(text);
}
