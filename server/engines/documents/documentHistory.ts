import { millisecondsOf } from "../../../contract/durations.ts";
import type { OpenedCommits } from "../../index/OpenedIndex.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";

/** Commits, newest first, that changed a file or anything in a folder. */
export const commitsOfPath = (commits: OpenedCommits, path: string): number[] => [...changesOf(commits, path)];

/** The newest commit that changed a file or anything in a folder. */
export const newestCommitOfPath = (commits: OpenedCommits, path: string): number | undefined =>
  changesOf(commits, path).next().value;

function* changesOf({ table }: OpenedCommits, path: string): Generator<number, undefined> {
  const numbers = table.pathNumbers;
  const pathNumbers = new Set<number>();
  const exact = numbers.get(path);
  if (exact !== undefined) pathNumbers.add(exact);
  else {
    const prefix = path === "" ? "" : `${path}/`;
    for (const [name, number] of numbers) if (name.startsWith(prefix)) pathNumbers.add(number);
  }
  for (let commit = 0; pathNumbers.size > 0 && commit < table.length; commit++) {
    if (table.changes(commit).some((number) => pathNumbers.has(number))) yield commit;
  }
}

/** The same for a file alone. */
export function commitsOfFile({ table }: OpenedCommits, path: string): number[] {
  const pathNumber = table.pathNumbers.get(path);
  const commits: number[] = [];
  for (let commit = 0; pathNumber !== undefined && commit < table.length; commit++)
    if (table.changes(commit).includes(pathNumber)) commits.push(commit);
  return commits;
}

/** What one person did to a document. */
export interface Changer {
  /** Number in the people table. */
  readonly person: number;
  /** Commits written or written with others, without merges. */
  readonly commits: number;
  /** Milliseconds since 1970 of the newest of them. */
  readonly lastAt: number;
}

/** Who made these commits of a repository, the one who made the newest first; bots are left out. */
export function changersOf(
  table: PeopleTable,
  { table: log }: OpenedCommits,
  commits: readonly number[],
): readonly Changer[] {
  const history = table.histories.find((candidate) => candidate.commits.table === log);
  const changers = new Map<number, Changer>();
  if (!history) return [];
  for (const commit of commits) {
    if (log.isMerge(commit)) continue;
    const helpers = (history.credits.get(commit) ?? []).filter(({ kind }) => kind === "coAuthor");
    for (const person of new Set([history.authors[commit] ?? -1, ...helpers.map((help) => help.person)])) {
      if (person < 0 || table.people[person]?.isBot !== false) continue;
      const previous = changers.get(person);
      const at = millisecondsOf(log.times[commit] ?? 0);
      changers.set(person, {
        person,
        commits: (previous?.commits ?? 0) + 1,
        lastAt: Math.max(previous?.lastAt ?? 0, at),
      });
    }
  }
  return [...changers.values()].sort((a, b) => b.lastAt - a.lastAt);
}
