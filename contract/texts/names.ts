/**
 * What a text may name, on its own and not as a part of a word, a path or an address: seven and more digits of a hash; `#71`, `owner/name#71`
 * and `!71`; a key such as `ABC-12`; `@login`.
 */
export const NAME =
  /(?<![\w/#&@.!-])(?:[0-9a-f]{7,40}(?![\w/-])|(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d{1,9}(?![\w/-])|!\d{1,9}(?![\w/-])|[A-Z][A-Z0-9_]{1,19}-\d{1,9}(?![\w/-])|@[a-z\d](?:[\w-]{0,37}[a-z\d])?(?![\w/@-]))/gi;

/** Whether a match of `NAME` is meant: a number is no hash, and neither is a word such as `defaced`; keys and hashes have one case of letters. */
export function isName(text: string): boolean {
  if (/^[@!#]/.test(text) || text.includes("#")) return true;
  return text.includes("-") ? text === text.toUpperCase() : isHash(text);
}

/** Whether a text is written as a hash of a commit. */
export const isHash = (text: string): boolean => /^[0-9a-f]{7,40}$/.test(text) && /\d/.test(text) && /[a-f]/.test(text);

/** A run of the characters of names and of those that may not be around them: it has one name at most, at its start. */
const RUN = /[\w/#&@.!-]+/g;

/** An issue or a request that a text names, by its place in the text: offsets in UTF-16 units. */
export interface KeyInText {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** All keys and numbers of issues and requests in a part of a text; hashes and accounts are left out. */
export function keysIn({ from, text }: { readonly from: number; readonly text: string }): KeyInText[] {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const name = (run.match(NAME) ?? []).find(isName) ?? "";
    if (name.startsWith("@") || !/[#!-]/.test(name)) return [];
    return [{ from: from + index, to: from + index + name.length, name }];
  });
}
