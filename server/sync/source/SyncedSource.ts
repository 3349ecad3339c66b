import type { Db } from "../../db/openDb.ts";
import { findSourceWithProject, updateCursorOfSource } from "../../db/tables/sourceSync.ts";
import { z } from "zod";
import { type Message, isMessage } from "../../messages/messages.ts";

/** A source as a sync needs it. */
export interface SyncedSource {
  readonly id: string;
  readonly projectId: string;
  readonly projectSlug: string;
  readonly companyId: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly provider: string;
  readonly url: string;
  readonly name: string;
  readonly defaultBranch: string | null;
  readonly secretId: string | null;
  readonly connectionId: string | null;
  readonly isPaused: boolean;
  /** Branches and tags that are searched in addition to the default branch. */
  readonly refPatterns: readonly string[];
  /** The choice for which items that the host restricts are read; null: they are left out. */
  readonly restrictedChoice: string | null;
  readonly cursor: SyncCursor;
}

/** The contents of `sources.cursor`: how far the history of a repository or the read of a tracker is. */
const SyncCursor = z.object({
  /** Newest commit whose whole history is in the database. */
  head: z.string().nullable().default(null),
  /** A commit that is beyond the limits, with the limit and the message: it is read again only when one of them changes or a user requests it. */
  refused: z
    .object({ head: z.string(), mostFiles: z.number().int(), text: z.custom<Message>(isMessage) })
    .nullable()
    .default(null)
    .catch(null),
  /** The provider's own. */
  tracker: z.record(z.string(), z.unknown()).nullable().default(null),
  requests: z.record(z.string(), z.unknown()).nullable().default(null),
  events: z.record(z.string(), z.unknown()).nullable().default(null),
  /** What the last search for deleted issues found: by how many the host counted more than is stored here. */
  swept: z.object({ at: z.iso.datetime(), difference: z.number().int() }).nullable().default(null),
  /** What the last look at the labels and attachments of a wiki's pages saw, once what is stored was the same. */
  extras: z.object({ at: z.iso.datetime(), print: z.string() }).nullable().default(null),
  /** Issues whose host reports another number of comments than it returns, with that number, so that they are not requested repeatedly. */
  commentCountMismatches: z.record(z.string(), z.number().int()).default({}),
  /** The choice for which the reading under way, or the last one, gave the texts of restricted items too. */
  restrictedChoice: z.string().nullable().default(null),
  /** Keys of issues whose threads were cut when they were last read. */
  cutThreads: z.array(z.string()).default([]),
  /**
   * Blobs of the index that hold text of items which have been left out since: they are deleted once no index names them, without the time
   * that others are kept for.
   */
  purge: z.array(z.string()).default([]),
  /** Rows were stored that the index does not have yet. */
  isIndexBehind: z.boolean().default(false),
});
export type SyncCursor = z.infer<typeof SyncCursor>;

/** Undefined when the source was removed. */
export async function findSource(db: Db, sourceId: string): Promise<SyncedSource | undefined> {
  const row = await findSourceWithProject(db, sourceId);
  if (!row) return undefined;
  const cursor = SyncCursor.safeParse(row.cursor ?? {});
  return {
    id: row.id,
    projectId: row.project_id,
    projectSlug: row.slug,
    companyId: row.company_id,
    kind: row.kind,
    provider: row.provider,
    url: row.url,
    name: row.name,
    defaultBranch: row.default_branch,
    secretId: row.secret_id,
    connectionId: row.connection_id,
    isPaused: row.paused_at !== null,
    refPatterns: row.ref_patterns,
    restrictedChoice: row.restricted_choice,
    // An unreadable cursor only costs a full reading.
    cursor: cursor.success ? cursor.data : SyncCursor.parse({}),
  };
}

/** Changes a part of the stored cursor. */
export async function updateCursor(db: Db, sourceId: string, part: Partial<SyncCursor>): Promise<void> {
  const source = await findSource(db, sourceId);
  if (source) await storeCursor(db, sourceId, { ...source.cursor, ...part });
}

export const storeCursor = (db: Db, sourceId: string, cursor: SyncCursor): Promise<void> =>
  updateCursorOfSource(db, sourceId, cursor);
