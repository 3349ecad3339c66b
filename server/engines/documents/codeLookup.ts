import { normalizeIdentifier } from "../../index/text/normalizeText.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";

/**
 * Whether the project's code has a name: anywhere in a file that is no documentation, in any case, whole or in a comment. So a name
 * counts as gone only when nothing mentions it any more.
 */
export function hasName(index: OpenedIndex, name: string): boolean {
  const term = normalizeIdentifier(name.replaceAll(/^[_$]+|[_$]+$/g, ""));
  return index.code.some(({ segment, files }) => {
    const number = segment.find(term);
    if (number < 0) return false;
    let isThere = false;
    segment.eachDocument(number, (file) => {
      isThere ||= files.kind(file) !== "docs";
    });
    return isThere;
  });
}

const folders = memoize((index: OpenedIndex): ReadonlySet<string> => {
  const result = new Set<string>();
  for (const { files } of index.code) {
    for (let file = 0; file < files.length; file++) {
      let path = files.path(file);
      for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/")) {
        path = path.slice(0, slash);
        if (result.has(path)) break;
        result.add(path);
      }
    }
  }
  return result;
});

/**
 * Whether some repository has this path, as a file or a folder, or one that ends with it: pages write paths relative to their own folder,
 * also from the folder that the repository was cloned into.
 */
export function hasPath(index: OpenedIndex, path: string): boolean {
  const bare = path.replace(/^(?:\.{0,2}\/)+/, "");
  if (bare === "") return true;
  const folderPaths = folders(index);
  const isThere = (candidate: string): boolean =>
    folderPaths.has(candidate) ||
    index.code.some(({ files }) => files.find(candidate) >= 0 || files.endingWith(candidate).length > 0);
  const inside = bare.slice(bare.indexOf("/") + 1);
  return (
    isThere(bare) ||
    (inside !== bare && isThere(inside)) ||
    [...folderPaths].some((folder) => folder.endsWith(`/${bare}`))
  );
}
