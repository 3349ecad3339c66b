import { type Holding, type KnownFile, type Knowledge, holdingOf, sharesInOrder, sumShares } from "./knowledge.ts";

/** A part of the map: a folder, or a file where its folder has no more folders. */
export interface MapPart {
  readonly member: number;
  readonly path: string;
  readonly files: readonly KnownFile[];
  readonly holding: Holding;
  /** Who is there, by their share of all contribution, three at most. */
  readonly holders: readonly { person: number; share: number }[];
  /** Somebody who has left and holds more than anybody else. */
  readonly left: { person: number; share: number } | null;
  readonly opens: boolean;
}

export interface FolderLost {
  readonly member: number;
  readonly path: string;
  readonly files: readonly KnownFile[];
  /** Who knows most of it among those who stay; -1 for nobody. */
  readonly next: number;
}

const HOLDERS = 3;
/** More tiles than this cannot be told apart; the smallest are one level up in any case. */
const MOST_PARTS = 160;

/**
 * The parts of a folder (`""` is the root): its folders, with the files right in it as further parts. A folder whose only part is a
 * folder is walked through, so that `src/main/java` is one step.
 *
 * @param gone people who are counted as having left
 */
export function partsOf(
  { files, isActive }: Knowledge,
  member: number | null,
  folder: string,
  gone: ReadonlySet<number> = new Set(),
): MapPart[] {
  const prefix = folder === "" ? "" : `${folder.replace(/^\/+|\/+$/g, "")}/`;
  const inside = files.filter((file) => (member === null || file.member === member) && file.path.startsWith(prefix));
  const groups = new Map<string, KnownFile[]>();
  for (const file of inside) {
    const rest = file.path.slice(prefix.length);
    const slash = rest.indexOf("/");
    const key = `${file.member}:${prefix}${slash < 0 ? rest : `${rest.slice(0, slash)}/`}`;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  const is = (person: number): boolean => isActive[person] === 1 && !gone.has(person);
  return [...groups]
    .map(([key, own]): MapPart => {
      const start = key.slice(key.indexOf(":") + 1);
      const path = start.endsWith("/") ? through(start, own) : start;
      const shares = sumShares(own);
      const order = sharesInOrder(shares);
      const holders = order.filter(({ person }) => is(person)).slice(0, HOLDERS);
      const first = order[0];
      return {
        member: own[0]?.member ?? 0,
        path: path.replace(/\/$/, ""),
        files: own,
        holding: holdingOf(shares, is),
        holders,
        left: first && !is(first.person) ? first : null,
        opens: path.endsWith("/"),
      };
    })
    .sort((a, b) => b.files.length - a.files.length || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_PARTS);
}

/** The deepest folder that holds all of these files. */
function through(start: string, files: readonly KnownFile[]): string {
  let path = start;
  for (;;) {
    const next = files[0]?.path.slice(path.length) ?? "";
    const slash = next.indexOf("/");
    const deeper = path + next.slice(0, slash + 1);
    if (slash < 0 || !files.every((file) => file.path.startsWith(deeper))) return path;
    path = deeper;
  }
}

const SHOWN_FOLDERS = 100;

/** What becomes an orphan when somebody leaves: the folders of the files that only they still hold, with who is next. */
export function lostWith(knowledge: Knowledge, person: number): { files: number; folders: FolderLost[] } {
  const { files, isActive } = knowledge;
  const stays = (other: number): boolean => isActive[other] === 1 && other !== person;
  const lost = files.filter(
    ({ shares }) =>
      shares.has(person) &&
      holdingOf(shares, (other) => isActive[other] === 1) !== "orphan" &&
      holdingOf(shares, stays) === "orphan",
  );
  const folderOf = ({ member, path }: KnownFile): string =>
    `${member}:${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
  const byFolder = Map.groupBy(lost, folderOf);
  const whole = Map.groupBy(
    files.filter((file) => byFolder.has(folderOf(file))),
    folderOf,
  );
  const folders = [...byFolder]
    .map(([key, own]): FolderLost => ({
      member: own[0]?.member ?? 0,
      path: key.slice(key.indexOf(":") + 1),
      files: own,
      // Of the files themselves nobody else knows enough; whoever works beside them is nearest.
      next:
        sharesInOrder(sumShares(whole.get(key) ?? own)).find(
          ({ person: other, share }) => stays(other) && share >= 0.02,
        )?.person ?? -1,
    }))
    .sort((a, b) => b.files.length - a.files.length || (a.path < b.path ? -1 : 1));
  return { files: lost.length, folders: folders.slice(0, SHOWN_FOLDERS) };
}
