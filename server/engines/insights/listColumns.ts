/** Lists of numbers one after the other, and where each begins. */
export function listColumns(rows: readonly (readonly number[])[]): { start: Int32Array; items: Int32Array } {
  const start = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => (start[i + 1] = (start[i] ?? 0) + row.length));
  return { start, items: Int32Array.from(rows.flat()) };
}
