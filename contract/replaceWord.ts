import { leavesOf } from "./queryNodes.ts";
import { parseQuery } from "./searchQuery.ts";

/** Replaces a word of a query wherever one of its words, or of its phrases too, contains it; other text and filters stay as written. */
export function replaceWord(
  q: string,
  word: string,
  by: string,
  kinds: readonly ("word" | "phrase")[] = ["word"],
): string {
  const leaves = leavesOf(parseQuery(q).root).filter(({ leaf }) => kinds.some((kind) => kind === leaf.kind));
  return leaves.reduceRight((text, { leaf: { at, end } }) => {
    const from = text.slice(at, end).toLowerCase().indexOf(word.toLowerCase());
    return from < 0 ? text : text.slice(0, at + from) + by + text.slice(at + from + word.length);
  }, q);
}
