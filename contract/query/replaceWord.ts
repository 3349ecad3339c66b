import { escapePattern } from "./escapePattern.ts";
import { leavesOf } from "./queryNodes.ts";
import { parseQuery } from "./searchQuery.ts";

/**
 * Replaces a word of a query in each of its words, or of its phrases too, that contains it: the whole word if there is one, otherwise a part
 * of a word. Other text and filters stay as written.
 */
export function replaceWord(
  q: string,
  word: string,
  by: string,
  kinds: readonly ("word" | "phrase")[] = ["word"],
): string {
  const escaped = escapePattern(word);
  const fullWord = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, "giu");
  const part = new RegExp(escaped, "giu");
  const leaves = leavesOf(parseQuery(q).root).filter(({ leaf }) => kinds.some((kind) => kind === leaf.kind));
  return leaves.reduceRight((text, { leaf: { at, end } }) => {
    const written = text.slice(at, end);
    const changed = written.replaceAll(fullWord.test(written) ? fullWord : part, () => by);
    return text.slice(0, at) + changed + text.slice(end);
  }, q);
}
