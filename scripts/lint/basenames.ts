import { basename } from "node:path";

/** `.ts` and `.tsx` are one ending; a style file belongs to the component of its name. */
const nameOf = (path: string): string =>
  basename(path)
    .toLowerCase()
    .replace(/\.tsx?$/, "");

/** Files that share a name, compared without case, as "go to file" of an editor lists them. @returns groups of paths, by name */
export function sharedBasenames(paths: readonly string[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(paths, nameOf);
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.toSorted());
}
