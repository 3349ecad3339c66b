/** Numbers from 0 that belong together in sets, which can be joined (Tarjan's disjoint sets, with halved paths). */
class DisjointSets {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, at) => at);
  }

  /** The least member of the set, so that the order in which sets stand does not depend on how they were joined. */
  leaderOf(member: number): number {
    const parents = this.#parents;
    let at = member;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] ?? at] ?? at;
    return at;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.leaderOf(one), this.leaderOf(other)];
    this.#parents[Math.max(a, b)] = Math.min(a, b);
  }
}

/** Groups items that share a mark, directly or transitively (connected components). Keeps the input order. */
export function joinByMarks<Item>(
  items: readonly Item[],
  marksOf: (item: Item) => readonly string[],
): (readonly Item[])[] {
  const sets = new DisjointSets(items.length);
  const byMark = new Map<string, number>();
  items.forEach((item, at) => {
    for (const mark of marksOf(item)) {
      const other = byMark.get(mark);
      if (other === undefined) byMark.set(mark, at);
      else sets.join(other, at);
    }
  });
  const placed = items.map((item, at) => ({ item, at }));
  return [...Map.groupBy(placed, ({ at }) => sets.leaderOf(at)).values()].map((members) =>
    members.map(({ item }) => item),
  );
}
