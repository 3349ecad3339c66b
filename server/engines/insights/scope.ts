import type { Facts } from "./facts.ts";

/** What a question is narrowed to: ids and words as they arrive. An empty list keeps everything. */
export interface InsightFilter {
  readonly repository: readonly string[];
  readonly tracker: readonly string[];
  readonly person: readonly string[];
  readonly label: readonly string[];
  readonly type: readonly string[];
}

/** One project's facts with the filters of the question. Contributions of bots are excluded. */
export interface Scope {
  readonly facts: Facts;
  /** Edges of the buckets in milliseconds since 1970; one more than there are buckets. */
  readonly edges: Float64Array;
  readonly nowMs: number;
  readonly keepsIssue: (issue: number) => boolean;
  readonly keepsRequest: (request: number) => boolean;
  readonly keepsCommit: (commit: number) => boolean;
  readonly keepsDocument: (source: number) => boolean;
}

/**
 * Labels and types narrow issues; trackers issues and the requests read through them; repositories commits, documents and the
 * requests read through them; people issues that they opened or are assigned to, and their requests and commits.
 */
export function scopeOf(facts: Facts, filter: InsightFilter, edges: Float64Array, nowMs: number): Scope {
  const { issues, requests, commits } = facts;
  const positions = (all: readonly string[], chosen: readonly string[]): ReadonlySet<number> | null =>
    chosen.length === 0 ? null : new Set(chosen.map((text) => all.indexOf(text)).filter((position) => position >= 0));
  const repositories = positions(facts.sources, filter.repository);
  const trackers = positions(facts.sources, filter.tracker);
  const either = repositories || trackers ? new Set([...(repositories ?? []), ...(trackers ?? [])]) : null;
  const wantedPeople = positions(
    facts.people.map(({ id }) => id),
    filter.person,
  );
  const labels = positions(facts.labels, filter.label);
  const types = positions(facts.types, filter.type);
  const isBot = Uint8Array.from(facts.people, (person) => (person.isBot ? 1 : 0));
  const byHuman = (person: number): boolean => isBot[person] !== 1;
  const some = (start: Int32Array, items: Int32Array, row: number, chosen: ReadonlySet<number>): boolean => {
    for (let i = start[row] ?? 0; i < (start[row + 1] ?? 0); i += 1) if (chosen.has(items[i] ?? -1)) return true;
    return false;
  };
  return {
    facts,
    edges,
    nowMs,
    keepsIssue: (issue) =>
      byHuman(issues.author[issue] ?? -1) &&
      (!trackers || trackers.has(issues.source[issue] ?? -1)) &&
      (!types || types.has(issues.type[issue] ?? -1)) &&
      (!labels || some(issues.labelStart, issues.labels, issue, labels)) &&
      (!wantedPeople ||
        wantedPeople.has(issues.author[issue] ?? -1) ||
        some(issues.assigneeStart, issues.assignees, issue, wantedPeople)),
    keepsRequest: (request) =>
      byHuman(requests.author[request] ?? -1) &&
      (!either || either.has(requests.source[request] ?? -1)) &&
      (!wantedPeople || wantedPeople.has(requests.author[request] ?? -1)),
    keepsCommit: (commit) =>
      byHuman(commits.author[commit] ?? -1) &&
      (!repositories || repositories.has(commits.source[commit] ?? -1)) &&
      (!wantedPeople || wantedPeople.has(commits.author[commit] ?? -1)),
    keepsDocument: (source) => !repositories || repositories.has(source),
  };
}
