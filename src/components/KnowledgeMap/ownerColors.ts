import type { KnowledgeFolder, KnowledgeMap } from "../../../contract/experts.ts";

/** So many owners have a colour of their own; more could not be told apart. */
const COLORS = 6;

/** Index of each person's colour, by descending share; a person without an entry has the colour of the others. */
export const colorsOf = (people: KnowledgeMap["people"]): ReadonlyMap<string, number> =>
  new Map(
    people
      .filter(({ presence, files }) => presence !== "gone" && files > 0)
      .slice(0, COLORS)
      .map(({ id }, at) => [id, at + 1]),
  );

/** Who knows most of a part and is still there. */
export const ownerOf = ({ holding, holders }: KnowledgeFolder): KnowledgeFolder["holders"][number] | null =>
  holding === "orphan" ? null : (holders[0] ?? null);

/** The part of a path below the folder that is shown. */
export function nameIn(folder: string, path: string): string {
  const prefix = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
