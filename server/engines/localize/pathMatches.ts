import type { FileTable } from "../../index/tables/fileTable.ts";
import { memoize } from "../../memoize.ts";
import { FILE_CONSTANTS } from "./localizeWeights.ts";

/** A file that a path of the text may mean, with how sure that is (0 to 1). */
export interface PathMatch {
  readonly file: number;
  readonly certainty: number;
}

/** Finds files by their whole path, and by its end. */
export type PathLookup = Pick<FileTable, "find" | "endingWith">;

/** Names that occur in every folder: alone they identify no path. */
const COMMON_NAME =
  /^(__init__|index|main|mod|lib|setup|conf|config|utils?|types?|test|readme|package|conftest)\.\w+$/i;
const MAX_MATCHES = 12;

/**
 * Files that `path` may mean. Traces come from other machines, so leading folders are dropped one by one until the rest is the end
 * of some path; the more of it fits, the surer. A dotted name is tried as the path of a module.
 */
export function filesAtPath(files: FileTable, path: string): PathMatch[] {
  if (isAbsolute(path)) return filesAtFrame(files, path);
  const clean = cleaned(path);
  if (clean === "") return [];
  const direct = longestSuffixMatch(files, clean.split("/"));
  if (direct.length > 0) return direct;
  if (clean.includes("/")) return filesInFolder(files, clean);
  const names = clean.split(".");
  if (names.length < 2) return [];
  for (let end = names.length; end >= Math.max(1, names.length - 2); end--) {
    const parts = names.slice(0, end);
    if (parts.length < 2 && end < names.length) break;
    for (const ending of [".py", PACKAGE_FILE, ".java", ".kt", ".ts", ".js", ".rb", ".cs", ".php"]) {
      const matches = files.endingWith(parts.join("/") + ending).slice(0, MAX_MATCHES);
      if (matches.length === 0) continue;
      const moduleFiles = matches.map((file) => ({
        file,
        certainty:
          (parts.length > 1 ? FILE_CONSTANTS.nestedModule.value : FILE_CONSTANTS.singleModule.value) / matches.length,
      }));
      return ending === PACKAGE_FILE
        ? [...moduleFiles, ...filesInFolder(files, parts.join("/"), PACKAGE_FILE)]
        : moduleFiles;
    }
  }
  return filesInFolder(files, names.join("/"));
}

const PACKAGE_FILE = "/__init__.py";
const MAX_IN_PACKAGE = 40;

/** The files of code that are in a folder itself, by the folder's path, and of no more than a few folders of that name. */
function filesInFolder(files: FileTable, folder: string, except = ""): PathMatch[] {
  const suffix = folder.toLowerCase();
  if (!suffix.includes("/") && except === "") return [];
  const folders = foldersOf(files)
    .get(suffix.slice(suffix.lastIndexOf("/") + 1))
    ?.filter(({ path }) => `/${path}`.endsWith(`/${suffix}`))
    .flatMap(({ files: inside }) => inside)
    .filter((file) => except === "" || !files.path(file).endsWith(except));
  if (folders === undefined || folders.length > MAX_IN_PACKAGE) return [];
  return folders.map((file) => ({ file, certainty: FILE_CONSTANTS.inPackage.value / Math.sqrt(folders.length) }));
}

interface Folder {
  readonly path: string;
  readonly files: number[];
}

/** The folders with files of code, by their own name; all in lower case. */
const foldersOf = memoize((files: FileTable): ReadonlyMap<string, readonly Folder[]> => {
  const byPath = new Map<string, Folder>();
  for (let file = 0; file < files.length; file++) {
    if (files.kind(file) !== "code") continue;
    const path = files.path(file).toLowerCase();
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const existing = byPath.get(folder);
    if (existing) existing.files.push(file);
    else byPath.set(folder, { path: folder, files: [file] });
  }
  return Map.groupBy(byPath.values(), ({ path }) => path.slice(path.lastIndexOf("/") + 1));
});

