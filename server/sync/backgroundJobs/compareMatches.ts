import { createHash } from "node:crypto";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import type { SourceRow } from "../../db/tables/sources/sources.ts";
import type { Matches } from "../../engines/search/watch/matchingDocuments.ts";
import { type Manifest, symbolsOf } from "../../index/manifest.ts";

const HASH_BYTES = 8;

/** What the watchers of a search know. */
export interface KnownMatches {
  /** Hashes of the matches, 8 bytes each. */
  readonly seen: Uint8Array;
  /** Ids of the sources that some comparison has covered entirely. */
  readonly sources: readonly string[];
}

/** Sources of a project, by id. */
export interface SourcesOfIndex {
  /** Those that the index contains entirely. */
  readonly complete: ReadonlySet<string>;
  /** Those that it contained entirely in an earlier comparison, and does not now. */
  readonly absent: ReadonlySet<string>;
}

/**
 * Which sources an index contains entirely. A source whose first sync has not ended, or that is built again for a new format of the index,
 * is not one of them.
 * @param before the sources that earlier comparisons have covered
 */
export function completeSources(
  sources: readonly Pick<SourceRow, "id" | "kind" | "sync_state" | "sync_items">[],
  { code, commits, issues, pages }: Manifest,
  before: readonly string[] = [],
): SourcesOfIndex {
  const complete = new Set<string>();
  const absent = new Set<string>();
  for (const { id, kind, sync_state, sync_items } of sources) {
    const part = kind === "tracker" ? issues : pages;
    const isComplete =
      kind === "repository"
        ? code.some((repository) => repository.source === id && symbolsOf(repository) !== null) &&
          commits.some(({ source }) => source === id)
        : (part !== null || sync_items === 0) && (sync_state === "ready" || before.includes(id));
    if (isComplete) complete.add(id);
    else if (before.includes(id)) absent.add(id);
  }
  return { complete, absent };
}

/**
 * Compares the matches of a search with the known ones. A match is new only if an earlier comparison has covered its source: otherwise
 * everything in a source that has been linked since would be new.
 * @param before null at the first comparison, at which nothing is new
 * @param limit matches that are kept
 * @returns what is known from now on, null if there are too many matches or the first comparison did not find all; and titles of the new ones
 */
export function compareMatches(
  before: KnownMatches | null,
  { matches, isPartial }: Matches,
  { complete, absent }: SourcesOfIndex,
  limit: number = SAVED_SEARCH_LIMITS.matches,
): { readonly stored: KnownMatches | null; readonly titles: string[] } {
  if (matches === null || (isPartial && !before)) return { stored: null, titles: [] };
  const hashes = new Map(matches.map((match) => [hashOf(match.key), match]));
  const seenHashes = before && hashesIn(before.seen);
  const titles = [...hashes].flatMap(([hash, { source, title }]) =>
    seenHashes && !seenHashes.has(hash) && (source === null || before.sources.includes(source)) ? [title] : [],
  );
  // Matches in texts that were not read, and in sources that are absent, may still exist.
  const seen = seenHashes && (isPartial || absent.size > 0) ? seenHashes.union(hashes) : new Set(hashes.keys());
  if (seen.size > limit) return { stored: null, titles };
  return { stored: { seen: bytesOf(seen), sources: [...complete.union(absent)].sort() }, titles };
}

const hashOf = (key: string): string =>
  createHash("sha256")
    .update(key)
    .digest("hex")
    .slice(0, 2 * HASH_BYTES);

/** @param stored a plain Uint8Array where the embedded database made it */
function hashesIn(stored: Uint8Array): ReadonlySet<string> {
  const digits = Buffer.from(stored).toString("hex");
  return new Set(digits.match(new RegExp(`.{${2 * HASH_BYTES}}`, "g")));
}

const bytesOf = (hashes: Iterable<string>): Buffer => Buffer.from([...hashes].sort().join(""), "hex");
