import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { currentFiles } from "../ranking/commits.ts";
import { MAX_AGE_SECONDS, decayOf } from "./decay.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import { activityStatus } from "./inactivity.ts";
import { type PeopleTable, peopleTable } from "../identities/peopleTable.ts";
import { memoize } from "../../memoize.ts";

/** How much of one thing each person did. */
export type Shares = ReadonlyMap<number, number>;

export interface KnownFile {
  /** Position of the repository in `index.code`. */
  readonly member: number;
  readonly file: number;
  readonly path: string;
  readonly shares: Shares;
}

export type Holding = "shared" | "island" | "orphan";

const MIN_SHARE = EXPERT_CONSTANTS.minKnownShare.value;
const SOLE_SHARE = EXPERT_CONSTANTS.soleHolderShare.value;

/** Who holds what: the files of the newest commits by the decayed contribution of people, without bots. */
export interface Knowledge {
  readonly table: PeopleTable;
  readonly files: readonly KnownFile[];
  /** 1 for a person who is still active. */
  readonly isActive: Uint8Array;
}

/** Made once for each table of people. */
export const knowledgeOf = (index: OpenedIndex, table: PeopleTable = peopleTable(index)): Knowledge =>
  knowledgeByTable(index)(table);

const knowledgeByTable = memoize((index: OpenedIndex) => memoize((table: PeopleTable) => makeKnowledge(index, table)));

function makeKnowledge(index: OpenedIndex, table: PeopleTable): Knowledge {
  const shares = index.code.map(({ files }) => Array.from({ length: files.length }, () => new Map<number, number>()));
  for (const { commits, code: member, authors, credits } of table.histories) {
    const code = index.code[member];
    if (!code) continue;
    const nowAt = currentFiles(code, commits);
    for (let commit = 0; commit < commits.table.length; commit++) {
      const changed = commits.table.changes(commit);
      if (changed.length === 0) continue;
      // The author of old code that has not changed since still counts.
      const age = Math.min(MAX_AGE_SECONDS, Math.max(0, table.nowSeconds - (commits.table.times[commit] ?? 0)));
      const amount = decayOf(age) * Math.min(1, EXPERT_CONSTANTS.fullWeightFiles.value / changed.length);
      const give = (person: number, share: number): void => {
        if (person < 0 || table.people[person]?.isBot !== false) return;
        for (const path of changed) {
          const fileShares = shares[member]?.[nowAt[path] ?? -1];
          fileShares?.set(person, (fileShares.get(person) ?? 0) + amount * share);
        }
      };
      give(authors[commit] ?? -1, 1);
      for (const { person, kind } of credits.get(commit) ?? [])
        if (kind === "coAuthor") give(person, EXPERT_CONSTANTS.coAuthorKnowledge.value);
    }
  }
  const files = index.code.flatMap((code, member) =>
    Array.from({ length: code.files.length }, (_, file) => file)
      .filter((file) => isWorkedOn(code.files.kind(file)))
      .map((file): KnownFile => ({
        member,
        file,
        path: code.files.path(file),
        shares: shares[member]?.[file] ?? new Map(),
      })),
  );
  const isActive = Uint8Array.from(table.people, ({ isBot }, person) =>
    !isBot && activityStatus(table, person) !== "gone" ? 1 : 0,
  );
  return { table, files, isActive };
}

/** Knowledge of generated, vendored and data files is not counted. */
const isWorkedOn = (kind: string): boolean => kind !== "generated" && kind !== "vendored" && kind !== "data";

/** Sum of the shares of many files. */
export function sumShares(files: Iterable<KnownFile>): Map<number, number> {
  const sum = new Map<number, number>();
  for (const { shares } of files) for (const [person, share] of shares) sum.set(person, (sum.get(person) ?? 0) + share);
  return sum;
}

/** All people with a share, the largest first, as parts of 1. */
export function sharesInOrder(shares: Shares): { person: number; share: number }[] {
  let total = 0;
  for (const share of shares.values()) total += share;
  return [...shares]
    .map(([person, share]) => ({ person, share: share / (total || 1) }))
    .sort((a, b) => b.share - a.share || a.person - b.person);
}

/** Whether active people hold it. A file that only bots have changed counts as orphaned too. */
export function holdingOf(shares: Shares, isActive: (person: number) => boolean): Holding {
  const active = sharesInOrder(shares).filter(({ person }) => isActive(person));
  const largestShare = active[0]?.share ?? 0;
  return largestShare < MIN_SHARE ? "orphan" : largestShare >= SOLE_SHARE ? "island" : "shared";
}

/**
 * How many people have to leave until more than half of the files are orphans (the greedy count of Avelino, Passos, Hora and Valente,
 * "A novel approach for estimating truck factors", 2016, with our own measure of knowledge of a file), in the order of removal.
 *
 * @param gone people who are counted as having left already
 */
export function truckFactor({ files, isActive }: Knowledge, gone: ReadonlySet<number> = new Set()): number[] {
  // The active people who know each file; a file without any is an orphan from the start.
  const peopleOfFile = files.map(({ shares }) => {
    let total = 0;
    for (const share of shares.values()) total += share;
    const people: number[] = [];
    for (const [person, share] of shares)
      if (share >= MIN_SHARE * total && isActive[person] === 1 && !gone.has(person)) people.push(person);
    return people;
  });
  const holderCounts = peopleOfFile.map((people) => people.length);
  let orphans = holderCounts.filter((count) => count === 0).length;
  const filesOf = new Map<number, number[]>();
  peopleOfFile.forEach((people, file) => {
    for (const person of people) {
      const list = filesOf.get(person);
      if (list) list.push(file);
      else filesOf.set(person, [file]);
    }
  });
  const removed: number[] = [];
  while (orphans * 2 <= files.length && filesOf.size > 0) {
    const [person, personFiles] = [...filesOf].reduce((largest, entry) =>
      entry[1].length > largest[1].length ? entry : largest,
    );
    filesOf.delete(person);
    removed.push(person);
    for (const file of personFiles) {
      holderCounts[file] = (holderCounts[file] ?? 0) - 1;
      if (holderCounts[file] === 0) orphans++;
    }
  }
  return removed;
}
