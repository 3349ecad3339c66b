import { foldIdentifier } from "../../index/fold.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import { collectionsOf } from "./collections.ts";

/**
 * Whether the project's code has a name: anywhere in a file that is no documentation, in any case, whole or in a comment. So a name
 * counts as gone only when nothing at all speaks of it any more.
 */
export function hasName(index: OpenedIndex, name: string): boolean {
  const whole = foldIdentifier(name.replaceAll(/^[_$]+|[_$]+$/g, ""));
  return index.code.some(({ segment, files }) => {
    const number = segment.find(whole);
    if (number < 0) return false;
    let isThere = false;
    segment.eachDocument(number, (file) => {
      isThere ||= files.kind(file) !== "docs";
    });
    return isThere;
  });
}

/** Whether some repository has this path, or one that ends with it: pages write paths from wherever they stand. */
export function hasPath(index: OpenedIndex, path: string): boolean {
  const bare = path.replace(/^(?:\.{1,2}\/)+/, "");
  if (bare === "") return true;
  return (
    collectionsOf(index).some((collection) => collection.find(bare) >= 0 || (collection.list(bare)?.length ?? 0) > 0) ||
    index.code.some(({ files }) => files.endingWith(bare).length > 0)
  );
}
