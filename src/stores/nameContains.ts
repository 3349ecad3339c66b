/**
 * Letters that are one letter in upper and lower case, in English (I, i) or in Turkish (I, ı and İ, i). Turkish and English disagree,
 * so no single lower-casing serves both: "GIT İstanbul" holds both of them in one name.
 */
const SAME_LETTER: Readonly<Record<string, string>> = { i: "[iIİ]", I: "[Iiı]", ı: "[ıI]", İ: "[İi]" };

const escaped = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");

/** Whether a name contains a text, whatever the case of either, by the rules of English and of Turkish. Spaces around the text do not count. */
export function nameContains(name: string, text: string): boolean {
  // "i" and a combining dot is how "İ" looks after a lower-casing without a language.
  const plain = (value: string): string => value.normalize("NFC").replaceAll("i\u0307", "i");
  const pattern = [...plain(text.trim())].map((char) => SAME_LETTER[char] ?? escaped(char)).join("");
  return new RegExp(pattern, "iu").test(plain(name));
}
