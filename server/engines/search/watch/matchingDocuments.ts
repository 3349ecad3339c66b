import { RESULT_KINDS } from "../../../../contract/constants.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { Collection } from "../collections/collection.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";
import { planQuery } from "../query/plan.ts";
import { type Scratch, withScratch } from "../scoring/ScratchPool.ts";
import { findHits } from "../search.ts";
import type { SearchRequest } from "../query/searchRequest.ts";

/** A document that matches, by a key that stays the same while the document exists. */
export interface Match {
  readonly key: string;
  /** Id of its repository, tracker or wiki. */
  readonly source: string | null;
  readonly title: string;
}

export interface Matches {
  /** Null where there are more than the limit. */
  readonly matches: readonly Match[] | null;
  /** The time for texts was over before all of them were read: some matches may be missing. */
  readonly isPartial: boolean;
}

/** Time for the texts of one search: the thread has a low priority, and other projects wait for it. */
const TEXT_BUDGET_MS = 2000;

/**
 * All documents that match a query as it is written: no word is corrected, and documents that have some of the words do not count where
 * none has enough of them. People are left out: they are in no sync.
 */
export function matchingDocuments(index: OpenedIndex, request: SearchRequest, limit: number): Matches {
  const chosen = request.kind?.length ? request.kind : RESULT_KINDS;
  const kind = chosen.filter((candidate) => candidate !== "person");
  if (kind.length === 0) return { matches: [], isPartial: false };
  return withScratch((scratch) => matchesIn(scratch, index, { ...request, kind, budgetMs: TEXT_BUDGET_MS }, limit));
}

function matchesIn(scratch: Scratch, index: OpenedIndex, request: SearchRequest, limit: number): Matches {
  const plan = planQuery(index, request.q);
  const { resultsByKind, exact, run, total, texts } = findHits(scratch, index, { ...request, limit: limit + 1 }, plan);
  const isPartial = texts.searched < texts.of;
  const places: { readonly collection: Collection; readonly documentRef: DocumentRef }[] = [...exact];
  if (!run.isRelaxed) {
    if (total > limit) return { matches: null, isPartial };
    for (const { collection, hits } of resultsByKind)
      for (const { documentRef } of hits) places.push({ collection, documentRef });
  }
  const matches = new Map<string, Match>();
  for (const { collection, documentRef } of places) {
    const match = matchOf(collection, documentRef);
    matches.set(match.key, match);
  }
  return { matches: [...matches.values()], isPartial };
}

/** A match with its key. A symbol is identified by container and name, because its id contains its line, which an edit above it moves. */
function matchOf(collection: Collection, documentRef: DocumentRef): Match {
  const { kind, id, title, source, path, symbol } = collection.present(documentRef);
  const key =
    kind === "symbol"
      ? [kind, source, path, symbol?.container ?? "", title].join("\n")
      : [kind, source ?? "", path ?? id].join("\n");
  return { key, source, title: kind === "code" ? (path ?? title) : title };
}
