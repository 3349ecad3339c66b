/** The history of one repository as its sync stores it: git_commits, git_authors, git_paths and git_changes. */
import { type Insertable, sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { GitChangesTable } from "../../schema/gitSchema.ts";

export const listCommitHashes = (db: Db, sourceId: string) =>
  db.selectFrom("git_commits").select(["id", "hash"]).where("source_id", "=", sourceId).execute();

export async function deleteCommits(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("git_commits")
    .where("id", "in", [...ids])
    .execute();
}

export async function deleteCommitsOfSource(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("git_commits").where("source_id", "=", sourceId).execute();
}

/** Deletes the history of a repository with the paths that it named. Its authors stay: persons may have been merged with them. */
export async function deleteHistoryOfSource(tx: Db, sourceId: string): Promise<void> {
  await deleteCommitsOfSource(tx, sourceId);
  await tx.deleteFrom("git_paths").where("source_id", "=", sourceId).execute();
}

/** Deletes the authors of a repository without a commit, except those that a person was settled with. */
export async function deleteIdleAuthors(db: Db, sourceId: string): Promise<void> {
  await sql`
    delete from git_authors a where a.source_id = ${sourceId}
      and not exists (select 1 from git_commits c where c.author_id = a.id)
      and not exists (select 1 from person_identities i where i.author_id = a.id)`.execute(db);
}

export interface NewCommit {
  readonly hash: string;
  readonly authorId: number;
  readonly authoredAt: Date;
  readonly committedAt: Date;
  readonly message: string;
  readonly parents: number;
}

/** Stores commits that are not there yet. @returns ids of those that were stored, by their hashes */
export async function insertCommits(
  db: Db,
  sourceId: string,
  commits: readonly NewCommit[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; hash: string }>`
    insert into git_commits (source_id, hash, author_id, authored_at, committed_at, message, parents)
    select ${sourceId}, * from unnest(
      ${commits.map(({ hash }) => hash)}::text[],
      ${commits.map(({ authorId }) => authorId)}::bigint[],
      ${commits.map(({ authoredAt }) => authoredAt.toISOString())}::timestamptz[],
      ${commits.map(({ committedAt }) => committedAt.toISOString())}::timestamptz[],
      ${commits.map(({ message }) => message)}::text[],
      ${commits.map(({ parents }) => parents)}::integer[]
    ) on conflict do nothing returning id, hash`.execute(db);
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

export async function insertChanges(db: Db, rows: readonly Insertable<GitChangesTable>[]): Promise<void> {
  await insertRows(db, "git_changes", rows);
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

/** Stores the authors that are not there yet. @returns all of them with their ids */
export async function internAuthors(
  db: Db,
  sourceId: string,
  authors: readonly Author[],
): Promise<(Author & { readonly id: number })[]> {
  await insertRows(
    db,
    "git_authors",
    authors.map(({ name, email }) => ({ source_id: sourceId, name, email })),
    { onConflict: "ignore" },
  );
  const { rows } = await sql<Author & { readonly id: number }>`
    select a.id, a.name, a.email from git_authors a
    join unnest(${authors.map(({ name }) => name)}::text[], ${authors.map(({ email }) => email)}::text[]) as wanted (name, email)
      on a.source_id = ${sourceId} and a.name = wanted.name and a.email = wanted.email`.execute(db);
  return rows;
}

/** Stores the paths that are not there yet. @returns all of them with their ids */
export async function internPaths(
  db: Db,
  sourceId: string,
  paths: readonly string[],
): Promise<{ id: number; path: string }[]> {
  await insertRows(
    db,
    "git_paths",
    paths.map((path) => ({ source_id: sourceId, path })),
    { onConflict: "ignore" },
  );
  const { rows } = await sql<{ id: number; path: string }>`
    select id, path from git_paths where source_id = ${sourceId} and path = any(${paths}::text[])`.execute(db);
  return rows;
}

/** Whether the lines of a commit of the repository have not been counted. */
export async function hasUncountedCommits(db: Db, sourceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("git_commits")
    .select("id")
    .where("source_id", "=", sourceId)
    .where("added", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Newest first, with the folders that the stored history was read for. One statement: these rows are deleted before a history of other
 * folders is stored, so what is counted for these folders is right for these ids at any later time.
 */
export async function listUncountedCommits(db: Db, sourceId: string, limit: number) {
  const { rows } = await sql<{ readonly id: number; readonly hash: string; readonly folders: readonly string[] }>`
    select c.id, c.hash, case when s.cursor is null then s.folders else coalesce(s.cursor -> 'folders', '[]') end as folders
    from git_commits c join sources s on s.id = c.source_id
    where c.source_id = ${sourceId} and c.added is null
    order by c.committed_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function updateCommitLines(
  db: Db,
  counted: readonly { readonly id: number; readonly added: number; readonly deleted: number }[],
): Promise<void> {
  await sql`
    update git_commits c set added = counted.added, deleted = counted.deleted
    from unnest(
      ${counted.map(({ id }) => id)}::bigint[],
      ${counted.map(({ added }) => added)}::integer[],
      ${counted.map(({ deleted }) => deleted)}::integer[]
    ) as counted (id, added, deleted)
    where c.id = counted.id`.execute(db);
}
