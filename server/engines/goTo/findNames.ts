import type { NameKind } from "../../../contract/search/goTo.ts";
import { TypedName } from "../../../contract/matching/nameMatch.ts";
import { TypedTitle } from "../../../contract/matching/titleMatch.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { checkpoint } from "../checkpoint.ts";
import { findFiles, findSymbols } from "./findCodeNames.ts";
import { findIssueTitles, findPages, findPersonNames, findRequestTitles } from "./findTitles.ts";
import type { FoundInProject, NamesRequest } from "./foundNames.ts";

/**
 * The names of a project that fit what was typed, best first, `limit` of each kind. Reads the bytes of the index's own tables: a name is
 * decoded only if it is among the best.
 */
export function findNames(index: OpenedIndex, request: NamesRequest): FoundInProject[] {
  const typed = new TypedName(request.q);
  const isRequested = (kind: NameKind): boolean => request.kind.length === 0 || request.kind.includes(kind);
  const result: FoundInProject[] = [];
  if (isRequested("file")) result.push(...findFiles(index, typed, request));
  checkpoint();
  if (isRequested("symbol")) result.push(...findSymbols(index, typed, request));
  checkpoint();
  const title = new TypedTitle(request.q);
  if (isRequested("issue")) result.push(...findIssueTitles(index, title, request));
  if (isRequested("request")) result.push(...findRequestTitles(title, request));
  if (isRequested("page")) result.push(...findPages(index, title, request));
  if (isRequested("person")) result.push(...findPersonNames(typed, request));
  return result.sort((a, b) => b.score - a.score);
}
