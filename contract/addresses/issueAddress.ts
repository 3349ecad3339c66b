/** Keys that an address can have: numbers, and those of a tracker such as `ABC-12`. */
const READABLE = /^#?(\d{1,9}|[A-Z][A-Z0-9_]{0,30}-\d{1,9})$/i;

/** The readable part of an address: `71` for `#71`, `ABC-12`; null for a key of another form. */
const addressOfKey = (key: string): string | null => READABLE.exec(key)?.[1] ?? null;

/** How the address of an issue's page names it: by its key, or by its id where another issue has the key or it has another form. */
export const issueAddress = ({ id, key }: { readonly id: string; readonly key: string }, isShared: boolean): string =>
  (isShared ? null : addressOfKey(key)) ?? id;

/** The keys that such a name may stand for, as the trackers write them; none for another text, such as an id. */
export function keysOfAddress(name: string): string[] {
  const plain = addressOfKey(name.trim());
  if (plain === null) return [];
  return /^\d/.test(plain) ? [`#${Number(plain)}`] : [plain.toUpperCase()];
}
