import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import { type Holding, type KnownFile, type Knowledge, holdingOf, sharesInOrder, sumShares } from "./knowledge.ts";

/** A part of the map: a folder, or a file where its folder has no more folders. */
export interface MapPart {
  readonly member: number;
  readonly path: string;
  readonly files: readonly KnownFile[];
  readonly holding: Holding;
  /** The people of the folder by their share of all contribution, three at most. */
  readonly holders: readonly { person: number; share: number }[];
  /** A person who has left and has the largest share. */
  readonly left: { person: number; share: number } | null;
  readonly opens: boolean;
}

/** The active person with the largest share of a part; null where no one active knows it. */
export const ownerOf = ({
  holding,
  holders,
}: Pick<MapPart, "holding" | "holders">): MapPart["holders"][number] | null =>
  holding === "orphan" ? null : (holders[0] ?? null);

export interface FolderLost {
  readonly member: number;
  readonly path: string;
  readonly files: readonly KnownFile[];
  /** The person with the largest share among those who stay; -1 for none. */
  readonly next: number;
}

const MAX_HOLDERS = 3;
/** More tiles than this cannot be distinguished; the smallest are one level up in any case. */
const MAX_PARTS = 160;

/** A folder of so few files is one part in any case. */
const FEW_FILES = 8;
/** Parts are divided until there are this many: more cannot be read. */
const ENOUGH_PARTS = 120;

/**
 * The parts of a folder (`""` is the root): its folders, the largest of them split into their own parts; where there are folders, the
 * remaining files are one part (`path/*`), otherwise each is one. A folder whose only part is a folder is skipped in favour of that.
 *
 * @param gone people who are counted as having left
 */
export function partsOf(
  { files, isActive }: Knowledge,
  member: number | null,
  folder: string,
  gone: ReadonlySet<number> = new Set(),
): MapPart[] {
  const top = folder.replace(/^\/+|\/+$/g, "");
  const prefix = top === "" ? "" : `${top}/`;
  const inside = files.filter((file) => (member === null || file.member === member) && file.path.startsWith(prefix));
  let groups = groupsOf(inside, prefix);
  for (;;) {
    const large = groups.find(
      ({ path, files: groupFiles }) =>
        path.endsWith("/") &&
        groupFiles.length > Math.max(FEW_FILES, inside.length * EXPERT_CONSTANTS.largePartShare.value),
    );
    const parts = large && groupsOf(large.files, large.path);
    if (!large || !parts || parts.length < 2 || groups.length + parts.length > ENOUGH_PARTS) break;
    groups = [...groups.filter((group) => group !== large), ...parts].sort((a, b) => b.files.length - a.files.length);
  }
  const is = (person: number): boolean => isActive[person] === 1 && !gone.has(person);
  return groups.slice(0, MAX_PARTS).map(({ path, files: groupFiles }): MapPart => {
    const shares = sumShares(groupFiles);
    const order = sharesInOrder(shares);
    const first = order[0];
    return {
      member: groupFiles[0]?.member ?? 0,
      path: path.replace(/\/$/, ""),
      files: groupFiles,
      holding: holdingOf(shares, is),
      holders: order.filter(({ person }) => is(person)).slice(0, MAX_HOLDERS),
      left: first && !is(first.person) ? first : null,
      opens: path.endsWith("/"),
    };
  });
}

interface Group {
  /** Ends in a slash for a folder. */
  readonly path: string;
  readonly files: KnownFile[];
}

/** Files below a folder by their next step, the largest group first. */
function groupsOf(files: readonly KnownFile[], prefix: string): Group[] {
  const groups = new Map<string, Group>();
  const hasFolders = files.some(({ path }) => path.includes("/", prefix.length));
  for (const file of files) {
    const slash = file.path.indexOf("/", prefix.length);
    const path = slash >= 0 ? file.path.slice(0, slash + 1) : hasFolders ? `${prefix}*` : file.path;
    const key = `${file.member}:${path}`;
    const group = groups.get(key);
    if (group) group.files.push(file);
    else groups.set(key, { path, files: [file] });
  }
  return [...groups.values()]
    .map(({ path, files: groupFiles }) => ({
      path: path.endsWith("/") ? through(path, groupFiles) : path,
      files: groupFiles,
    }))
    .sort((a, b) => b.files.length - a.files.length || (a.path < b.path ? -1 : 1));
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

/** What becomes an orphan when a person leaves: the folders of the files that only they hold, each with the person who has the next largest share. */
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
  const allByFolder = Map.groupBy(
    files.filter((file) => byFolder.has(folderOf(file))),
    folderOf,
  );
  const folders = [...byFolder]
    .map(([key, lostFiles]): FolderLost => ({
      member: lostFiles[0]?.member ?? 0,
      path: key.slice(key.indexOf(":") + 1),
      files: lostFiles,
      // No one else knows enough of these files, so the person with the largest share of the folder is the closest.
      next:
        sharesInOrder(sumShares(allByFolder.get(key) ?? lostFiles)).find(
          ({ person: other, share }) => stays(other) && share >= EXPERT_CONSTANTS.minSuccessorShare.value,
        )?.person ?? -1,
    }))
    .sort((a, b) => b.files.length - a.files.length || (a.path < b.path ? -1 : 1));
  return { files: lost.length, folders: folders.slice(0, SHOWN_FOLDERS) };
}
