/** First letters of the first and the last word, in upper case; of an address, its part before the @ is used. */
export function toInitials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word) => firstLetter(word ?? ""));
  return letters.join("") || "?";
}

const firstLetter = (word: string): string => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? "";

/** Hue in degrees, a hash of the name (FNV-1a). */
export function nameHue(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0) % 360;
}
