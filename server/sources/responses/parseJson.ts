import { JsonScanner } from "../../JsonScanner.ts";
import { RESPONSE_LIMITS, type ResponseKind } from "./responseLimits.ts";

/**
 * Parses JSON that is embedded in an answer as a string, where the limits of the answer itself do not apply.
 * @throws SyntaxError, also when the limits are exceeded
 */
export function parseJson(text: string, kind: ResponseKind): unknown {
  const limits = RESPONSE_LIMITS[kind];
  if (text.length > limits.bytes || new JsonScanner(limits).push(Buffer.from(text)) !== null) {
    throw new SyntaxError("exceeds the limits");
  }
  return JSON.parse(storableJson(text));
}

/**
 * Removes escapes of U+0000, which PostgreSQL refuses, and replaces lone surrogates, which cannot be part of a URL, by U+FFFD.
 */
export const storableJson = (json: string): string =>
  /\\u(?:0000|d[89a-f])/i.test(json)
    ? json.replaceAll(
        /\\(?:u0000|u(d[89ab][\da-f]{2})(\\ud[c-f][\da-f]{2})?|u(d[c-f][\da-f]{2})|[^])/gi,
        (escape, ...groups) => {
          const [high, low, alone] = groups as (string | undefined)[];
          if (escape === String.raw`\u0000`) return "";
          return alone !== undefined || (high !== undefined && low === undefined) ? "\u{fffd}" : escape;
        },
      )
    : json;
