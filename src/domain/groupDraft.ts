import type { GroupPreview, LinkedGroup } from "../../contract/sources/linkedGroups.ts";
import type { RepositorySource } from "../../contract/projects.ts";
import {
  DEFAULT_FILTER,
  FILTER_LIMITS,
  isNamePattern,
  leftOutBy,
  type FilterCounts,
  type GroupFilter,
  countByFilter,
} from "../../contract/matching/groupFilter.ts";
import type { SourceDraft, SourceErrors } from "./sourceDraft.ts";

export type GroupProvider = RepositorySource["provider"];

/** The filter of a group as it is typed: patterns and topics are separated by commas or line breaks, since names may have spaces. */
export interface FilterDraft extends Omit<GroupFilter, "include" | "exclude" | "topics"> {
  include: string;
  exclude: string;
  topics: string;
  withIssues: boolean;
}

/** Content of the form of a group before it is sent. The token is kept in memory only. */
export interface GroupDraft extends Pick<
  SourceDraft,
  "url" | "signIn" | "isPreset" | "installation" | "token" | "username"
> {
  provider: GroupProvider;
  filter: FilterDraft;
}

export const filterDraft = (filter: GroupFilter, withIssues: boolean): FilterDraft => ({
  ...filter,
  include: filter.include.join(", "),
  exclude: filter.exclude.join(", "),
  topics: filter.topics.join(", "),
  withIssues,
});

export const emptyGroup = (provider: GroupProvider): GroupDraft => ({
  provider,
  url: "",
  signIn: "none",
  isPreset: true,
  token: "",
  username: "",
  filter: filterDraft(DEFAULT_FILTER, false),
});

const parseList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n\r]+/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** The filter that a draft means. */
export function toGroupFilter({ include, exclude, topics, withIssues: _withIssues, ...rest }: FilterDraft) {
  return { ...rest, include: parseList(include), exclude: parseList(exclude), topics: parseList(topics) };
}

/** Patterns of a draft that no filter may have, by field. */
export function wrongPatterns(draft: FilterDraft): { readonly include: string[]; readonly exclude: string[] } {
  const wrong = (text: string) => {
    const patterns = parseList(text);
    return patterns.filter((pattern, at) => !isNamePattern(pattern) || at >= FILTER_LIMITS.patterns);
  };
  return { include: wrong(draft.include), exclude: wrong(draft.exclude) };
}

/** Where a group is, and its access: the body of a preview. */
export const groupAddress = ({ provider, url, signIn, installation, token, username }: GroupDraft) => ({
  provider,
  url: url.trim(),
  ...(signIn === "connected" && { use_connection: true as const }),
  ...(signIn === "app" && { installation_id: installation ?? "" }),
  ...(signIn === "token" && {
    credential: { token: token.trim(), ...(username.trim() !== "" && { username: username.trim() }) },
  }),
});

/** The body that links a group. */
export const groupBody = (draft: GroupDraft) => ({
  ...groupAddress(draft),
  filter: toGroupFilter(draft.filter),
  with_issues: draft.filter.withIssues,
});

/** Providers whose repositories have issues that can be linked. */
export const hasIssues = (provider: string): boolean => provider === "github" || provider === "gitlab";

/** Providers that tell of archives, of forks, and of topics and visibility. */
export const HOST_FACTS: Readonly<
  Record<
    GroupProvider,
    { readonly archives: boolean; readonly forks: boolean; readonly topics: boolean; readonly visibility: boolean }
  >
> = {
  github: { archives: true, forks: true, topics: true, visibility: true },
  gitlab: { archives: true, forks: true, topics: true, visibility: true },
  bitbucket: { archives: true, forks: true, topics: false, visibility: true },
  git: { archives: false, forks: false, topics: false, visibility: false },
};

/** What a filter does with the repositories of a preview. */
export interface PreviewSummary extends FilterCounts {
  /** Names that are linked, the first ones. */
  readonly examples: readonly string[];
  readonly isComplete: boolean;
  readonly unreadable: number;
}

const MAX_EXAMPLES = 8;

/** Counts for a preview, in the browser: a changed filter needs no request. */
export function summarizePreview(preview: GroupPreview, draft: FilterDraft): PreviewSummary {
  const filter = toGroupFilter(draft);
  return {
    ...countByFilter(filter, preview.repositories),
    examples: preview.repositories
      .filter((repository) => leftOutBy(filter, repository) === null)
      .slice(0, MAX_EXAMPLES)
      .map(({ name }) => name),
    isComplete: preview.is_complete,
    unreadable: preview.unreadable,
  };
}

export type GroupCheck =
  | { status: "idle" }
  | { status: "checking" }
  | { status: "adding" }
  | { status: "found"; preview: GroupPreview }
  | { status: "refused"; errors: SourceErrors };

/** States in which a comparison of a group is in progress. */
export const isComparing = ({ state }: Pick<LinkedGroup, "state">): boolean =>
  state === "queued" || state === "running";
