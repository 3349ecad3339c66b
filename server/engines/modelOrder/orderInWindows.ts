/** Fewer candidates than this in a window compare too little with each request. */
export const LEAST_WINDOW = 4;

/** Requests that an order of `count` candidates takes with windows of this size. */
export const windowCount = (count: number, size: number): number =>
  count <= size ? Math.min(count, 1) : 1 + Math.ceil((count - size) / stepOf(size));

const stepOf = (size: number): number => Math.max(1, Math.floor(size / 2));

/**
 * Orders candidates by windows that move from the last to the first by half their size, as RankGPT does (Sun et al. 2023, "Is ChatGPT Good at
 * Search?", arXiv:2304.09542): the best half of each window is compared again in the next one.
 * @param permute the order of some candidates as positions in what it got, from 0; null ends it
 * @returns the candidates' numbers, from 0, or null
 */
export async function orderInWindows(
  count: number,
  size: number,
  permute: (numbers: readonly number[]) => Promise<readonly number[] | null>,
): Promise<number[] | null> {
  const order = Array.from({ length: count }, (_, number) => number);
  let from = Math.max(0, count - size);
  for (;;) {
    const window = order.slice(from, from + size);
    const permutation = await permute(window);
    if (permutation === null) return null;
    order.splice(from, window.length, ...permutation.map((position) => window[position] ?? 0));
    if (from === 0) return order;
    from = Math.max(0, from - stepOf(size));
  }
}
