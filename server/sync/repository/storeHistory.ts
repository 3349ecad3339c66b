import type { Db } from "../../db/openDb.ts";
import {
  deleteCommits,
  insertChanges,
  insertCommits,
  internAuthors,
  internPaths,
  listCommitHashes,
} from "../../db/tables/commits/commitStorage.ts";
import { isAncestor, SYNC_TIMEOUT_MS } from "../../git/commitLookup.ts";
import { throwSourceError } from "../../sources/git/sourceGit.ts";
import { type HistoryCommit, listCommits, readCommits } from "../../sources/git/commitHistory.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";

export interface HistoryInput {
  readonly sourceId: string;
  /** The bare repository. */
  readonly folder: string;
  readonly head: string;
  /** Newest commit whose whole history is stored; null when none is, or it is unknown. */
  readonly storedHead: string | null;
  readonly signal: AbortSignal;
  /** Only commits that differ from one of their parents in these, and only files in them; none: all. The stored ones are of the same. */
  readonly folders?: readonly string[];
  /** Files that one commit may change. */
  readonly maxFiles?: number | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** Rows of one transaction, about 20 ms: the embedded database has one connection, so everything else waits meanwhile. */
const CHANGE_BATCH_SIZE = 2000;
const COMMIT_BATCH_SIZE = 500;
/** The unique index cannot hold longer values. */
const MAX_PATH_LENGTH = 1000;
const MAX_NAME_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 100_000;

/**
 * Brings the stored history to `head`: adds missing commits (parents first), and removes those that a rewritten history dropped. After a
 * crash or a force-push all stored commits are compared with git's list.
 * @returns how many commits were added or removed
 */
export async function storeHistory(db: Db, input: HistoryInput): Promise<number> {
  const { sourceId, folder, head, storedHead, folders, signal, onProgress } = input;
  if (storedHead === head) return 0;
  const isPlain =
    storedHead !== null &&
    (await isAncestor(folder, storedHead, head, signal, SYNC_TIMEOUT_MS).catch(throwSourceError));
  const listed = await listCommits(folder, head, isPlain ? storedHead : null, signal, folders);
  const { missing, surplus } = isPlain
    ? { missing: listed, surplus: [] }
    : await compareWithStored(db, sourceId, listed);
  await removeCommits(db, surplus);

  const before = listed.length - missing.length;
  const writer = new HistoryWriter(db, sourceId);
  let batch: HistoryCommit[] = [];
  let changes = 0;
  let done = before;
  onProgress(done, listed.length);
  const write = async () => {
    signal.throwIfAborted();
    await writer.write(batch);
    done += batch.length;
    batch = [];
    changes = 0;
    onProgress(done, listed.length);
  };
  for await (const commit of readCommits(folder, missing, signal, input.maxFiles, folders)) {
    batch.push(commit);
    changes += commit.changes.length;
    if (changes >= CHANGE_BATCH_SIZE || batch.length >= COMMIT_BATCH_SIZE) await write();
  }
  if (batch.length > 0) await write();
  return missing.length + surplus.length;
}

async function compareWithStored(
  db: Db,
  sourceId: string,
  listed: readonly string[],
): Promise<{ missing: string[]; surplus: number[] }> {
  const rows = await listCommitHashes(db, sourceId);
  if (rows.length === 0) return { missing: [...listed], surplus: [] };
  const stored = new Map(rows.map(({ hash, id }) => [hash, id]));
  const missing = listed.filter((hash) => !stored.delete(hash));
  return { missing, surplus: [...stored.values()] };
}

async function removeCommits(db: Db, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += CHANGE_BATCH_SIZE) {
    await deleteCommits(db, ids.slice(at, at + CHANGE_BATCH_SIZE));
  }
}

/** Writes batches of commits; ids of authors and paths are cached, so each is looked up once. */
class HistoryWriter {
  readonly #db: Db;
  readonly #sourceId: string;
  readonly #authors = new Map<string, number>();
  readonly #paths = new Map<string, number>();

  constructor(db: Db, sourceId: string) {
    this.#db = db;
    this.#sourceId = sourceId;
  }

  /** In one transaction: a commit is never stored without its changes. */
  async write(commits: readonly HistoryCommit[]): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await this.#internAuthors(tx, commits);
      await this.#internPaths(tx, commits);
      const ids = await this.#insertCommits(tx, commits);
      // A commit that was stored before has no id here, and keeps its changes.
      const rows = commits.flatMap((commit) => this.#changesOf(commit, ids.get(commit.hash)));
      await insertChanges(tx, rows);
    });
  }

  #changesOf({ changes }: HistoryCommit, commitId: number | undefined) {
    if (commitId === undefined) return [];
    // Paths that are not valid UTF-8 may become equal by decoding.
    const kinds = new Map(changes.map(({ path, kind }) => [this.#paths.get(storedPath(path)) ?? 0, kind]));
    return Array.from(kinds, ([path_id, kind]) => ({ commit_id: commitId, path_id, kind }));
  }

  #insertCommits(tx: Db, commits: readonly HistoryCommit[]): Promise<Map<string, number>> {
    return insertCommits(
      tx,
      this.#sourceId,
      commits.map((commit) => ({
        hash: commit.hash,
        authorId: this.#authors.get(authorKey(commit)) ?? 0,
        authoredAt: new Date(commit.authoredAt),
        committedAt: new Date(commit.committedAt),
        message: sanitizeText(commit.message, MAX_MESSAGE_LENGTH),
        parents: commit.parents,
      })),
    );
  }

  async #internAuthors(tx: Db, commits: readonly HistoryCommit[]): Promise<void> {
    const fresh = new Map<string, { name: string; email: string }>();
    for (const commit of commits) {
      const key = authorKey(commit);
      if (!this.#authors.has(key)) fresh.set(key, authorOf(commit));
    }
    if (fresh.size === 0) return;
    const rows = await internAuthors(tx, this.#sourceId, [...fresh.values()]);
    for (const { id, name, email } of rows) this.#authors.set(`${name}\0${email}`, id);
  }

  async #internPaths(tx: Db, commits: readonly HistoryCommit[]): Promise<void> {
    const fresh = new Set<string>();
    for (const { changes } of commits) {
      for (const { path } of changes) if (!this.#paths.has(storedPath(path))) fresh.add(storedPath(path));
    }
    if (fresh.size === 0) return;
    for (const { id, path } of await internPaths(tx, this.#sourceId, [...fresh])) this.#paths.set(path, id);
  }
}

const storedPath = (path: string): string =>
  path.length > MAX_PATH_LENGTH ? sanitizeText(path, MAX_PATH_LENGTH) : path;

function authorOf({ authorName, authorEmail }: HistoryCommit): { name: string; email: string } {
  return { name: sanitizeText(authorName, MAX_NAME_LENGTH), email: sanitizeText(authorEmail, MAX_NAME_LENGTH) };
}

function authorKey(commit: HistoryCommit): string {
  const { name, email } = authorOf(commit);
  return `${name}\0${email}`;
}
