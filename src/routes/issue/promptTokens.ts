/**
 * Upper estimate of the tokens of a text in a language model, without a tokenizer.
 *
 * Byte-pair vocabularies have one token for most English words, and split longer or unusual ones into pieces of three to four letters;
 * digits are grouped by up to three; a sign or a line break is one token; a letter outside ASCII is often one (in Turkish) and sometimes
 * two. The estimate: a run of ASCII letters counts as a third of its length, rounded up, digits likewise, every other visible sign and
 * every line break as one, a sign outside ASCII as half of its UTF-8 bytes, rounded up; a run of blanks as one beyond the first blank. On
 * code and prose this gives 1.1 to 1.6 times the count of common tokenizers.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[A-Za-z]+|[0-9]+|\n| +|[^\sA-Za-z0-9]|[^\S\n ]/gu)) {
    const first = run.codePointAt(0) ?? 0;
    if (/[A-Za-z0-9]/.test(run)) tokens += Math.ceil(run.length / 3);
    else if (run[0] === " ") tokens += run.length > 1 ? 1 : 0;
    else tokens += first < 128 ? 1 : Math.ceil((first < 0x800 ? 2 : first < 0x10000 ? 3 : 4) / 2);
  }
  return tokens;
}

/** The longest prefix of a text that is estimated at no more than `limit` tokens, cut at a line end where that costs little. */
export function cutToTokens(text: string, limit: number): string {
  if (estimateTokens(text) <= limit) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  const lineEnd = text.lastIndexOf("\n", low);
  const end = lineEnd > low * 0.8 ? lineEnd : low;
  // Half of a surrogate pair is not a character.
  return text.slice(0, /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end);
}
