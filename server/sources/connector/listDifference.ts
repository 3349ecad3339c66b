/** Names to add that are missing, and names to remove that are there. */
export interface ListDifference {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What is left of a change of a list; null for nothing. Names are equal regardless of case where `isFolded`. */
export function listDifference(
  present: readonly string[],
  { add, remove }: ListDifference,
  isFolded = false,
): ListDifference | null {
  const fold = (name: string): string => (isFolded ? name.toLowerCase() : name);
  const has = new Set(present.map(fold));
  const left = {
    add: [...new Set(add)].filter((name) => !has.has(fold(name))),
    // A name that is also added stays.
    remove: [...new Set(remove)].filter(
      (name) => has.has(fold(name)) && !add.some((other) => fold(other) === fold(name)),
    ),
  };
  return left.add.length === 0 && left.remove.length === 0 ? null : left;
}
