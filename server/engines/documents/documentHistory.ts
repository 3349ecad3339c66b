import type { CommitTable } from "../../index/commitTable.ts";
import type { OpenedCommits } from "../../index/indexStore.ts";

const numbersOf = new WeakMap<CommitTable, Map<string, number>>();

/** The number of each path that some commit changed. */
export function pathNumbers(table: CommitTable): ReadonlyMap<string, number> {
  let numbers = numbersOf.get(table);
  if (!numbers) {
    numbers = new Map();
    for (let path = 0; path < table.paths.length; path++) numbers.set(table.paths.at(path), path);
    numbersOf.set(table, numbers);
  }
  return numbers;
}

/** Commits, newest first, that changed a file or anything in a folder. */
export function commitsOf({ table }: OpenedCommits, path: string): number[] {
  const numbers = pathNumbers(table);
  const wanted = new Set<number>();
  const exact = numbers.get(path);
  if (exact !== undefined) wanted.add(exact);
  else {
    const prefix = path === "" ? "" : `${path}/`;
    for (const [name, number] of numbers) if (name.startsWith(prefix)) wanted.add(number);
  }
  const commits: number[] = [];
  if (wanted.size === 0) return commits;
  for (let commit = 0; commit < table.length; commit++) {
    if (table.changes(commit).some((number) => wanted.has(number))) commits.push(commit);
  }
  return commits;
}

export interface KnowingPerson {
  readonly name: string;
  readonly email: string;
  readonly share: number;
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
}

const HALF_LIFE = 365 * 86_400;
const BOT = /\[bot\]|^(?:dependabot|renovate|github-actions|greenkeeper|pre-commit-ci)\b/i;

/**
 * Who knows what these commits changed: each commit counts half as much for every year before the newest commit of the repository
 * (after Mockus and Herbsleb 2002, experience by changes, with forgetting). Programs know nothing.
 */
export function peopleOf({ table }: OpenedCommits, commits: readonly number[], most: number): KnowingPerson[] {
  const now = table.times[0] ?? 0;
  const people = new Map<string, { name: string; email: string; weight: number; commits: number; lastAt: number }>();
  let all = 0;
  for (const commit of commits) {
    const { name, email } = table.author(commit);
    if (table.isMerge(commit) || BOT.test(name) || BOT.test(email)) continue;
    const at = table.times[commit] ?? 0;
    const weight = 2 ** (-Math.max(0, now - at) / HALF_LIFE);
    all += weight;
    const key = email.toLowerCase() || name.toLowerCase();
    const person = people.get(key);
    if (!person) people.set(key, { name, email, weight, commits: 1, lastAt: at * 1000 });
    else {
      person.weight += weight;
      person.commits++;
    }
  }
  return [...people.values()]
    .sort((a, b) => b.weight - a.weight || b.lastAt - a.lastAt)
    .slice(0, most)
    .map(({ weight, ...person }) => ({ ...person, share: all === 0 ? 0 : Math.min(1, weight / all) }));
}
