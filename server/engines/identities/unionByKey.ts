/** Numbers from 0 that belong together in sets, which can be joined (Tarjan's disjoint sets, with halved paths). */
class DisjointSets {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, at) => at);
  }

  /** The least member of the set, so that the order of sets does not depend on how they were joined. */
  find(member: number): number {
    const parents = this.#parents;
    let at = member;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] ?? at] ?? at;
    return at;
  }

  union(first: number, second: number): void {
    const [a, b] = [this.find(first), this.find(second)];
    this.#parents[Math.max(a, b)] = Math.min(a, b);
  }
}

/** Groups items that share a key, directly or transitively (connected components). Keeps the input order. */
export function unionByKey<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): (readonly Item[])[] {
  const sets = new DisjointSets(items.length);
  const byKey = new Map<string, number>();
  items.forEach((item, at) => {
    for (const key of keysOf(item)) {
      const other = byKey.get(key);
      if (other === undefined) byKey.set(key, at);
      else sets.union(other, at);
    }
  });
  const placed = items.map((item, at) => ({ item, at }));
  return [...Map.groupBy(placed, ({ at }) => sets.find(at)).values()].map((members) => members.map(({ item }) => item));
}
