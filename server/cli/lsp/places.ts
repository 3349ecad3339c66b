import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Clone } from "./Clones.ts";
import type { CodeKnowledge } from "./CodeKnowledge.ts";

/** The file of a clone that a place is in; null for one of another repository. */
export function uriOfPlace(
  clone: Clone,
  knowledge: CodeKnowledge,
  place: { readonly source: string; readonly path: string },
): string | null {
  const path = knowledge.pathInClone(place);
  return path === null ? null : pathToFileURL(join(clone.root, path)).href;
}
