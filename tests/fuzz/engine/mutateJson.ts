/** Alters JSON by its values: bytes alone rarely leave a document that is still one. */
import { type Chance, type Material, anyWord } from "./mutate.ts";

type Holder = Record<string, unknown> | unknown[];

const STRANGE: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 53,
  () => 1e308,
  () => "",
  () => "\u0000",
  () => "\ud800",
  () => "__proto__",
  () => "2026-11-21T10:00:00Z",
  () => "0000-00-00",
  () => "x".repeat(300),
  () => [],
  () => ({}),
  () => [[]],
  () => ({ toString: null, length: -1 }),
];

/** @returns the changed document; null for an input that is no JSON object or array */
export function mutateJson(input: Uint8Array, chance: Chance, material: Material): Buffer | null {
  const root = parsed(input);
  if (!isHolder(root)) return null;
  const changes = 1 << chance.below(3);
  for (let change = 0; change < changes; change += 1) changeValue(root, chance, material);
  const changed = Buffer.from(JSON.stringify(root));
  return changed.length > material.longest ? null : changed;
}

function changeValue(root: Holder, chance: Chance, { other, words }: Material): void {
  const holders = holdersOf(root, []);
  const holder = chance.pick(holders);
  const keys = Object.keys(holder);
  const key = keys.length > 0 ? chance.pick(keys) : null;
  switch (chance.below(9)) {
    case 0:
      if (key !== null) remove(holder, key);
      break;
    case 1:
      if (key !== null) set(holder, key, chance.pick(STRANGE)());
      break;
    case 2:
      set(holder, Array.isArray(holder) ? String(holder.length) : "__proto__", chance.pick(STRANGE)());
      break;
    case 3:
      if (!Array.isArray(holder)) set(holder, anyWord(words, chance), chance.pick(STRANGE)());
      break;
    case 4:
      if (key !== null) set(holder, key, anyWord(words, chance));
      break;
    case 5: {
      // A value of the same document, or of another one, at a place where it does not belong.
      const foreign = chance.below(2) === 0 ? parsed(other) : root;
      const from = chance.pick(isHolder(foreign) ? holdersOf(foreign, []) : holders);
      const [taken] = Object.keys(from).length > 0 ? [chance.pick(Object.values(from))] : [from];
      if (key !== null) set(holder, key, copyOf(taken));
      break;
    }
    case 6:
      if (Array.isArray(holder) && key !== null) holder.push(copyOf(holder[Number(key)]));
      break;
    case 7:
      if (key !== null) {
        const value = (holder as Record<string, unknown>)[key];
        if (typeof value === "string") set(holder, key, changedText(value, chance, words));
        if (typeof value === "number") set(holder, key, value + chance.pick([-1, 1, 0.5, 2 ** 31, -value]));
      }
      break;
    default:
      // One level deeper.
      if (key !== null) {
        const value = copyOf((holder as Record<string, unknown>)[key]);
        set(holder, key, chance.below(2) === 0 ? [value] : { [key]: value });
      }
  }
}

function changedText(text: string, chance: Chance, words: readonly string[]): string {
  const at = chance.below(text.length + 1);
  const added = chance.below(2) === 0 ? anyWord(words, chance) : String.fromCharCode(chance.below(300));
  return text.slice(0, at) + added + text.slice(at + chance.below(3));
}

function parsed(input: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(input).toString()) as unknown;
  } catch {
    return undefined;
  }
}

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;
const copyOf = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);

/** Objects and arrays, the document's own first. */
function holdersOf(value: Holder, found: Holder[]): Holder[] {
  found.push(value);
  for (const child of Object.values(value)) if (isHolder(child)) holdersOf(child, found);
  return found;
}

function set(holder: Holder, key: string, value: unknown): void {
  // An assignment to `__proto__` would set the prototype and not write a key.
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function remove(holder: Holder, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}
