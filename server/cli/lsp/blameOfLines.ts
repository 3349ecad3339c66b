import type { EditorPerson, LineBlame, LineCommit, KeyedItem } from "./CodeKnowledge.ts";

/** Who wrote some lines, in which commits and for which issues. */
export interface BlameOfLines {
  /** Those with most lines first. */
  readonly people: readonly EditorPerson[];
  /** The issues of the newest commits first. */
  readonly issues: readonly KeyedItem[];
  /** The newest commit; undefined where no line has one. */
  readonly last: LineCommit | undefined;
}

/** @param from and `to`: lines from 1, both included */
export function blameOfLines({ commits, ranges }: LineBlame, from: number, to: number): BlameOfLines {
  const counts = new Map<LineCommit, number>();
  for (const { commit: place, line, lines } of ranges) {
    const commit = commits[place];
    const inside = Math.min(line + lines - 1, to) - Math.max(line, from) + 1;
    if (commit && inside > 0) counts.set(commit, (counts.get(commit) ?? 0) + inside);
  }
  const newest = [...counts.keys()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const people = new Map<string, { readonly person: EditorPerson; lines: number }>();
  for (const [{ person }, lines] of counts) {
    const key = person.id ?? person.name;
    const entry = people.get(key);
    if (entry) entry.lines += lines;
    else people.set(key, { person, lines });
  }
  const issues = new Map(newest.flatMap((commit) => commit.issues.map((issue) => [issue.address, issue] as const)));
  return {
    people: [...people.values()].sort((a, b) => b.lines - a.lines).map(({ person }) => person),
    issues: [...issues.values()],
    last: newest[0],
  };
}
