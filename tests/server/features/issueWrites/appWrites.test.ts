/** Changes of members who have no account at GitHub, as the app that reads the tracker: shown before, never in place of an account of their own. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AuditPage } from "../../../../contract/access/audit.ts";
import type {
  IssueActions,
  IssueChange,
  IssueWriteAnswer,
  NewIssueForm,
  StoredWrites,
} from "../../../../contract/issues/issueWrites.ts";
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import { newId } from "../../../../server/db/newId.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type ReplyStage, startReplyStage } from "../replies/replyStage.ts";
import { makeRule } from "../rules/ruleServer.ts";

const WRITES = { contents: "read", issues: "write", metadata: "read", pull_requests: "read" } as const;
const READS = { ...WRITES, issues: "read" } as const;

onOneDatabase("changes as the app", (engine) => {
  let stage: ReplyStage;
  let issueId: string;
  beforeAll(async () => {
    stage = await startReplyStage(engine);
    stage.open(1);
    stage.open(2);
    await stage.sync();
    const rows = await stage.db.selectFrom("issues").select(["id", "key"]).execute();
    issueId = rows.find(({ key }) => key === "#1")?.id ?? "";
    await stage.call("PUT", `sources/${stage.sourceId}/writing/`, { allowed: true });
  }, 120_000);
  afterAll(() => stage.stop());
  beforeEach(async () => {
    stage.host.fault = undefined;
    stage.installation.permissions = WRITES;
    stage.installation.suspendedAt = null;
    await stage.db.deleteFrom("rate_limits").execute();
    await stage.db.deleteFrom("connections").execute();
    await stage.db.deleteFrom("issue_writes").execute();
  });

  const login = () => `${stage.host.apps[0]?.slug ?? ""}[bot]`;
  const as = (user: SignedInUser) => (method: string, path: string, body?: object) =>
    stage.call(method, path, body, user.token);
  const offers = async (user = stage.people.member): Promise<IssueActions> =>
    (await as(user)("GET", `projects/maze/issues/${issueId}/actions/`)).body as IssueActions;
  const write = async (change: IssueChange, account = login(), key: string = randomUUID()) => {
    const body = { key, account, change };
    return as(stage.people.member)("POST", `projects/maze/issues/${issueId}/writes/`, body);
  };
  const stateOf = ({ status, body }: Awaited<ReturnType<typeof write>>) =>
    status === 200 ? (body as IssueWriteAnswer).state : [status, body];
  /** An account of the member, as a sign-in at the host leaves it. */
  const connect = async (user: SignedInUser, values: { writes: boolean; failed_at?: Date }) => {
    const secrets = createSecrets(Buffer.from("a key of this test, which is long enough"));
    const secret = await secrets.store(stage.db, stage.people.companyId, { token: "t-grace" });
    await stage.db
      .insertInto("connections")
      .values({
        id: newId(),
        user_id: user.id,
        provider: "github",
        origin: stage.host.url,
        account: "grace",
        scopes: "",
        secret_id: secret,
        expires_at: null,
        failed_at: null,
        ...values,
      })
      .execute();
  };

  test("a member without an account is shown the app, writes as it, and is named in the audit log", async () => {
    expect(await offers()).toMatchObject({ blocked: null, account: login() });
    expect(stateOf(await write({ action: "comment", body: "Seen again." }))).toBe("done");
    expect(stage.issue(1).comments.map(({ author, body }) => [author, body])).toEqual([[login(), "Seen again."]]);
    expect(stateOf(await write({ action: "state", from: "open", to: "completed", resolution: null }))).toBe("done");
    expect(stage.issue(1).state).toBe("closed");
    expect(stateOf(await write({ action: "duplicate", of: "#2" }))).not.toBe("unknown");
    const { companyId, admin, member } = stage.people;
    const audit = (await as(admin)("GET", `companies/${companyId}/audit/`)).body as AuditPage;
    const entry = audit.results.find(({ action }) => action.startsWith("issue."));
    expect(entry?.actor).toMatchObject({ id: member.id });
    expect(JSON.stringify(entry)).toContain(login());
  });

  test("what the host answers of permissions is of users, and does not count for an app", async () => {
    let changed = 0;
    stage.host.fault = (request) =>
      request === "GET /repos/acme/rocket"
        ? async (response, answer) => {
            const end = response.end.bind(response) as (text: string) => void;
            const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => void;
            // The answer gets another length.
            response.writeHead = ((status: number, headers: Record<string, unknown>) => {
              writeHead(
                status,
                Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "content-length")),
              );
              return response;
            }) as typeof response.writeHead;
            response.end = ((text: unknown) => {
              const { permissions, ...rest } = JSON.parse(String(text)) as { permissions?: object };
              if (permissions) changed += 1;
              end(JSON.stringify({ ...rest, permissions: { admin: false, push: false, triage: false, pull: false } }));
              return response;
            }) as typeof response.end;
            await answer();
          }
        : undefined;
    const { actions } = await offers();
    expect(actions.filter(({ reason }) => reason !== null)).toEqual([]);
    const form = (await as(stage.people.member)("GET", `new-issue/?project=maze&tracker=${stage.sourceId}`)).body;
    expect((form as NewIssueForm).account).toBe(login());
    expect((form as NewIssueForm).labels).not.toEqual([]);
    expect(changed).toBeGreaterThan(1);
  });

  test("a new issue is the app's, and one whose answer was lost is made once", async () => {
    const issue = { action: "create", title: "Words are lost", body: "At the end.", labels: [], type: null } as const;
    const body = { key: randomUUID(), account: login(), tracker: stage.sourceId, issue };
    const create = () => as(stage.people.member)("POST", "projects/maze/new-issue/", body);
    let isLost = true;
    stage.host.fault = (request) =>
      request === "POST /repos/acme/rocket/issues" && isLost
        ? async (response, answer) => {
            isLost = false;
            response.end = (() => response.destroy()) as never;
            await answer();
          }
        : undefined;
    await create();
    await create();
    const made = () => stage.data.issues.filter(({ title }) => title === issue.title);
    expect(made().map(({ author }) => author)).toEqual([login()]);
  });

  test("changes of several issues are the app's, and are not sent once it may not write any more", async () => {
    const held = async (action: IssueChange) => {
      const body = { key: randomUUID(), account: login(), issues: [issueId], change: action };
      const { status } = await as(stage.people.member)("POST", "projects/maze/issue-writes/", body);
      expect(status).toBe(202);
      await stage.db.updateTable("issue_writes").set({ send_at: new Date() }).where("state", "=", "held").execute();
      return vi.waitFor(
        async () => {
          const row = await stage.db
            .selectFrom("issue_writes")
            .select("state")
            .orderBy("id", "desc")
            .executeTakeFirst();
          expect(["done", "refused"]).toContain(row?.state);
          return row?.state;
        },
        { timeout: 20_000, interval: 100 },
      );
    };
    expect(await held({ action: "labels", add: ["bug"], remove: [] })).toBe("done");
    expect(stage.issue(1).labels).toEqual(["bug"]);
    stage.installation.suspendedAt = "2026-11-01T00:00:00Z";
    await stage.db.updateTable("app_installations").set({ suspended_at: new Date() }).execute();
    expect(await held({ action: "labels", add: [], remove: ["bug"] }).catch(() => "blocked")).not.toBe("done");
    await stage.db.updateTable("app_installations").set({ suspended_at: null }).execute();
    expect(stage.issue(1).labels).toEqual(["bug"]);
  });

  test("an account of the member's own is never replaced by the app", async () => {
    const { member } = stage.people;
    await connect(member, { writes: false });
    expect((await offers()).account).toBeNull();
    expect((await write({ action: "comment", body: "As the app?" })).status).toBe(409);
    await stage.db.deleteFrom("connections").execute();
    await connect(member, { writes: true, failed_at: new Date() });
    expect((await offers()).account).toBeNull();
    // What was shown for one account is not written by another one.
    await stage.db.deleteFrom("connections").execute();
    expect(stateOf(await write({ action: "comment", body: "As grace." }, "grace"))).toBe("refused");
    expect(stage.issue(1).comments.some(({ body }) => body.startsWith("As "))).toBe(false);
  });

  test("a change that is repeated by another account than it was stored for has the one that wrote it in the audit log", async () => {
    const { companyId, admin, member } = stage.people;
    expect(stateOf(await write({ action: "comment", body: "Again." }, "grace"))).toBe("refused");
    const stored = (await as(member)("GET", `issue-writes/?project=maze&issue=${issueId}`)).body as StoredWrites;
    const path = `projects/maze/issue-writes/${stored.writes[0]?.id}/retry/`;
    expect((await as(member)("POST", path, { account: login() })).body).toMatchObject({ state: "done" });
    expect(stage.issue(1).comments.find(({ body }) => body === "Again.")?.author).toBe(login());
    const audit = (await as(admin)("GET", `companies/${companyId}/audit/`)).body as AuditPage;
    const entry = audit.results.find(({ action }) => action === "issue.written");
    expect(entry).toMatchObject({ actor: { id: member.id } });
    expect(JSON.stringify(entry)).toContain(login());
    expect(JSON.stringify(entry)).not.toContain("grace");
  });

  test("nothing is written where the app only reads, the source allows no writing, or the role does not", async () => {
    stage.installation.permissions = READS;
    // Tokens are kept in memory for an hour.
    stage.host.valid.clear();
    const { admin, member } = stage.people;
    await stage.call("PUT", `sources/${stage.sourceId}/writing/`, { allowed: false });
    expect((await offers()).blocked?.code).toBe("off");
    await stage.call("PUT", `sources/${stage.sourceId}/writing/`, { allowed: true });
    const setRole = (role: "Developer" | "Viewer") =>
      stage.db.updateTable("project_members").set({ role }).where("user_id", "=", member.id).execute();
    await setRole("Viewer");
    expect((await offers()).blocked?.code).toBe("role");
    await setRole("Developer");
    expect((await write({ action: "comment", body: "Only reading." })).status).not.toBe(201);
    expect(stage.issue(1).comments.some(({ body }) => body === "Only reading.")).toBe(false);
    // A rule acts as its member, and never as the app.
    stage.installation.permissions = WRITES;
    const made = await as(admin)("POST", "rules/", { project: "maze", rule: makeRule() });
    const { id } = made.body as { id: string };
    await as(admin)("POST", `rules/${id}/dry-run/`, { cursor: null });
    expect((await as(admin)("POST", `rules/${id}/switch/`, { enabled: true, revision: 1 })).status).toBe(409);
  });
});
