/** What a list calls people by, of whom several may have one name. */
export interface Named {
  readonly name: string;
  /** What else they are known as, the most specific first. */
  readonly alsoKnownAs: readonly string[];
}

/** The names; one that several people have gets a suffix: the first alias that is unique among them, or a number. */
export function uniqueLabels(people: readonly Named[]): string[] {
  const groups = Map.groupBy(people.keys(), (at) => people[at]?.name ?? "");
  const labels = people.map(({ name }) => name);
  const taken = new Set([...groups].flatMap(([name, group]) => (group.length === 1 ? [name] : [])));
  for (const [name, group] of groups) {
    if (group.length === 1) continue;
    const counts = new Map<string, number>();
    for (const at of group)
      for (const text of people[at]?.alsoKnownAs ?? []) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const at of group) {
      const uniqueName = people[at]?.alsoKnownAs.find((text) => counts.get(text) === 1);
      let label = uniqueName === undefined ? name : `${name} (${uniqueName})`;
      for (let number = 2; taken.has(label); number++) label = `${name} (${number})`;
      taken.add(label);
      labels[at] = label;
    }
  }
  return labels;
}
