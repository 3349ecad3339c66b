import { WEEK_SECONDS } from "../../../contract/durations.ts";
import { type OpenedCommits, type OpenedIndex, textOfFile } from "../../index/OpenedIndex.ts";
import { codeMemberOf } from "../ranking/commits.ts";
import { type Alias, type Identities, type Identity, resolveIdentities } from "./identities.ts";
import type { KnownPerson } from "./knownPersons.ts";
import { parseMailmaps } from "./mailmap.ts";
import { memoize } from "../../memoize.ts";

/** What one person did for one commit without writing it. */
export interface ReviewCredit {
  readonly person: number;
  readonly kind: "coAuthor" | "review" | "merge";
}

/** One repository's history by people. Commits are numbered as in its table, newest first. */
export interface PeopleOfHistory {
  readonly commits: OpenedCommits;
  /** Position of the repository in `index.code`, or -1. */
  readonly code: number;
  readonly authors: Int32Array;
  /** Who merged or applied the commit, when not its author; -1 otherwise. */
  readonly mergers: Int32Array;
  /** Co-authors and reviewers that the message names, never the author. */
  readonly credits: ReadonlyMap<number, readonly ReviewCredit[]>;
  /** Folder of each path of the history, numbered; the root is a folder too. */
  readonly folderOf: Int32Array;
  readonly folders: readonly string[];
}

/** All contributors to the repositories of an index. */
export interface PeopleTable {
  readonly people: readonly Identity[];
  readonly find: Identities["find"];
  /** All persons of the project, with those who never wrote a commit; empty where only the index is known. */
  readonly persons: readonly KnownPerson[];
  readonly histories: readonly PeopleOfHistory[];
  /** Seconds since 1970 of the newest thing that each person did; 0 for nothing. */
  readonly lastActive: Float64Array;
  /** The same for the whole project, and the moment that all ages are counted from. */
  readonly nowSeconds: number;
  /** Weeks (of 7 days from 1970) in which a person contributed, bots excluded, ascending. */
  readonly activeWeeks: readonly number[];
}

/**
 * The people of an index's histories by the rules alone, as the index shows them; made once for each index. Where there is a project,
 * `projectPeople` knows more of them.
 * @param beforeSeconds seconds since 1970: history at or after it is ignored, also for the grouping of aliases. The table is then rebuilt.
 */
export function peopleTable(
  index: OpenedIndex,
  { beforeSeconds = null }: { readonly beforeSeconds?: number | null } = {},
): PeopleTable {
  return beforeSeconds === null ? presentTable(index) : makeTable(index, beforeSeconds, []);
}

const presentTable = memoize((index: OpenedIndex) => makeTable(index, null, []));

/** First commit of a history that is older than `beforeSeconds`; commits from this one on may be used. Times may be out of order. */
export const isBefore = (time: number, beforeSeconds: number | null): boolean =>
  beforeSeconds === null || time < beforeSeconds;

/** @param persons of the project; their aliases take precedence over the rules */
export function makeTable(
  index: OpenedIndex,
  beforeSeconds: number | null,
  persons: readonly KnownPerson[],
): PeopleTable {
  const { aliases, numbersOf } = aliasesOf(index, beforeSeconds);
  const { people, personNumbers, find } = resolveIdentities(aliases, mailmapOf(index), persons);
  const lastActive = new Float64Array(people.length);
  const weeks = new Set<number>();
  const histories = index.commits.map((commits, member): PeopleOfHistory => {
    const numbers = numbersOf[member] ?? new Int32Array();
    const personOf = (alias: number): number => personNumbers[numbers[alias] ?? -1] ?? -1;
    const history = readHistory(index, commits, personOf, people, beforeSeconds);
    const { table } = commits;
    for (let commit = 0; commit < table.length; commit++) {
      const time = table.times[commit] ?? 0;
      if (!isBefore(time, beforeSeconds)) continue;
      const did = (person: number): void => {
        if (person < 0 || people[person]?.isBot !== false) return;
        if (time > (lastActive[person] ?? 0)) lastActive[person] = time;
        weeks.add(Math.floor(time / WEEK_SECONDS));
      };
      did(history.authors[commit] ?? -1);
      did(history.mergers[commit] ?? -1);
      for (const { person } of history.credits.get(commit) ?? []) did(person);
    }
    return history;
  });
  const newest = lastActive.reduce((latest, time) => Math.max(latest, time), 0);
  return {
    people,
    find,
    persons,
    histories,
    lastActive,
    nowSeconds: beforeSeconds ?? newest,
    activeWeeks: [...weeks].sort((a, b) => a - b),
  };
}

