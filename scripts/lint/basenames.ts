import { basename } from "node:path";

/** Files that share a name, compared without case, as "go to file" of an editor lists them. @returns groups of paths, by name */
export function sharedBasenames(paths: readonly string[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(paths, (path) => basename(path).toLowerCase());
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.toSorted());
}
