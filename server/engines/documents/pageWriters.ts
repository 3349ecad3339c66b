import { accountKey } from "../identities/knownIdentities.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";

/** The part of a version that a comment counts for. */
const COMMENT_WEIGHT = 0.5;

/** An account that wrote versions of pages, or comments on them. */
export interface VersionsOfAccount {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  /** Counts of PostgreSQL arrive as texts. */
  readonly versions: number | string;
  readonly comments: number | string;
  readonly last_at: Date;
}

export interface PageContributor<Row> {
  /** The last of the person's accounts, in the order of the rows. */
  readonly account: Row;
  /** Number in the table; -1 for a writer who never committed. */
  readonly person: number;
  readonly versions: number;
  readonly comments: number;
  /** Share of all versions and comments of the page, from 0 to 1; those of excluded people count too. A comment counts for half a version. */
  readonly share: number;
  readonly lastAt: Date;
}

const weightOf = ({ versions, comments }: { readonly versions: number; readonly comments: number }): number =>
  versions + COMMENT_WEIGHT * comments;

/** Who wrote the versions and comments, most of them first. Two accounts of one person in the wiki are one writer. */
export function pageWriters<Row extends VersionsOfAccount>(
  table: PeopleTable,
  rows: readonly Row[],
  excluded: ReadonlySet<number>,
): PageContributor<Row>[] {
  const writers = new Map<number | string, Omit<PageContributor<Row>, "share">>();
  for (const account of rows) {
    const person = table.find({ ...account, key: accountKey(account.id) });
    const key = person >= 0 ? person : account.id;
    const previous = writers.get(key);
    const versions = Number(account.versions) + (previous?.versions ?? 0);
    const comments = Number(account.comments) + (previous?.comments ?? 0);
    const lastAt = previous && previous.lastAt > account.last_at ? previous.lastAt : account.last_at;
    writers.set(key, { account, person, versions, comments, lastAt });
  }
  const people = [...writers.values()];
  const all = people.reduce((sum, writer) => sum + weightOf(writer), 0);
  return people
    .filter(({ person }) => !excluded.has(person))
    .toSorted((a, b) => weightOf(b) - weightOf(a) || b.lastAt.getTime() - a.lastAt.getTime())
    .map((writer) => ({ ...writer, share: weightOf(writer) / all }));
}
