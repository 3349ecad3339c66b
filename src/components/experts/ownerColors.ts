import type { KnowledgeFolder, KnowledgeMap } from "../../../contract/people/experts.ts";

/** Number of owners with a separate colour; more would be indistinguishable. */
const COLORS = 6;

/** Index of each person's colour, by descending share; a person without an entry has the colour of the others. */
export const colorsOf = (people: KnowledgeMap["people"]): ReadonlyMap<string, number> =>
  new Map(
    people
      .filter(({ presence, files }) => presence !== "gone" && files > 0)
      .slice(0, COLORS)
      .map(({ id }, at) => [id, at + 1]),
  );

/** The person who knows most of a part and is active. */
export const ownerOf = ({ holding, holders }: KnowledgeFolder): KnowledgeFolder["holders"][number] | null =>
  holding === "orphan" ? null : (holders[0] ?? null);

/** The path relative to the shown folder. */
export function nameIn(folder: string, path: string): string {
  const prefix = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
