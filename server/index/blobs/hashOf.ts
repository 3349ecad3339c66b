const HASH = /^[0-9a-f]{64}$/;

export const isHash = (text: string): boolean => HASH.test(text);

/** The name as it is. @throws TypeError for one that could lead anywhere else */
export function hashOf(name: string): string {
  if (!isHash(name)) throw new TypeError("A blob is named by a SHA-256 in lower-case hex.");
  return name;
}
