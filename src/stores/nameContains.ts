/**
 * Letters that are one letter in upper and lower case, in English (I, i) or in Turkish (I, ı and İ, i). Turkish and English disagree,
 * so no single lower-casing serves both: "GIT İstanbul" holds both of them in one name.
 */
const SAME_LETTER: Readonly<Record<string, string>> = { i: "[iIİ]", I: "[Iiı]", ı: "[ıI]", İ: "[İi]" };

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

const anyCase = (char: string): string =>
  SAME_LETTER[char] ?? `(?:${[...new Set([char, char.toLowerCase(), char.toUpperCase()])].map(escaped).join("|")})`;

/** Whether a name contains a text, whatever the case of either, by the rules of English and of Turkish. Spaces around the text do not count. */
export function nameContains(name: string, text: string): boolean {
  // "i" and a combining dot is how "İ" looks after a lower-casing without a language.
  const plain = (value: string): string => value.normalize("NFC").replaceAll("i\u0307", "i");
  // The flag `i` would make one letter of all four, so each letter brings its own cases.
  return new RegExp(Array.from(plain(text.trim()), anyCase).join(""), "u").test(plain(name));
}
