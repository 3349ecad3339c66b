import { ISSUE_FACETS } from "./issueFacets.ts";
import { DAY_MS } from "../durations.ts";
import { nearestOf } from "../matching/editDistance.ts";

/**
 * The filters of the query language and their values. Free of zod, so that the app completes and explains a query by the rules that the
 * server searches by.
 */

export const FILTER_NAMES = [
  "kind",
  "repo",
  "ref",
  "path",
  "lang",
  "author",
  "reviewer",
  "assignee",
  "state",
  "merged",
  ...ISSUE_FACETS,
  "label",
  "mark",
  "is",
  "after",
  "before",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Aliases known from other products. */
const OTHER_NAMES: ReadonlyMap<string, FilterName> = new Map<string, FilterName>(
  Object.entries({
    repository: "repo",
    source: "repo",
    branch: "ref",
    tag: "ref",
    file: "path",
    folder: "path",
    language: "lang",
    issuetype: "type",
    components: "component",
    fixversion: "milestone",
    affects: "version",
    iteration: "sprint",
    since: "after",
    until: "before",
  }),
);

const KIND_VALUES = ["code", "symbol", "issue", "request", "document", "commit", "person"] as const;
const OTHER_KINDS: ReadonlyMap<string, (typeof KIND_VALUES)[number]> = new Map<string, (typeof KIND_VALUES)[number]>(
  Object.entries({
    file: "code",
    symbols: "symbol",
    issues: "issue",
    requests: "request",
    pr: "request",
    mr: "request",
    pull: "request",
    doc: "document",
    docs: "document",
    page: "document",
    pages: "document",
    documents: "document",
    commits: "commit",
    people: "person",
  }),
);
const STATE_VALUES = ["open", "closed", "merged"] as const;
const MERGED_VALUES = ["yes", "no"] as const;
/** Values of `is`: the state of an issue or a request, the purpose of a file, a merge commit, a commit by a bot. */
const IS_VALUES = [
  "open",
  "closed",
  "merged",
  "test",
  "example",
  "generated",
  "vendored",
  "config",
  "merge",
  "bot",
] as const;

/** Aliases of languages, accepted in addition to their names. */
export const LANGUAGE_ALIASES: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    ts: "TypeScript",
    tsx: "TypeScript",
    js: "JavaScript",
    jsx: "JavaScript",
    py: "Python",
    rs: "Rust",
    rb: "Ruby",
    kt: "Kotlin",
    cs: "C#",
    csharp: "C#",
    cpp: "C++",
    sh: "Shell",
    bash: "Shell",
    md: "Markdown",
    rst: "reStructuredText",
    yml: "YAML",
    golang: "Go",
    proto: "Protocol Buffers",
    tf: "Terraform",
  }),
);

/** The filter with this name or alias, null for none. */
export function filterNamed(name: string): FilterName | null {
  const lower = name.toLowerCase();
  return FILTER_NAMES.find((candidate) => candidate === lower) ?? OTHER_NAMES.get(lower) ?? null;
}

/** The filter with the smallest edit distance from `name`. */
export function nearestFilter(name: string): FilterName | null {
  const lower = name.toLowerCase();
  const near = nearestOf(lower, [...FILTER_NAMES, ...OTHER_NAMES.keys()], lower.length < 4 ? 0 : 2);
  return near === null ? null : filterNamed(near);
}

/**
 * The filter that a name with a value means: `type:` with the name of a kind of results is `kind:`, with anything else the type of an issue.
 * @param filter what `filterNamed` says of the name
 */
export const filterMeant = (filter: FilterName, value: string): FilterName =>
  filter === "type" && filterValue("kind", value) !== null ? "kind" : filter;

/** The fixed values of a filter; null where any text is allowed. */
export function valuesOf(filter: FilterName): readonly string[] | null {
  if (filter === "kind") return KIND_VALUES;
  if (filter === "state") return STATE_VALUES;
  if (filter === "is") return IS_VALUES;
  return null;
}

/** The canonical value; null for one that the filter does not have. */
export function filterValue(filter: FilterName, value: string): string | null {
  const lower = value.toLowerCase();
  if (filter === "kind") return KIND_VALUES.find((kind) => kind === lower) ?? OTHER_KINDS.get(lower) ?? null;
  if (filter === "merged")
    return MERGED_VALUES.find((candidate) => candidate === lower) ?? (readDate(value, 0) === null ? null : value);
  if (filter === "after" || filter === "before") return readMoment(value, 0) === null ? null : value;
  const values = valuesOf(filter);
  return values ? (values.find((candidate) => candidate === lower) ?? null) : value;
}

const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

/**
 * The time of a date in a query, in milliseconds: `2026`, `2026-03`, `2026-03-31` are the beginning of that year, month or day in UTC;
 * `7d`, `2w`, `6m`, `1y` are that long before `now`; `today` and `yesterday` are the beginnings of those days. Null for others.
 */
export function readDate(text: string, now: number): number | null {
  const lower = text.toLowerCase();
  if (lower === "today") return now - (now % DAY_MS);
  if (lower === "yesterday") return now - (now % DAY_MS) - DAY_MS;
  const ago = /^(\d{1,4})([dwmy])$/.exec(lower);
  if (ago) return now - Number(ago[1]) * (UNIT_DAYS[ago[2] ?? ""] ?? 1) * DAY_MS;
  const date = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(lower);
  if (!date) return null;
  const [year, month, day] = [Number(date[1]), Number(date[2] ?? 1), Number(date[3] ?? 1)];
  const time = Date.UTC(year, month - 1, day);
  const read = new Date(time);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? time : null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

/** As `readDate`, and of an instant in UTC, such as `2026-03-31T21:00:00Z`. */
export function readMoment(text: string, now: number): number | null {
  const upper = text.toUpperCase();
  if (!INSTANT.test(upper)) return readDate(text, now);
  // `Date.parse` takes 30 February for 2 March.
  const time = readDate(upper.slice(0, 10), now) === null ? Number.NaN : Date.parse(upper);
  return Number.isNaN(time) ? null : time;
}
