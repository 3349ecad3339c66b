import { escapePattern } from "../../contract/query/escapePattern.ts";

/**
 * Letters that are equal in upper and lower case, in English (I, i) or in Turkish (I, ı and İ, i). The two differ, so no single
 * lower-casing serves both: "GIT İstanbul" needs both of them in one name.
 */
const SAME_LETTER: Readonly<Record<string, string>> = { i: "[iIİ]", I: "[Iiı]", ı: "[ıI]", İ: "[İi]" };

const anyCase = (char: string): string =>
  SAME_LETTER[char] ??
  `(?:${[...new Set([char, char.toLowerCase(), char.toUpperCase()])].map(escapePattern).join("|")})`;

/** Whether a name contains a text, ignoring case by the rules of English and of Turkish, and spaces around the text. */
export function nameContains(name: string, text: string): boolean {
  // "i" and a combining dot is the result of a locale-independent lower-casing of "İ".
  const plain = (value: string): string => value.normalize("NFC").replaceAll("i\u0307", "i");
  // The flag `i` would treat all four letters as equal, so each letter is expanded to its own cases.
  return new RegExp(Array.from(plain(text.trim()), anyCase).join(""), "u").test(plain(name));
}
