/** A percentile without sorting all values: the time is proportional to their number. */

/** Below this many values, sorting is as fast. */
const FEW = 600;

/**
 * What `percentile` returns for the sorted values (type 7 of R. Hyndman and Y. Fan, 1996); null of nothing.
 * @param values without NaN; they are reordered
 */
export function selectPercentile(values: Float64Array, part: number): number | null {
  if (values.length === 0) return null;
  const position = (values.length - 1) * part;
  const index = Math.floor(position);
  placeNth(values, index);
  const low = values[index] ?? 0;
  if (position === index) return low;
  let high = Infinity;
  for (let at = index + 1; at < values.length; at += 1) high = Math.min(high, values[at] ?? Infinity);
  return low + (high - low) * (position - index);
}

/** Moves values so that the one at `index` is as after sorting, with no greater one before it and no smaller one after it. */
function placeNth(values: Float64Array, index: number): void {
  let [low, high] = [0, values.length - 1];
  // Values in a hostile order make bad pivots: after too many rounds the rest is sorted.
  for (let rounds = 2 * Math.ceil(Math.log2(values.length + 1)); high - low > FEW && rounds > 0; rounds -= 1) {
    const pivot = middleOf(values[low] ?? 0, values[(low + high) >> 1] ?? 0, values[high] ?? 0);
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else return;
  }
  values.subarray(low, high + 1).sort();
}

const middleOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
