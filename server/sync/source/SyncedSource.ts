import type { CustomField } from "../../../contract/issues/customFields.ts";
import type { Db } from "../../db/openDb.ts";
import { findSourceWithProject, updateCursorOfSource } from "../../db/tables/sources/sourceSync.ts";
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
  /** The installation of an app that it is read by. */
  readonly installationId: string | null;
  readonly isPaused: boolean;
  /** Branches and tags that are searched in addition to the default branch. */
  readonly refPatterns: readonly string[];
  /** The folders that a repository is limited to; none: it is read whole. */
  readonly folders: readonly string[];
  /** The choice for which items that the host restricts are read; null: they are left out. */
  readonly restrictedChoice: string | null;
  /** The custom fields of a tracker that are read. */
  readonly customFields: readonly CustomField[];
  readonly cursor: SyncCursor;
  /** Waits for the quota of the host since the last progress. */
  readonly quotaWaits: number;
  /** The wait for the quota of the host that the last sync ended with, and how far it was; null: it ended otherwise. */
  readonly hostWait: {
    readonly resumeAt: Date | null;
    readonly step: string | null;
    readonly done: number;
    readonly total: number | null;
  } | null;
}

/** The contents of `sources.cursor`: where the next sync continues. */
export const SyncCursor = z.object({
  /** Newest commit whose whole history is in the database. */
  head: z.string().nullable().default(null),
  /** The folders that the stored history was read for. */
  folders: z.array(z.string()).default([]),
  /** The folders that the stored requests were read for. */
  requestFolders: z.array(z.string()).default([]),
  /** Requests with news that is sent once they are known to be in the folders: by external id the state before it; null: none was stored. */
  unannouncedRequests: z.record(z.string(), z.string().nullable()).default({}),
  /** A commit that is beyond the limits, with the limit and the message: it is read again only when one of them changes or a user requests it. */
  refused: z
    .object({
      head: z.string(),
      mostFiles: z.number().int(),
      folders: z.array(z.string()).default([]),
      text: z.custom<Message>(isMessage),
    })
    .nullable()
    .default(null)
    .catch(null),
  /** Cursors of the provider. */
  tracker: z.record(z.string(), z.unknown()).nullable().default(null),
  requests: z.record(z.string(), z.unknown()).nullable().default(null),
  events: z.record(z.string(), z.unknown()).nullable().default(null),
  /** The last reconciliation, and by how many issues the host counted more than are stored. */
  reconciled: z.object({ at: z.iso.datetime(), difference: z.number().int() }).nullable().default(null),
  /** The last comparison of labels and attachments of wiki pages, with the digest of what the host listed. */
  extras: z.object({ at: z.iso.datetime(), digest: z.string() }).nullable().default(null),
  /** When all comments on wiki pages were last listed, and the newest change among them by the host's clock. */
  comments: z.object({ at: z.iso.datetime(), newest: z.iso.datetime() }).nullable().default(null),
  /** Issues of which the host reports another number of comments than it returns, with that number: they are not requested again. */
  commentCountMismatches: z.record(z.string(), z.number().int()).default({}),
  /** The `restrictedChoice` of the current or last read. */
  restrictedChoice: z.string().nullable().default(null),
  /** Ids of the custom fields that the stored issues were read with, in the order of the choice. */
  fields: z.array(z.string()).default([]),
  /** The issues are being read again for a field that was added: until the end some of them lack it. */
  isAddingFields: z.boolean().default(false),
  /** The last reading of custom fields that the host has apart from its issues, and the ids that it was for; null: none yet. */
  fieldValues: z
    .object({ at: z.iso.datetime(), fields: z.array(z.string()) })
    .nullable()
    .default(null),
  /** Keys of issues whose threads were cut when they were last read. */
  cutThreads: z.array(z.string()).default([]),
  /**
   * Blobs of the index with text of items that are left out from now on. They are deleted as soon as no index names them; other blobs have
   * a grace period.
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
    installationId: row.app_installation_id,
    isPaused: row.paused_at !== null,
    refPatterns: row.ref_patterns,
    folders: row.folders,
    restrictedChoice: row.restricted_choice,
    customFields: row.custom_fields,
    quotaWaits: row.quota_waits,
    hostWait:
      row.waits_for === "host"
        ? { resumeAt: row.resume_at, step: row.sync_step, done: row.sync_done, total: row.sync_total }
        : null,
    // With an unreadable cursor everything is read again.
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
