import { leavesOf } from "../../contract/query/queryNodes.ts";
import { parseQuery } from "../../contract/query/searchQuery.ts";

/** Two letters or digits in a row: the index has no shorter words. */
const INDEXED = /[\p{L}\p{N}_]{2}/u;

/** The query with each word of signs and single letters in quotes, such as `C++`; null where it has none that could be quoted. */
export function quoteSigns(query: string): string | null {
  const words = leavesOf(parseQuery(query).root).flatMap(({ leaf }) =>
    leaf.kind === "word" && !INDEXED.test(leaf.text) && !leaf.text.includes('"') ? [leaf] : [],
  );
  // From the end: the offsets of the words before stay as they are.
  const quoted = words.reduceRight(
    (text, { at, text: word }) =>
      text.startsWith(word, at) ? `${text.slice(0, at)}"${word}"${text.slice(at + word.length)}` : text,
    query,
  );
  return quoted === query ? null : quoted;
}
