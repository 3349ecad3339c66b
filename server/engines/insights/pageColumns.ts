/** The columns of the pages of wikis. */
import { millisecondsOfMicros } from "../../../contract/durations.ts";
import type { CachedPage, CachedPageVersion, ProjectRows } from "./cachedRows.ts";
import type { PageFacts } from "./facts.ts";
import { listColumns } from "./listColumns.ts";
import { StringInterner } from "./StringInterner.ts";

/** What the columns of pages are computed from. */
interface PageRows {
  readonly rows: Pick<ProjectRows, "pages">;
  /** Position of each source by its id. */
  readonly sourceOf: ReadonlyMap<string, number>;
  /** Whose each account is, by its position among the names of the rows. */
  readonly accounts: Int32Array;
}

/** The columns of all pages, the oldest first. */
export function pageColumns({ rows, sourceOf, accounts }: PageRows): PageFacts {
  const all = [...rows.pages.rows.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const labelNames = new StringInterner();
  const spaceNames = new StringInterner();
  const labels = listColumns(all.map((page) => page.labels.map((label) => labelNames.intern(label))));
  const positions = new Map(all.map((page, position) => [keyOf(page.source, page.externalId), position]));
  const versions = all.map(versionsOf);
  const personOf = ({ author }: Pick<CachedPageVersion, "author">): number => accounts[author] ?? -1;
  const changes = versions.flatMap(({ changes: later }, page) => later.map((version) => ({ ...version, page })));
  return {
    ids: all.map(({ id }) => id),
    titles: all.map(({ title }) => title),
    source: Int32Array.from(all, ({ source }) => sourceOf.get(source) ?? -1),
    author: Int32Array.from(versions, ({ first }) => (first === null ? -1 : personOf(first))),
    createdAt: Float64Array.from(all, ({ createdAt }) => millisecondsOfMicros(createdAt)),
    space: Int32Array.from(all, ({ spaceName }) => spaceNames.intern(spaceName)),
    spaceNames: spaceNames.strings,
    spaceKeys: all.map(({ spaceKey }) => spaceKey),
    parent: Int32Array.from(all, ({ source, parent }) =>
      parent === null ? -1 : (positions.get(keyOf(source, parent)) ?? -1),
    ),
    labelStart: labels.start,
    labels: labels.items,
    labelNames: labelNames.strings,
    changes: {
      page: Int32Array.from(changes, ({ page }) => page),
      author: Int32Array.from(changes, personOf),
      at: Float64Array.from(changes, ({ at }) => at),
    },
  };
}

const keyOf = (source: string, externalId: string): string => `${source} ${externalId}`;

/** The version that created a page, where it is known, and the later ones. Versions of one moment are one change: its last one. */
function versionsOf(page: CachedPage): {
  readonly first: CachedPageVersion | null;
  readonly changes: readonly CachedPageVersion[];
} {
  const created = millisecondsOfMicros(page.createdAt);
  const present: CachedPageVersion = {
    number: page.version,
    author: page.author,
    at: millisecondsOfMicros(page.updatedAt),
  };
  const versions = page.versions.some(({ number }) => number === present.number)
    ? page.versions
    : [...page.versions, present];
  const isFirst = ({ number, at }: CachedPageVersion): boolean => at <= created || (number === 1 && !page.isPushed);
  const changes = new Map(versions.filter((version) => !isFirst(version)).map((version) => [version.at, version]));
  return { first: versions.find(isFirst) ?? null, changes: [...changes.values()] };
}

/** Levels of titles in a path: pages above one another can be a circle while a wiki is read. */
const MAX_LEVELS = 50;

/** The key of its space and the titles of the pages above and of itself, with slashes between. */
export function spacePathOf({ titles, spaceKeys, parent }: PageFacts, page: number): string {
  const names: string[] = [];
  for (let at = page; at >= 0 && names.length < MAX_LEVELS; at = parent[at] ?? -1) names.unshift(titles[at] ?? "");
  return [spaceKeys[page] ?? "", ...names].join("/");
}
