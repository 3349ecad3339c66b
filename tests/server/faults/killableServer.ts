/**
 * A server in a process of its own that a test kills while a host has its request, over the project `atlas` with a tracker at a host like
 * GitHub. Its Owner grace writes there by the account `grace`.
 */
import { expect } from "vitest";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { newId } from "../../../server/db/newId.ts";
import { sql } from "kysely";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { trackerChanges } from "../../providers/trackerChanges.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { serverProcess } from "../growth/serverProcess.ts";
import { addPeople } from "../http/testServer.ts";
import { openMailbox } from "../mail/mailbox.ts";
import { createTrackerProject } from "../sync/trackerProject.ts";
import { type Engine, makeStorage } from "../testDb.ts";

const KEY = "a key of this test, which is long enough";
/** Longer than each lease and each first retry, which are 3 minutes for changes, mails and replies. */
const EXPIRED_LEASE_MINUTES = 4;
/** The tables whose times make an action due. */
const ACTION_TABLES = ["issue_writes", "issue_replies", "outbox", "outgoing_webhooks"];

/** A request that the host does not answer, by its method and path, and whether the host executes it. */
export type Hold = readonly [pattern: RegExp, execution: "executed" | "ignored"];

export async function startKillableServer(engine: Engine) {
  const data = trackerData(6);
  for (const issue of data.issues) {
    delete issue.isPullRequest;
    Object.assign(issue, { comments: [], labels: [], state: "open", closedAt: null });
  }
  data.labels.push({ name: "triage", color: "d73a4a", description: null });
  /** Each applies once. */
  let holds: Hold[] = [];
  let heldCount = 0;
  /** Changes that the host has executed, by method and path. */
  const executedChanges: string[] = [];
  const host = await startGithubHost({
    data,
    accounts: { "t-grace": { login: "grace", role: "write" } },
    tokenOwner: "grace",
    rateLimit: 100_000,
    intercept: async (request, response, answer) => {
      const line = `${request.method} ${request.url}`;
      const [, execution] = holds.find(([pattern]) => pattern.test(line)) ?? [];
      if (execution === "executed") {
        // The answer is made, and not sent.
        response.writeHead = () => response;
        response.end = () => response;
      }
      if (execution !== "ignored") {
        await answer();
        if (request.method !== "GET") executedChanges.push(line.replace("/api/v3", ""));
      }
      if (execution === undefined) return;
      holds = holds.filter(([pattern]) => !pattern.test(line));
      heldCount += 1;
    },
  });
  const mailbox = await openMailbox();
  const storage = await makeStorage(engine);
  const server = await serverProcess({
    CLEW_DATA: storage.dataDir,
    CLEW_DIST: `${storage.dataDir}/dist`,
    DATABASE_URL: storage.databaseUrl,
    CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
    CLEW_MASTER_KEY: KEY,
    CLEW_GITHUB_CLIENT_ID: "id",
    CLEW_GITHUB_CLIENT_SECRET: "secret",
    CLEW_GITHUB_URL: host.url,
    CLEW_SMTP_URL: mailbox.url,
    CLEW_MAIL_FROM: "Clew <clew@example.org>",
  });
  /** Opens the database. An embedded one belongs to one process, so that the server is ended first. */
  const readDatabase = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
    if (server.isRunning && storage.databaseUrl === undefined) await server.end("SIGTERM");
    const database = await openDb({ dataDir: storage.dataDir, databaseUrl: storage.databaseUrl });
    try {
      return await read(database.db);
    } finally {
      await database.close();
    }
  };
  const { token, companyId } = await readDatabase(async (db) => {
    const people = await addPeople(db, { plan: "Enterprise" });
    const secret = await createSecrets(Buffer.from(KEY)).store(db, people.companyId, { token: "t-grace" });
    const connection = { provider: "github", origin: host.url, account: "grace", scopes: "", writes: true } as const;
    await db
      .insertInto("connections")
      .values({ ...connection, id: newId(), user_id: people.admin.id, secret_id: secret })
      .execute();
    return { token: people.admin.token, companyId: people.companyId };
  });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Token ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as T };
  };
  await server.start();
  const { sourceId, sync } = await createTrackerProject(call, `${host.url}/acme/rocket`);
  return {
    data,
    companyId,
    mailbox,
    server,
    sourceId,
    sync,
    ...trackerChanges(data),
    executedChanges,
    call,
    readDatabase,
    start: async (): Promise<void> => {
      if (!server.isRunning) await server.start();
    },
    /** The host does not answer the next request that matches each pattern. */
    holdRequests: (...next: readonly Hold[]): void => {
      heldCount = 0;
      holds = [...next];
    },
    /** Waits until the host holds this many requests. */
    waitForHeld: async (count: number): Promise<void> => {
      await expect.poll(() => heldCount, { timeout: 60_000 }).toBe(count);
    },
    /**
     * Ends the process by SIGKILL, and starts another one after the leases of the first have ended.
     * @param next what the host holds of the new process
     */
    killAndRestart: async (...next: readonly Hold[]): Promise<void> => {
      expect(await server.end("SIGKILL")).toBeNull();
      heldCount = 0;
      holds = [...next];
      await readDatabase((db) => ageActions(db, EXPIRED_LEASE_MINUTES));
      await server.start();
    },
    stop: async (): Promise<void> => {
      await server.end("SIGKILL");
      await host.stop();
      await mailbox.stop();
      await storage.remove();
    },
  };
}
export type KillableServer = Awaited<ReturnType<typeof startKillableServer>>;

/** Moves all times of the tables of actions into the past, as if no process had run for some minutes. */
async function ageActions(db: Db, minutes: number): Promise<void> {
  const { rows } = await sql<{ name: string; sets: string }>`
    select table_name as name,
      string_agg(format('%1$I = %1$I - interval ''${sql.raw(String(minutes))} minutes''', column_name), ', ') as sets
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name in (${sql.join(ACTION_TABLES)})
    group by 1`.execute(db);
  for (const { name, sets } of rows) await sql`update ${sql.id(name)} set ${sql.raw(sets)}`.execute(db);
}
