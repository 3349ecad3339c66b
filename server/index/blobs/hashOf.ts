const HASH = /^[0-9a-f]{64}$/;

export const isHash = (text: string): boolean => HASH.test(text);

/** Returns the name unchanged. @throws TypeError for a name that is not a hash, which could be a path outside the folder */
export function hashOf(name: string): string {
  if (!isHash(name)) throw new TypeError("A blob is named by a SHA-256 in lower-case hex.");
  return name;
}
