import type { FileTable } from "../../index/tables/fileTable.ts";

/** A file that a path of the text may mean, with how sure that is (0 to 1). */
export interface PathMatch {
  readonly file: number;
  readonly certainty: number;
}

/** Names that occur in every folder: alone they identify no path. */
const COMMON_NAME =
  /^(__init__|index|main|mod|lib|setup|conf|config|utils?|types?|test|readme|package|conftest)\.\w+$/i;
const MAX_MATCHES = 12;
/** Certainties by what fits: folders with the name, the name alone, and a name that many folders have. Chosen, not measured alone. */
const WITH_FOLDER = 1;
const NAME_ALONE = 0.8;
const COMMON_NAME_ALONE = 0.25;
/** Of a dotted name: as a module inside a package, and as a single name. */
const NESTED_MODULE = 0.8;
const SINGLE_MODULE = 0.4;

/**
 * Files that `path` may mean. Traces come from other machines, so leading folders are dropped one by one until the rest is the end
 * of some path; the more of it fits, the surer. A dotted name is tried as the path of a module.
 */
export function filesAtPath(files: FileTable, path: string): PathMatch[] {
  const clean = path.replace(/^[./~]+/, "").replace(/\/+$/, "");
  if (clean === "") return [];
  const direct = longestSuffixMatch(files, clean.split("/"));
  if (direct.length > 0 || clean.includes("/")) return direct;
  const names = clean.split(".");
  if (names.length < 2) return [];
  for (let end = names.length; end >= Math.max(1, names.length - 2); end--) {
    const parts = names.slice(0, end);
    if (parts.length < 2 && end < names.length) break;
    for (const ending of [".py", "/__init__.py", ".java", ".kt", ".ts", ".js", ".rb", ".cs", ".php"]) {
      const found = files.endingWith(parts.join("/") + ending).slice(0, MAX_MATCHES);
      if (found.length > 0)
        return found.map((file) => ({
          file,
          certainty: (parts.length > 1 ? NESTED_MODULE : SINGLE_MODULE) / found.length,
        }));
    }
  }
  return [];
}

function longestSuffixMatch(files: FileTable, parts: readonly string[]): PathMatch[] {
  for (let from = 0; from < parts.length; from++) {
    const rest = parts.slice(from);
    const found = files.endingWith(rest.join("/"));
    if (found.length === 0) continue;
    if (found.length > MAX_MATCHES) return [];
    const isVague = rest.length === 1 && COMMON_NAME.test(rest[0] ?? "");
    const certainty = (isVague ? COMMON_NAME_ALONE : rest.length === 1 ? NAME_ALONE : WITH_FOLDER) / found.length;
    return found.map((file) => ({ file, certainty }));
  }
  return [];
}
