/**
 * A seeded generator of numbers in [0, 1): two runs make the same calls. Neighbouring seeds give unrelated sequences (mulberry32 by Tommy
 * Ettinger); otherwise users with neighbouring seeds would start at the same moment.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
