/** Keys that an address can have: numbers, and those of a tracker such as `ABC-12`. */
const READABLE = /^#?(\d{1,9}|[A-Z][A-Z0-9_]{0,30}-\d{1,9})$/i;

/** How the address of an issue's page names it: `71` for `#71`, `ABC-12`; null for a key of another form. */
export const addressOfKey = (key: string): string | null => READABLE.exec(key)?.[1] ?? null;

/** The keys that such a name may stand for, as the trackers write them; none for another text, such as an id. */
export function keysOfAddress(name: string): string[] {
  const plain = addressOfKey(name.trim());
  if (plain === null) return [];
  return /^\d/.test(plain) ? [`#${Number(plain)}`] : [plain.toUpperCase()];
}
