import { describe, expect, it } from "vitest";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import type { Match } from "../../../server/engines/search/watch/matchingDocuments.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import {
  type KnownMatches,
  compareMatches,
  completeSources,
} from "../../../server/sync/backgroundJobs/compareMatches.ts";

const match = (title: string, source = "repo"): Match => ({ key: `${source}/${title}`, source, title });
const all = (...matches: Match[]) => ({ matches, isPartial: false });
const some = (...matches: Match[]) => ({ matches, isPartial: true });
const has = (complete: string[], absent: string[] = []) => ({ complete: new Set(complete), absent: new Set(absent) });

/** Comparisons one after another. @returns the titles of the last one's new matches */
function titlesAfter(...steps: Parameters<typeof compareMatches>[1][]): string[] {
  return last(steps.map((matches) => ({ matches, sources: has(["repo"]) })));
}
function last(
  steps: { matches: Parameters<typeof compareMatches>[1]; sources: Parameters<typeof compareMatches>[2] }[],
): string[] {
  let stored: KnownMatches | null = null;
  let titles: string[] = [];
  for (const { matches, sources } of steps) ({ stored, titles } = compareMatches(stored, matches, sources));
  return titles;
}

describe("new matches of a watched search", () => {
  it("are those that were not known, and none at the first comparison", () => {
    expect(titlesAfter(all(match("a")))).toEqual([]);
    expect(titlesAfter(all(match("a")), all(match("a"), match("b")))).toEqual(["b"]);
    expect(titlesAfter(all(match("a")), all(match("a"), match("b")), all(match("a"), match("b")))).toEqual([]);
  });

  it("are none after a first comparison that did not read everything", () => {
    expect(titlesAfter(some(match("a")), all(match("a"), match("b")))).toEqual([]);
    expect(titlesAfter(some(match("a")), all(match("a"), match("b")), all(match("b"), match("c")))).toEqual(["c"]);
  });

  it("are not those that a later comparison did not read", () => {
    expect(titlesAfter(all(match("a"), match("b")), some(match("a"), match("c")))).toEqual(["c"]);
    expect(titlesAfter(all(match("a"), match("b")), some(match("a")), all(match("a"), match("b")))).toEqual([]);
  });

  it("are none in a source that has been linked since", () => {
    const old = match("old", "other");
    const steps = [
      { matches: all(match("a")), sources: has(["repo"]) },
      { matches: all(match("a"), old), sources: has(["repo"]) },
      { matches: all(match("a"), old, match("older", "other")), sources: has(["repo", "other"]) },
    ];
    expect(last(steps.slice(0, 2))).toEqual([]);
    expect(last(steps)).toEqual([]);
    const next = { matches: all(match("a"), match("new", "other")), sources: has(["repo", "other"]) };
    expect(last([...steps, next])).toEqual(["new"]);
  });

  it("are none when a source is back in the index", () => {
    const steps = [
      { matches: all(match("a"), match("b")), sources: has(["repo"]) },
      { matches: all(), sources: has([], ["repo"]) },
      { matches: all(match("a"), match("b")), sources: has(["repo"]) },
    ];
    expect(last(steps)).toEqual([]);
  });

  it("are unknown where there are too many, also of several incomplete comparisons together", () => {
    const { matches: limit } = SAVED_SEARCH_LIMITS;
    const many = Array.from({ length: limit }, (_, at) => match(String(at)));
    expect(compareMatches(null, { matches: null, isPartial: false }, has(["repo"])).stored).toBeNull();
    const { stored } = compareMatches(null, all(...many), has(["repo"]));
    expect(stored?.seen).toHaveLength(8 * limit);
    expect(compareMatches(stored, some(match("one more")), has(["repo"])).stored).toBeNull();
  });
});

describe("the sources that an index contains entirely", () => {
  const hash = "0".repeat(64);
  const code = (symbols: boolean) => ({
    source: "repo",
    name: "repo",
    commit: "c",
    builtAt: new Date(0).toISOString(),
    files: 1,
    bytes: 1,
    skipped: { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: 0 },
    branch: null,
    folders: [],
    view: null,
    layers: [
      {
        files: 1,
        table: hash,
        segment: hash,
        content: [],
        filters: hash,
        symbols: symbols
          ? {
              table: hash,
              chunkTable: hash,
              chunkSegment: hash,
              nameSegment: hash,
              scopes: hash,
              symbols: 0,
              chunks: 0,
            }
          : null,
      },
    ],
  });
  const history = {
    source: "repo",
    head: "c",
    folders: [],
    builtAt: code(true).builtAt,
    commits: 1,
    table: hash,
    segment: hash,
  };
  const commits = { ...history, content: [], filters: hash, hunks: null };
  const repository = { id: "repo", kind: "repository", sync_state: "ready", sync_items: 9 } as const;
  const tracker = { id: "bugs", kind: "tracker", sync_state: "running", sync_items: 9 } as const;
  const issues = { builtAt: commits.builtAt, issues: 1, table: hash, segment: hash, content: [], filters: hash };
  const completeOf = (...args: Parameters<typeof completeSources>) => {
    const { complete, absent } = completeSources(...args);
    return { complete: [...complete], absent: [...absent] };
  };

  it("have files, symbols and history of a repository", () => {
    const none = { complete: [], absent: [] };
    const whole = { ...emptyManifest(), code: [code(true)], commits: [commits] };
    expect(completeOf([repository], emptyManifest())).toEqual(none);
    expect(completeOf([repository], { ...whole, code: [code(false)] })).toEqual(none);
    expect(completeOf([repository], { ...whole, commits: [] })).toEqual(none);
    expect(completeOf([repository], whole)).toEqual({ complete: ["repo"], absent: [] });
    expect(completeOf([repository], emptyManifest(), ["repo", "unlinked"])).toEqual({ complete: [], absent: ["repo"] });
  });

  it("are of a tracker that was read to its end, now or before", () => {
    const manifest = { ...emptyManifest(), issues };
    expect(completeOf([tracker], manifest).complete).toEqual([]);
    expect(completeOf([{ ...tracker, sync_state: "ready" }], manifest).complete).toEqual(["bugs"]);
    expect(completeOf([tracker], manifest, ["bugs"]).complete).toEqual(["bugs"]);
    expect(completeOf([tracker], emptyManifest(), ["bugs"]).absent).toEqual(["bugs"]);
  });

  it("include a tracker without issues", () => {
    expect(completeOf([{ ...tracker, sync_state: "ready", sync_items: 0 }], emptyManifest()).complete).toEqual([
      "bugs",
    ]);
  });
});
