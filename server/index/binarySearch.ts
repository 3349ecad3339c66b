/**
 * The first number from `low` to `high` (excluded) that `isBefore` does not hold for; `high` where it holds for all. It must hold for a
 * prefix of the range.
 */
export function partitionPoint(low: number, high: number, isBefore: (at: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last place from `low` to `high` (excluded) whose value is at most `value`, in ascending values; `low` where none is. */
export function lastAtMost(values: ArrayLike<number>, value: number, low: number, high: number): number {
  let last = high - 1;
  while (low < last) {
    const middle = (low + last + 1) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle;
    else last = middle - 1;
  }
  return low;
}