/**
 * Files that the path of a stack frame may mean. It is a path of another machine: the longest end of it that a path of the repository has
 * counts, with a folder at least, because files of other projects have the same names. Of an installed package all of its path counts, so
 * that a frame in a library means no file of the repository.
 */
export function filesAtFrame(files: PathLookup, path: string): PathMatch[] {
  const clean = cleaned(path);
  if (clean === "") return [];
  const printed = clean.split("/");
  const parts = printed.map((part) => part.replace(VERSION, ""));
  if (parts.length === 1) return longestSuffixMatch(files, parts);
  const installed = installedFrom(printed);
  const last = installed < 0 ? parts.length - 2 : installed;
  const matches = longestSuffixMatch(files, parts, Math.min(last, parts.length - 2));
  if (matches.length > 0 || (installed >= 0 && installed < parts.length - 1)) return matches;
  // A file at the top of a repository or a package has no folder that could be compared.
  const name = parts.at(-1) ?? "";
  if (COMMON_NAME.test(name)) return [];
  return TOP_FOLDERS.flatMap((folder) => files.find(`${folder}${name}`))
    .filter((file) => file >= 0)
    .slice(0, 1)
    .map((file) => ({
      file,
      certainty: installed < 0 ? FILE_CONSTANTS.topOfPackage.value : FILE_CONSTANTS.nameAlone.value,
    }));
}

const cleaned = (path: string): string => path.replace(/^(?:[A-Za-z]:)?[./~]+/, "").replace(/\/+$/, "");
/** What a repository has above the files of a package that is one folder when it is installed. */
const TOP_FOLDERS = ["", "src/", "lib/"];
const isAbsolute = (path: string): boolean => /^(?:[A-Za-z]:)?[/~]/.test(path) && /[^/~]\//.test(path);
/** The version in the folder of an installed package: `gin@v1.9.1`, `serde-1.0.130`. */
const VERSION = /(?:@v?|-)\d{1,6}(?:\.\d{1,6}){1,3}[\w.+-]{0,40}$/;

/** The first part of a path that is inside of an installed package or of a runtime's own library; -1 for a path in neither. */
function installedFrom(parts: readonly string[]): number {
  for (let at = parts.length - 2; at >= 0; at--) {
    const part = parts[at] ?? "";
    const next = parts[at + 1] ?? "";
    if (part === "node_modules") return Math.min(parts.length - 1, at + (next.startsWith("@") ? 3 : 2));
    if (/^(?:site|dist)-packages$/.test(part)) return next.endsWith(".egg") ? at + 2 : at + 1;
    if (/^python\d(?:\.\d{1,2})?$/.test(part) && /^lib\d*$/i.test(parts[at - 1] ?? "")) return at + 1;
    if (part === "gems" || part === "rustc") return Math.min(parts.length - 1, at + 2);
    if (part === "src" && parts[at - 1] === "registry") return Math.min(parts.length - 1, at + 3);
    if (part === "src" && parts[at - 1] === "go" && !next.includes(".")) return at + 1;
    if (/@v\d/.test(part)) return at + 1;
  }
  return -1;
}

/** @param last the last part at which the end may begin */
function longestSuffixMatch(files: PathLookup, parts: readonly string[], last: number = parts.length - 1): PathMatch[] {
  for (let from = 0; from <= last; from++) {
    const rest = parts.slice(from);
    const matches = files.endingWith(rest.join("/"));
    if (matches.length === 0) continue;
    if (matches.length > MAX_MATCHES) return [];
    const isVague = rest.length === 1 && COMMON_NAME.test(rest[0] ?? "");
    const certainty =
      (isVague
        ? FILE_CONSTANTS.commonNameAlone.value
        : rest.length === 1
          ? FILE_CONSTANTS.nameAlone.value
          : FILE_CONSTANTS.pathWithFolder.value) / matches.length;
    return matches.map((file) => ({ file, certainty }));
  }
  return [];
}
