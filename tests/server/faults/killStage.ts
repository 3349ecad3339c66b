/**
 * A server in a process of its own that a test kills while a host has its request, over the project `atlas` with a tracker at a host like
 * GitHub. Its Owner grace writes there by the account `grace`.
 */
import { expect, vi } from "vitest";
import type { Project } from "../../../contract/projects.ts";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { newId } from "../../../server/db/newId.ts";
import { sql } from "kysely";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { HostIssue } from "../../../server/demo/hosts/hostData.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { serverProcess } from "../growth/serverProcess.ts";
import { addPeople } from "../http/testServer.ts";
import { openMailbox } from "../mail/mailbox.ts";
import { type Engine, makeStorage } from "../testDb.ts";

const KEY = "a key of this test, which is long enough";
/** Longer than each lease and each first retry: 3 minutes for changes, mails and replies. */
const DEAD_MINUTES = 4;
/** The tables whose times make an action due. */
const TABLES = ["issue_writes", "issue_replies", "outbox", "outgoing_webhooks"];

/** When a host stops answering: after it has carried the request out, or before. */
export type Held = "acted" | "unacted";
export type Hold = readonly [line: RegExp, how: Held];

export async function startKillStage(engine: Engine) {
  const data = trackerData(6);
  for (const issue of data.issues) {
    delete issue.isPullRequest;
    Object.assign(issue, { comments: [], labels: [], state: "open", closedAt: null });
  }
  data.labels.push({ name: "triage", color: "d73a4a", description: null });
  /** Requests that the host holds, each once. */
  let holds: Hold[] = [];
  const held: string[] = [];
  /** Changes that the host has carried out. */
  const acted: string[] = [];
  const host = await startGithubHost({
    data,
    accounts: { "t-grace": { login: "grace", role: "write" } },
    tokenOwner: "grace",
    rateLimit: 100_000,
    intercept: async (request, response, answer) => {
      const line = `${request.method} ${request.url}`;
      const [, how] = holds.find(([pattern]) => pattern.test(line)) ?? [];
      if (how === "acted") {
        response.writeHead = () => response;
        response.end = () => response;
      }
      if (how !== "unacted") await answer();
      if (how !== "unacted" && request.method !== "GET") acted.push(line.replace("/api/v3", ""));
      if (!how) return;
      holds = holds.filter(([pattern]) => !pattern.test(line));
      held.push(line);
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
  /** Reads the database. The embedded one belongs to one process: then the server ends before. */
  const look = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
    if (server.isRunning && storage.databaseUrl === undefined) await server.end("SIGTERM");
    const database = await openDb({ dataDir: storage.dataDir, databaseUrl: storage.databaseUrl });
    try {
      return await read(database.db);
    } finally {
      await database.close();
    }
  };
  const { token, companyId } = await look(async (db) => {
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
  const finished = async (): Promise<string> => {
    const [tracker] = (await call<Project>("GET", "projects/atlas/")).body.trackers;
    return tracker?.sync.state === "ready" ? (tracker.sync.finished_at ?? "") : "";
  };
  const synced = (before: string) =>
    vi.waitFor(async () => expect([before, ""]).not.toContain(await finished()), { timeout: 60_000, interval: 100 });

  await server.start();
  const created = await call("POST", "projects/", {
    name: "Atlas",
    repositories: [],
    trackers: [{ provider: "github", url: `${host.url}/acme/rocket` }],
    wikis: [],
    emails: [],
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  await synced("");
  const sourceId = (await call<Project>("GET", "projects/atlas/")).body.trackers[0]?.id ?? "";
  const allowed = await call("PUT", `sources/${sourceId}/writing/`, { allowed: true });
  expect(allowed.status, JSON.stringify(allowed.body)).toBeLessThan(300);

  let lastTime = 0;
  /** The time of a change at the host: later than each before it, to the second as hosts have it. */
  const hostTime = (): string => {
    lastTime = Math.max(lastTime + 1000, Math.floor(Date.now() / 1000) * 1000);
    return new Date(lastTime).toISOString().replace(".000Z", "Z");
  };
  return {
    data,
    companyId,
    mailbox,
    server,
    sourceId,
    acted,
    call,
    look,
    issue: (number: number): HostIssue => {
      const issue = data.issues.find((one) => one.number === number);
      if (!issue) throw new Error(`There is no issue ${number}.`);
      return issue;
    },
    /** A report at the host. */
    open: (number: number): void => {
      const at = hostTime();
      const times = { createdAt: at, updatedAt: at, closedAt: null };
      data.issues.push(trackerIssue(number, { ...times, state: "open", comments: [], assignees: [], labels: [] }));
    },
    /** An issue is closed at the host. */
    close(number: number): void {
      const at = hostTime();
      Object.assign(this.issue(number), { state: "closed", updatedAt: at, closedAt: at, closedBy: "ada" });
    },
    sync: async (): Promise<void> => {
      const before = await vi.waitFor(
        async () => {
          const at = await finished();
          expect(at).not.toBe("");
          return at;
        },
        { timeout: 60_000, interval: 100 },
      );
      await call("POST", "projects/atlas/sync/");
      await synced(before);
    },
    start: async (): Promise<void> => {
      if (!server.isRunning) await server.start();
    },
    /** The host holds one request of each kind. */
    hold: (...given: readonly Hold[]): void => {
      held.length = 0;
      holds = [...given];
    },
    /** Waits until this many requests are held. */
    holding: async (count: number): Promise<void> => {
      await expect.poll(() => held.length, { timeout: 60_000 }).toBe(count);
    },
    /**
     * Ends the process by SIGKILL, and starts it again after the time in which no other process takes its work.
     * @param given what the host holds of the new process
     */
    killAndRestart: async (...given: readonly Hold[]): Promise<void> => {
      expect(await server.end("SIGKILL")).toBeNull();
      held.length = 0;
      holds = [...given];
      await look((db) => letPass(db, DEAD_MINUTES));
      await server.start();
    },
    remove: async (): Promise<void> => {
      await server.end("SIGKILL");
      await host.stop();
      await mailbox.stop();
      await storage.remove();
    },
  };
}
export type KillStage = Awaited<ReturnType<typeof startKillStage>>;

/** Minutes pass while no process runs: what the tables of actions have noted is that much longer ago. No other value changes. */
async function letPass(db: Db, minutes: number): Promise<void> {
  const { rows } = await sql<{ name: string; sets: string }>`
    select table_name as name,
      string_agg(format('%1$I = %1$I - interval ''${sql.raw(String(minutes))} minutes''', column_name), ', ') as sets
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name in (${sql.join(TABLES)})
    group by 1`.execute(db);
  for (const { name, sets } of rows) await sql`update ${sql.id(name)} set ${sql.raw(sets)}`.execute(db);
}
