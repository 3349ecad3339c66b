/** A project with a tracker that members write to: a real server, the row of one issue, and connected accounts. */
import { randomUUID } from "node:crypto";
import type {
  IssueActions,
  IssueChange,
  IssueWriteAnswer,
  NewIssue,
  NewIssueAnswer,
  NewIssueForm,
} from "../../contract/issues/issueWrites.ts";
import { createSecrets } from "../../server/access/keys/secrets.ts";
import { newId } from "../../server/db/newId.ts";
import { READ_SOURCE, addMember, addProject, issueRow } from "./rows.ts";
import { addPeople, startTestServer, type TestServer } from "./http/testServer.ts";
import type { Engine } from "./testDb.ts";

export const KEY = "a key of this test, which is long enough";

interface Tracker {
  readonly provider: "github" | "gitlab" | "jira";
  readonly url: string;
  readonly issue: { readonly externalId: string; readonly key: string; readonly number: number | null };
}

export interface WriteStage {
  readonly server: TestServer;
  readonly people: Awaited<ReturnType<typeof addPeople>>;
  readonly issueId: string;
  readonly sourceId: string;
  readonly projectId: string;
  /** Stores a connected account of the tracker's host. */
  connect(userId: string, token: string, writes?: boolean): Promise<void>;
  /** Stores a token that a member has given the source. */
  giveToken(userId: string, token: string): Promise<void>;
  /** What a new issue of the tracker can have. */
  form(): Promise<NewIssueForm>;
  create(
    issue: Partial<NewIssue>,
    more?: { readonly key?: string },
  ): Promise<{ readonly status: number; readonly body: NewIssueAnswer }>;
  allow(allowed: boolean): Promise<void>;
  actions(session?: string): Promise<IssueActions>;
  /** The answer's status with its body. */
  write(
    change: IssueChange,
    more?: {
      readonly key?: string;
      readonly account?: string;
      readonly session?: string;
      readonly language?: "EN" | "TR";
    },
  ): Promise<{ readonly status: number; readonly body: IssueWriteAnswer }>;
  audit(): Promise<{ readonly action: string; readonly actor_email: string; readonly after: unknown }[]>;
}

/** @param tracker after the start of its host */
export async function startWriteStage(
  engine: Engine,
  tracker: Tracker,
  environment: Record<string, string> = {},
): Promise<WriteStage> {
  const name = tracker.provider.toUpperCase();
  const origin = new URL(tracker.url).origin;
  const server = await startTestServer(engine, {
    environment: {
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_MASTER_KEY: KEY,
      [`CLEW_${name}_CLIENT_ID`]: "id",
      [`CLEW_${name}_CLIENT_SECRET`]: "secret",
      [`CLEW_${name}_URL`]: origin,
      ...environment,
    },
  });
  const { db } = server;
  const people = await addPeople(db, { plan: "Enterprise" });
  const projectId = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "maze" });
  await addMember(db, projectId, people.member.id, "Viewer");
  const [sourceId, issueId] = [newId(), newId()];
  const source = { project_id: projectId, kind: "tracker", provider: tracker.provider, url: tracker.url } as const;
  await db
    .insertInto("sources")
    .values({ ...READ_SOURCE, ...source, id: sourceId, name: "thread", sync_finished_at: new Date() })
    .execute();
  const { externalId, key, number } = tracker.issue;
  const names = { external_id: externalId, key, number };
  const row = { id: issueId, project_id: projectId, source_id: sourceId, title: "A", created_at: new Date(0) };
  await db
    .insertInto("issues")
    .values(issueRow({ ...row, ...names }))
    .execute();
  const secrets = createSecrets(Buffer.from(KEY));
  const path = `projects/maze/issues/${issueId}`;
  return {
    server,
    people,
    issueId,
    sourceId,
    projectId,
    async connect(userId, token, writes = true) {
      const secret_id = await secrets.store(db, people.companyId, { token });
      const row = {
        id: newId(),
        user_id: userId,
        provider: tracker.provider,
        origin,
        account: "ada",
        scopes: "",
        writes,
      };
      await db.deleteFrom("connections").where("user_id", "=", userId).execute();
      await db
        .insertInto("connections")
        .values({ ...row, secret_id })
        .execute();
    },
    async giveToken(userId, token) {
      const secret_id = await secrets.store(db, people.companyId, { token }, origin);
      await db.updateTable("sources").set({ secret_id, access_by: userId }).where("id", "=", sourceId).execute();
    },
    async allow(allowed) {
      await server.call("PUT", `sources/${sourceId}/writing/`, { token: people.admin.token, body: { allowed } });
    },
    async form() {
      const answer = await server.call("GET", `new-issue/?project=maze&tracker=${sourceId}`, {
        token: people.admin.token,
      });
      return answer.body as NewIssueForm;
    },
    async create(issue, { key: requestKey = randomUUID() } = {}) {
      const whole = { action: "create", title: "Search is slow", body: "", labels: [], type: null, ...issue };
      const body = { key: requestKey, account: "ada", tracker: sourceId, issue: whole };
      const answer = await server.call("POST", "projects/maze/new-issue/", { token: people.admin.token, body });
      return { status: answer.status, body: answer.body as NewIssueAnswer };
    },
    async actions(session = people.admin.token) {
      return (await server.call("GET", `${path}/actions/`, { token: session })).body as IssueActions;
    },
    async write(
      change,
      { key: requestKey = randomUUID(), account = "ada", session = people.admin.token, language } = {},
    ) {
      if (language) await db.updateTable("users").set({ language }).where("id", "=", people.admin.id).execute();
      const body = { key: requestKey, account, change };
      const answer = await server.call("POST", `${path}/writes/`, { token: session, body });
      return { status: answer.status, body: answer.body as IssueWriteAnswer };
    },
    audit: () =>
      db
        .selectFrom("audit_log")
        .select(["action", "actor_email", "after"])
        .where("action", "in", ["issue.written", "issue.write_refused"])
        .orderBy("id")
        .execute(),
  };
}
