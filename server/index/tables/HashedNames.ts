import { partitionPoint } from "../binarySearch.ts";
/** Files by a name that is computed from their paths, in eight bytes for each: a Map of strings takes twenty times as much. */
export class HashedNames {
  /** In ascending order. */
  readonly #hashes: Uint32Array;
  /** The file of each hash; in ascending order where hashes are equal. */
  readonly #files: Uint32Array;
  readonly #nameOf: (file: number) => string;

  /** @param nameOf empty for a file without a name, which is not kept */
  constructor(files: number, nameOf: (file: number) => string) {
    const hashes = new Uint32Array(files);
    const named: number[] = [];
    for (let file = 0; file < files; file++) {
      const name = nameOf(file);
      if (name === "") continue;
      hashes[file] = hashOf(name);
      named.push(file);
    }
    this.#files = Uint32Array.from(named).sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b);
    this.#hashes = this.#files.map((file) => hashes[file] ?? 0);
    this.#nameOf = nameOf;
  }

  /** The files with a name, in ascending order. @param limit files that are looked for */
  with(name: string, limit = Infinity): number[] {
    const hash = hashOf(name);
    const first = partitionPoint(0, this.#hashes.length, (at) => (this.#hashes[at] ?? 0) < hash);
    const result: number[] = [];
    for (let at = first; this.#hashes[at] === hash && result.length < limit; at++) {
      const file = this.#files[at] ?? 0;
      if (this.#nameOf(file) === name) result.push(file);
    }
    return result;
  }
}

/** FNV-1a over the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
