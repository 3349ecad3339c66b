/** Places of the tiles of a treemap (M. Bruls, K. Huizing and J. van Wijk, "Squarified Treemaps", 2000). */

export interface TileBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle for each area, in their order. @param areas the largest first; each above 0 */
export function squarify(areas: readonly number[], width: number, height: number): TileBox[] {
  const total = areas.reduce((sum, area) => sum + area, 0);
  const boxes: TileBox[] = [];
  let free = { x: 0, y: 0, width, height };
  let at = 0;
  while (at < areas.length) {
    const side = Math.min(free.width, free.height);
    const scale = (width * height) / total;
    let row = [(areas[at] ?? 0) * scale];
    while (at + row.length < areas.length) {
      const longer = [...row, (areas[at + row.length] ?? 0) * scale];
      if (worstRatio(longer, side) > worstRatio(row, side)) break;
      row = longer;
    }
    const sum = row.reduce((all, area) => all + area, 0);
    const depth = side === 0 ? 0 : sum / side;
    const isColumn = free.width >= free.height;
    let offset = 0;
    for (const area of row) {
      const length = depth === 0 ? 0 : area / depth;
      boxes.push(
        isColumn
          ? { x: free.x, y: free.y + offset, width: depth, height: length }
          : { x: free.x + offset, y: free.y, width: length, height: depth },
      );
      offset += length;
    }
    free = isColumn
      ? { ...free, x: free.x + depth, width: Math.max(0, free.width - depth) }
      : { ...free, y: free.y + depth, height: Math.max(0, free.height - depth) };
    at += row.length;
  }
  return boxes;
}

/** The ratio of the sides of the least square tile of a row along a side. */
function worstRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((all, area) => all + area, 0);
  const [smallest, largest] = [Math.min(...row), Math.max(...row)];
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}
