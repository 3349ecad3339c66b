/** Which repositories of a linked group its filter links. The app counts with it for the preview, the server to link. Free of zod. */

/** Properties of a repository that a filter reads. */
export interface FilteredRepository {
  /** The path below the group: `api`, or `team/api` in a subgroup or a folder. */
  readonly name: string;
  readonly is_archived: boolean;
  readonly is_fork: boolean;
  readonly is_empty: boolean;
  readonly visibility: "public" | "private" | "unknown";
  readonly topics: readonly string[];
}

export interface GroupFilter {
  /** Patterns of names, of which one has to match; none: each name does. */
  readonly include: readonly string[];
  /** Patterns of names that are left out. */
  readonly exclude: readonly string[];
  readonly archived: boolean;
  readonly forks: boolean;
  readonly empty: boolean;
  readonly visibility: "all" | "public" | "private";
  /** Topics of which a repository must have at least one; none: it need not have any. */
  readonly topics: readonly string[];
}

/** What a new filter links: repositories that are worked on. */
export const DEFAULT_FILTER: GroupFilter = {
  include: [],
  exclude: [],
  archived: false,
  forks: false,
  empty: false,
  visibility: "all",
  topics: [],
};

export const FILTER_LIMITS = { patterns: 20, patternLength: 100, stars: 4, topics: 20, topicLength: 60 } as const;

/** Why a repository is left out. `filter`: by its name, its visibility or its topics. */
export const FILTER_REASONS = ["archived", "fork", "empty", "filter"] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];

/**
 * Whether a text is a pattern of names: `*` stands for characters of one part, `**` also for slashes, `**` and a slash for nothing or for whole
 * parts, `?` for one character.
 */
export function isNamePattern(text: string): boolean {
  if (text === "" || text.length > FILTER_LIMITS.patternLength) return false;
  // A sign that no host has in a name is a mistake that would match nothing.
  if (!/^[\p{L}\p{N}_.*?/ +~-]+$/u.test(text)) return false;
  return (text.match(/\*+/g) ?? []).length <= FILTER_LIMITS.stars;
}

/** Why the filter leaves a repository out; null: it links it. */
export function leftOutBy(filter: GroupFilter, repository: FilteredRepository): FilterReason | null {
  if (repository.is_archived && !filter.archived) return "archived";
  if (repository.is_fork && !filter.forks) return "fork";
  if (repository.is_empty && !filter.empty) return "empty";
  const { include, exclude, visibility, topics } = filter;
  const isNamed = (patterns: readonly string[]) => patterns.some((pattern) => matchesName(pattern, repository.name));
  if (include.length > 0 && !isNamed(include)) return "filter";
  if (isNamed(exclude)) return "filter";
  if (visibility !== "all" && repository.visibility !== visibility) return "filter";
  const repositoryTopics = new Set(repository.topics.map((topic) => topic.toLowerCase()));
  return topics.length > 0 && !topics.some((topic) => repositoryTopics.has(topic.toLowerCase())) ? "filter" : null;
}

/**
 * Whether a name matches a pattern, without regard to case. A pattern without a slash is compared with the last part of the name, another
 * one with the whole: a slash at its start is enough for that. The time grows with the product of both lengths, whatever the pattern.
 */
export function matchesName(pattern: string, name: string): boolean {
  const lower = pattern.toLowerCase().replace(/^\/+|\/+$/g, "");
  const fullName = name.toLowerCase();
  const isOfWhole = pattern.startsWith("/") || lower.includes("/") || lower.includes("**");
  const text = isOfWhole ? fullName : fullName.slice(fullName.lastIndexOf("/") + 1);
  const steps = lower.match(/\*\*\/?|\*|[^*]/gu) ?? [];
  /** Steps that come next after what was read; a star may also stand for nothing. */
  const opened = (from: Iterable<number>): Set<number> => {
    const all = new Set(from);
    for (const at of all) if (steps[at]?.startsWith("*")) all.add(at + 1);
    return all;
  };
  let places = opened([0]);
  /** Steps of two stars and a slash that have begun: only a slash ends them. */
  let begun = new Set<number>();
  for (const sign of text) {
    const next: number[] = [];
    const open = new Set(begun);
    for (const at of places) {
      const step = steps[at];
      if (step === undefined) continue;
      if (step === "**/") open.add(at);
      else if (step === "**" || (step === "*" && sign !== "/")) next.push(at);
      else if (step === sign || (step === "?" && sign !== "/")) next.push(at + 1);
    }
    if (sign === "/") for (const at of open) next.push(at + 1);
    if (next.length === 0 && open.size === 0) return false;
    places = opened(next);
    begun = open;
  }
  return places.has(steps.length);
}

/** How many repositories a filter links, and how many it leaves out for each reason. */
export interface FilterCounts {
  readonly found: number;
  readonly linked: number;
  readonly left_out: Readonly<Record<FilterReason, number>>;
}

export function countByFilter(filter: GroupFilter, repositories: readonly FilteredRepository[]): FilterCounts {
  const counts = { archived: 0, fork: 0, empty: 0, filter: 0 };
  for (const repository of repositories) {
    const reason = leftOutBy(filter, repository);
    if (reason !== null) counts[reason] += 1;
  }
  const leftOut = FILTER_REASONS.reduce((sum, reason) => sum + counts[reason], 0);
  return { found: repositories.length, linked: repositories.length - leftOut, left_out: counts };
}
