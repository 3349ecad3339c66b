import { join } from "node:path";
import { sql } from "kysely";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { newId } from "../../../server/db/newId.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { createIndexBuilder } from "../../../server/index/build/builder.ts";
import { PgBossQueue } from "../../../server/jobs/PgBossQueue.ts";
import { originOf } from "../../../server/sources/egress/credentialOrigins.ts";
import type { SourceAccess, Sources } from "../../../server/sources/sourceTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { type SyncOptions, createSync } from "../../../server/sync/createSync.ts";
import type { Quotas } from "../../../server/settings.ts";
import type { SyncService } from "../../../server/sync/SyncService.ts";
import { type Language, formatStored } from "../../../server/messages/messages.ts";

export interface TestSync {
  readonly sync: SyncService;
  readonly sources: Sources;
  /** What went wrong that no host caused. */
  readonly errors: unknown[];
  stop(): Promise<void>;
}

export interface TestSyncOptions {
  readonly database: OpenDb;
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly allowedPaths?: readonly string[];
  readonly credential?: SourceAccess["credential"];
  readonly connectionToken?: SyncOptions["connectionToken"];
  readonly resyncIntervalMs?: number;
  readonly maxFiles?: number;
  readonly quotas?: Quotas;
}

/** The sync as the server wires it, over a test's database. Loopback is allowed, as an operator would have to. */
export async function startSync(options: TestSyncOptions): Promise<TestSync> {
  const { database, dataDir } = options;
  const location = { driver: "files", folder: join(dataDir, "blobs") } as const;
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  const queue = new PgBossQueue({ database, databaseUrl: options.databaseUrl, isWorker: true, onError });
  const sources = createSources({
    dataDir,
    allowedNetworks: ["127.0.0.0/8"],
    allowedPaths: options.allowedPaths ?? [],
    retryDelayMs: 20,
  });
  const builder = createIndexBuilder({ blobs: location });
  const sync = createSync({
    db: database.db,
    queue,
    sources,
    builder,
    blobs: openBlobs(location),
    openCredential: async (secretId) => {
      const { db } = database;
      const { url } = await db
        .selectFrom("sources")
        .select("url")
        .where("secret_id", "=", secretId)
        .executeTakeFirstOrThrow();
      if (!options.credential) throw new Error("None is stored.");
      return { ...options.credential, origin: originOf(url) };
    },
    ...(options.connectionToken && { connectionToken: options.connectionToken }),
    onError,
    isWorker: true,
    resyncIntervalMs: options.resyncIntervalMs ?? 0,
    ...(options.maxFiles !== undefined && { maxFiles: options.maxFiles }),
    ...(options.quotas && { quotas: options.quotas }),
  });
  sync.register();
  await queue.start();
  await sync.start();
  return {
    sync,
    sources,
    errors,
    async stop() {
      sync.stop();
      await queue.stop();
      await builder.close();
      await sources.close();
    },
  };
}

/** Takes everything out of a database that several tests use one after the other: opening one takes longer than most of them. */
export async function emptyDatabase({ db }: Pick<OpenDb, "db">): Promise<void> {
  await sql`truncate companies, users cascade`.execute(db);
}

/** A company with one user and one project. Ids are made, the slug is `atlas`. */
export async function makeProject(database: OpenDb): Promise<{ projectId: string; companyId: string; userId: string }> {
  const { db } = database;
  const [companyId, userId, projectId] = [newId(), newId(), newId()];
  await db
    .insertInto("companies")
    .values({ id: companyId, name: "Example", plan: "Enterprise", subscription_status: "active", trial_ends_at: null })
    .execute();
  await db
    .insertInto("users")
    .values({
      id: userId,
      email: "ada@example.org",
      name: "Ada",
      password_hash: "none",
      language: "EN",
      company_id: companyId,
      company_role: "Admin",
      verified_at: null,
    })
    .execute();
  await db
    .insertInto("projects")
    .values({
      id: projectId,
      slug: "atlas",
      name: "Atlas",
      company_id: companyId,
      created_by: userId,
      updated_at: new Date(),
    })
    .execute();
  await db
    .insertInto("project_members")
    .values({ id: newId(), project_id: projectId, user_id: userId, email: "ada@example.org", role: "Owner" })
    .execute();
  return { projectId, companyId, userId };
}

export async function addSource(
  database: OpenDb,
  projectId: string,
  source: {
    kind: "repository" | "tracker" | "wiki";
    provider: string;
    url: string;
    secretId?: string;
    connectionId?: string;
  },
): Promise<string> {
  const id = newId();
  await database.db
    .insertInto("sources")
    .values({
      id,
      project_id: projectId,
      kind: source.kind,
      provider: source.provider,
      url: source.url,
      name: "example",
      visibility: "unknown",
      secret_id: source.secretId ?? null,
      connection_id: source.connectionId ?? null,
      sync_state: "queued",
      sync_done: 0,
      sync_items: 0,
    })
    .execute();
  return id;
}

/** The error of a source as a reader of this language sees it. */
export const errorIn = ({ sync_error: error }: { readonly sync_error: string | null }, language: Language) =>
  error === null ? null : formatStored(error, language);

/** Waits until a source is ready or failed. */
export async function whenSettled(database: OpenDb, sourceId: string) {
  for (;;) {
    const row = await database.db
      .selectFrom("sources")
      .selectAll()
      .where("id", "=", sourceId)
      .executeTakeFirstOrThrow();
    if (row.sync_state === "ready" || row.sync_state === "failed") return { ...row, sync_error: errorIn(row, "EN") };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until nothing is left of the sources whose rows were deleted. */
export async function whenForgotten({ db }: OpenDb): Promise<void> {
  while ((await db.selectFrom("removed_sources").select("source_id").execute()).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The history that a source left in the database, without what differs from run to run (ids, times of syncing). */
export async function storedHistory({ db }: OpenDb, sourceId: string) {
  const commits = await db
    .selectFrom("git_commits")
    .innerJoin("git_authors", "git_authors.id", "git_commits.author_id")
    .select(["hash", "name", "email", "authored_at", "message", "parents"])
    .where("git_commits.source_id", "=", sourceId)
    .orderBy("hash")
    .execute();
  const changes = await db
    .selectFrom("git_changes")
    .innerJoin("git_commits", "git_commits.id", "git_changes.commit_id")
    .innerJoin("git_paths", "git_paths.id", "git_changes.path_id")
    .select(["hash", "path", "kind"])
    .where("git_commits.source_id", "=", sourceId)
    .orderBy("hash")
    .orderBy("path")
    .execute();
  return { commits, changes };
}
