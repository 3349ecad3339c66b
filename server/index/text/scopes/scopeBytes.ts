import { DamagedIndexError } from "../../indexErrors.ts";
import { SCOPED_KINDS, type ScopedName } from "./scopedNames.ts";

/**
 * The scopes of a file as they are stored: numbers of names and of scopes; each scope as the difference of its start to the scope before
 * and its length; then one column each of the names' kinds, offsets, lengths and scopes. A column of like numbers packs tighter than rows.
 * Names themselves are read from the text.
 */
export function encodeScopes(names: readonly ScopedName[]): Buffer {
  const scopes = new Map<string, number>();
  const list: number[] = [];
  const columns: [number[], number[], number[], number[]] = [[], [], [], []];
  const [kinds, offsets, lengths, around] = columns;
  let [offset, scopeFrom, lastScope] = [0, 0, 0];
  for (const scopedName of names) {
    const key = `${scopedName.scopeFrom}:${scopedName.scopeTo}`;
    let scope = scopes.get(key);
    if (scope === undefined) {
      scopes.set(key, (scope = scopes.size));
      list.push(zigzag(scopedName.scopeFrom - scopeFrom), scopedName.scopeTo - scopedName.scopeFrom);
      scopeFrom = scopedName.scopeFrom;
    }
    kinds.push(SCOPED_KINDS.indexOf(scopedName.kind));
    offsets.push(scopedName.from - offset);
    lengths.push(scopedName.name.length);
    around.push(zigzag(scope - lastScope));
    offset = scopedName.from;
    lastScope = scope;
  }
  const bytes: number[] = [];
  for (const number of [names.length, scopes.size, ...list]) writeNumber(bytes, number);
  for (const column of columns) for (const number of column) writeNumber(bytes, number);
  return Buffer.from(bytes);
}

/** @param text the one that the scopes are of @throws DamagedIndexError for bytes that are cut off or lead outside of the text */
export function decodeScopes(bytes: Uint8Array, text: string): ScopedName[] {
  let at = 0;
  const next = (): number => {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined || unit > MAX_UNIT) throw new DamagedIndexError("scopes", "a number is cut off");
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  };
  const [count, scopeCount] = [next(), next()];
  if (count > bytes.length || scopeCount > bytes.length) throw new DamagedIndexError("scopes", "a count is too large");
  const scopes: { readonly from: number; readonly to: number }[] = [];
  for (let from = 0; scopes.length < scopeCount;) {
    from += unzigzag(next());
    scopes.push({ from, to: from + next() });
  }
  const column = (): number[] => Array.from({ length: count }, next);
  const [kinds, offsets, lengths, around] = [column(), column(), column(), column()];
  let [from, number] = [0, 0];
  return kinds.map((sort, name) => {
    from += offsets[name] ?? 0;
    number += unzigzag(around[name] ?? 0);
    const scope = scopes[number];
    const kind = SCOPED_KINDS[sort];
    const to = from + (lengths[name] ?? 0);
    if (!scope || !kind || to > text.length || scope.from < 0 || scope.to > text.length)
      throw new DamagedIndexError("scopes", "a name is outside of its text");
    return { name: text.slice(from, to), from, kind, scopeFrom: scope.from, scopeTo: scope.to };
  });
}

/** A number has at most four bytes: texts that are parsed are shorter. */
const MAX_UNIT = 128 ** 3;

function writeNumber(bytes: number[], number: number): void {
  let rest = number;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}

const zigzag = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number);
const unzigzag = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);