/** All who occur in the histories, and for each history the number of each of its people in the list; -1: not before the limit. */
function aliasesOf(
  index: OpenedIndex,
  beforeSeconds: number | null,
): { readonly aliases: Alias[]; readonly numbersOf: readonly Int32Array[] } {
  const aliases: Alias[] = [];
  const numbersOf: Int32Array[] = [];
  for (const { table, part } of index.commits) {
    const lastUsed = new Float64Array(table.peopleCount);
    const note = (person: number, time: number): void => {
      if (time > (lastUsed[person] ?? 0)) lastUsed[person] = time;
    };
    for (let commit = 0; commit < table.length; commit++) {
      const time = table.times[commit] ?? 0;
      if (!isBefore(time, beforeSeconds)) continue;
      note(table.authors[commit] ?? 0, time);
      // A name written by another person, or inserted by a host, is not how the person signs.
      note(table.committers[commit] ?? 0, 1);
      for (const { person } of table.trailers(commit)) note(person, 1);
    }
    const numbers = new Int32Array(table.peopleCount).fill(-1);
    for (let person = 0; person < numbers.length; person++) {
      if ((lastUsed[person] ?? 0) === 0) continue;
      numbers[person] = aliases.length;
      aliases.push({ ...table.person(person), lastUsedAt: lastUsed[person] ?? 0, sourceId: part.source });
    }
    numbersOf.push(numbers);
  }
  return { aliases, numbersOf };
}

function readHistory(
  index: OpenedIndex,
  commits: OpenedCommits,
  personOf: (alias: number) => number,
  people: readonly Identity[],
  beforeSeconds: number | null,
): PeopleOfHistory {
  const { table } = commits;
  const authors = new Int32Array(table.length).fill(-1);
  const mergers = new Int32Array(table.length).fill(-1);
  const credits = new Map<number, ReviewCredit[]>();
  const isHuman = (person: number): boolean => people[person]?.isBot === false;
  for (let commit = 0; commit < table.length; commit++)
    if (isBefore(table.times[commit] ?? 0, beforeSeconds)) authors[commit] = personOf(table.authors[commit] ?? 0);
  const { mergedBy, folderOf, folders } = structureOf(commits.table);
  for (let commit = 0; commit < table.length; commit++) {
    if (!isBefore(table.times[commit] ?? 0, beforeSeconds)) continue;
    const author = authors[commit] ?? -1;
    const merge = mergedBy[commit] ?? -1;
    for (const candidate of [authors[merge] ?? -1, personOf(table.committers[commit] ?? 0)]) {
      if (candidate < 0 || candidate === author || !isHuman(candidate)) continue;
      mergers[commit] = candidate;
      break;
    }
    const reviewCredits: ReviewCredit[] = [];
    for (const { kind, person: alias } of table.trailers(commit)) {
      const person = personOf(alias);
      if (person < 0 || person === author || !isHuman(person) || kind === "test" || kind === "report") continue;
      // Who signs off another's commit has passed it on.
      const help = { person, kind: kind === "signOff" ? "review" : kind } as const;
      if (!reviewCredits.some((credit) => credit.person === person && credit.kind === help.kind))
        reviewCredits.push(help);
    }
    if (reviewCredits.length > 0) credits.set(commit, reviewCredits);
  }
  const code = codeMemberOf(index, commits);
  return { commits, code, authors, mergers, credits, folderOf, folders };
}

interface Structure {
  readonly mergedBy: Int32Array;
  readonly folderOf: Int32Array;
  readonly folders: readonly string[];
}

/** The parts of a history that do not depend on identities: computed once, because people can be merged and split. */
const structureOf = memoize((table: OpenedCommits["table"]): Structure => ({
  mergedBy: mergeCommits(table),
  ...foldersOf(table),
}));

/** The merge that brought a commit into the main line, or -1. */
export const mergeOf = (table: OpenedCommits["table"], commit: number): number =>
  structureOf(table).mergedBy[commit] ?? -1;

function foldersOf(table: OpenedCommits["table"]): Omit<Structure, "mergedBy"> {
  const folders: string[] = [];
  const numbers = new Map<string, number>();
  const folderOf = Int32Array.from({ length: table.paths.length }, (_, at) => {
    const path = table.paths.at(at);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    let number = numbers.get(folder);
    if (number === undefined) {
      numbers.set(folder, (number = folders.length));
      folders.push(folder);
    }
    return number;
  });
  return { folderOf, folders };
}

/**
 * For each commit the merge that brought it into the main line (first parents from the newest commit down), or -1. Walked from the
 * oldest merge up, so that each commit belongs to the first merge that reaches it.
 */
function mergeCommits(table: OpenedCommits["table"]): Int32Array {
  const landed = new Int32Array(table.length).fill(-1);
  const isSeen = new Uint8Array(table.length);
  const line: number[] = [];
  for (let at = table.length > 0 ? 0 : -1; at >= 0 && isSeen[at] === 0; at = table.parent(at, 0)) {
    line.push(at);
    isSeen[at] = 1;
  }
  for (const merge of line.reverse()) {
    const stack = [table.parent(merge, 1)];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (at < 0 || isSeen[at] === 1) continue;
      isSeen[at] = 1;
      landed[at] = merge;
      stack.push(table.parent(at, 0), table.parent(at, 1));
    }
  }
  return landed;
}

/** The `.mailmap` files of all repositories of an index as one. */
function mailmapOf(index: OpenedIndex): ReturnType<typeof parseMailmaps> {
  return parseMailmaps(
    index.code.flatMap((code) => {
      const file = code.files.find(".mailmap");
      return file < 0 ? [] : [textOfFile(code, file)];
    }),
  );
}
