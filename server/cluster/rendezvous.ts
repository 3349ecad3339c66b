/**
 * Weighted rendezvous hashing: every process computes the same order of holders for a key from the list of live processes alone. A process
 * that joins or leaves moves only the keys that it holds (Thaler and Ravishankar 1998; weights as in Schindelhauer and Schomaker 2005).
 */

export interface KeyHolder {
  /** Stable over restarts, so that a process finds in its cache what it held before. */
  readonly address: string;
  /** The share of keys that it holds is proportional to this. */
  readonly weight: number;
}

const TWO_32 = 2 ** 32;

/** The final mix of MurmurHash3: each bit of the input changes each bit of the output with a probability of one half. */
function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a with a final mix, over UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/** A list of live processes, prepared for many keys. */
export class Rendezvous<T extends KeyHolder> {
  readonly #candidates: readonly T[];
  readonly #hashes: Uint32Array;

  constructor(candidates: readonly T[]) {
    this.#candidates = candidates;
    this.#hashes = Uint32Array.from(candidates, ({ address }) => hashText(address));
  }

  get candidates(): readonly T[] {
    return this.#candidates;
  }

  /**
   * The first holders of a key, best first. The next one takes over when one does not answer.
   * @param accept leaves a candidate out when it returns false
   */
  holders(key: string, count: number, accept: (candidate: T) => boolean = () => true): T[] {
    const ofKey = hashText(key);
    const best: { readonly candidate: T; readonly score: number }[] = [];
    for (const [place, candidate] of this.#candidates.entries()) {
      if (!accept(candidate)) continue;
      // Uniform in (0, 1), so that the logarithm is finite and negative.
      const uniform = (mix((this.#hashes[place] ?? 0) ^ ofKey) + 0.5) / TWO_32;
      const score = candidate.weight / -Math.log(uniform);
      const last = best[count - 1];
      if (last && !isBefore({ candidate, score }, last)) continue;
      let at = best.length;
      for (let before = best[at - 1]; before && isBefore({ candidate, score }, before); before = best[at - 1]) at -= 1;
      best.splice(at, 0, { candidate, score });
      if (best.length > count) best.pop();
    }
    return best.map(({ candidate }) => candidate);
  }
}

/** Equal scores are decided by address, so that all processes decide alike. */
const isBefore = (
  scored: { readonly candidate: KeyHolder; readonly score: number },
  other: { readonly candidate: KeyHolder; readonly score: number },
): boolean =>
  scored.score > other.score || (scored.score === other.score && scored.candidate.address < other.candidate.address);
