const MARKS = /\p{M}+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Folds a word of prose so that every spelling of it meets: lower case, no accents, and the four letters I, İ, ı, i as one.
 * Turkish and English texts are searched by the same index, so the dotted and the dotless letter must not distinguish words:
 * `İSTANBUL`, `istanbul` and `ISTANBUL` fold to `istanbul`.
 */
export function normalizeProse(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word.toLowerCase();
  return word.replaceAll(/[İIı]/g, "i").toLowerCase().normalize("NFKD").replaceAll(MARKS, "").normalize("NFC");
}

/** Lower case without any locale, accents kept: an identifier (`INIT`, `ışık`) is a name, not a word of a language. */
export function normalizeIdentifier(name: string): string {
  return name.toLowerCase();
}
