/** Writing to a tracker: as the member, at most once, and never over what the tracker has changed meanwhile. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { IssueChange } from "../../../contract/issueWrites.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { WriteReconciler } from "../../../server/features/issueWrites/WriteReconciler.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { HostCaller } from "../../../server/demo/hosts/issueWriteCalls.ts";
import type { HostData, HostIssue } from "../../../server/demo/hosts/hostData.ts";
import { addSecret } from "../rows.ts";
import { type WriteStage, startWriteStage } from "../issueWriteStage.ts";

const TIME = "2026-05-01T00:00:00Z";
const makeIssue = (number: number): HostIssue => ({
  number,
  title: `Search forgets word ${number}`,
  body: "Seen in `search.ts`.",
  author: "grace",
  assignees: [],
  labels: ["bug"],
  state: "open",
  createdAt: TIME,
  updatedAt: TIME,
  closedAt: null,
  comments: [],
});
const data: HostData = {
  repository: {
    id: 77,
    owner: "ada",
    name: "thread",
    description: null,
    language: "TypeScript",
    isPrivate: false,
    defaultBranch: "main",
    createdAt: TIME,
    updatedAt: TIME,
    pushedAt: TIME,
  },
  users: [
    { id: 1, login: "ada", name: "Ada", email: "ada@example.org" },
    { id: 2, login: "grace", name: null, email: null },
  ],
  labels: ["bug", "search", "docs"].map((name) => ({ name, color: "d73a4a", description: null })),
  milestones: ["v1", "v2"],
  issues: [],
};
const accounts: Record<string, HostCaller> = {};

/** What happens to a request that changes something, besides its answer. */
type Fault = "lost" | "dropped" | { readonly status: number; readonly body: unknown } | undefined;
let fault: (request: string) => Fault;
/** Called before a request is answered: another person acts at the tracker. */
let meanwhile: (request: string) => void;
let host: GithubHost;
let stage: WriteStage;
let issue: HostIssue;
const changes = () => host.requests.filter((request) => !request.startsWith("GET"));
let seen = 0;
const sent = () => changes().slice(seen);

beforeAll(async () => {
  host = await startGithubHost({
    data,
    accounts,
    rateLimit: 100_000,
    intercept: async (request, response, answer) => {
      const line = `${request.method} ${request.url}`;
      meanwhile(line);
      const found = request.method === "GET" ? undefined : fault(line);
      if (found === "dropped") return void request.socket.destroy();
      if (found === "lost") {
        // The host acts, and its answer does not arrive.
        response.writeHead = () => response;
        response.end = () => response.destroy();
        await answer();
        return;
      }
      if (found) {
        response.writeHead(found.status, { "content-type": "application/json" }).end(JSON.stringify(found.body));
        return;
      }
      await answer();
    },
  });
  data.issues.push(makeIssue(1), makeIssue(2));
  stage = await startWriteStage("pglite", {
    provider: "github",
    url: `${host.url}/ada/thread`,
    issue: { externalId: "770001", key: "#1", number: 1 },
  });
  accounts["t-ada"] = { login: "ada", role: "write" };
  accounts["t-grace"] = { login: "grace", role: "read" };
});
afterAll(async () => {
  await stage.server.stop();
  await host.stop();
});
beforeEach(async () => {
  fault = () => undefined;
  meanwhile = () => undefined;
  issue = Object.assign(data.issues[0] ?? makeIssue(1), makeIssue(1));
  delete issue.stateReason;
  delete issue.milestone;
  issue.assignees = [];
  accounts["t-ada"] = { login: "ada", role: "write" };
  await stage.connect(stage.people.admin.id, "t-ada");
  await stage.server.db.deleteFrom("issue_writes").execute();
  await stage.allow(true);
  seen = changes().length;
});

const comment = (body: string): IssueChange => ({ action: "comment", body });
const labels = (add: string[], remove: string[] = []): IssueChange => ({ action: "labels", add, remove });
const close = (from = "open"): IssueChange => ({ action: "state", from, to: "completed", resolution: null });

describe("who may write", () => {
  test("no member while the source does not allow it, which only who manages sources changes", async () => {
    await stage.allow(false);
    expect(await stage.actions()).toMatchObject({ blocked: { code: "off" }, actions: [] });
    expect((await stage.write(comment("a"))).status).toBe(409);
    const path = `sources/${stage.sourceId}/writing/`;
    const asViewer = { token: stage.people.member.token, body: { allowed: true } };
    expect((await stage.server.call("PUT", path, asViewer)).status).toBe(403);
    expect(sent()).toEqual([]);
  });

  test("not a Viewer, and not by an account that was connected for reading", async () => {
    expect(await stage.actions(stage.people.member.token)).toMatchObject({ blocked: { code: "role" } });
    expect((await stage.write(comment("a"), { session: stage.people.member.token })).status).toBe(403);
    await stage.connect(stage.people.admin.id, "t-ada", false);
    expect(await stage.actions()).toMatchObject({ blocked: { code: "consent" }, connect: "github" });
    expect((await stage.write(comment("a"))).status).toBe(409);
    expect((await stage.write(comment("a"), { session: stage.people.stranger.token })).status).toBe(404);
    expect(sent()).toEqual([]);
  });

  test("never with the source's token of another member", async () => {
    const { db } = stage.server;
    await db.deleteFrom("connections").execute();
    const secret_id = "of-another";
    await addSecret(db, stage.people.companyId, secret_id);
    await db
      .updateTable("sources")
      .set({ secret_id, access_by: stage.people.member.id })
      .where("id", "=", stage.sourceId)
      .execute();
    expect(await stage.actions()).toMatchObject({ blocked: { code: "account" }, connect: "github" });
    await db
      .updateTable("sources")
      .set({ secret_id: null, access_by: null })
      .where("id", "=", stage.sourceId)
      .execute();
    await db.deleteFrom("secrets").where("id", "=", secret_id).execute();
  });
});

describe("what can be done", () => {
  test("is what the tracker offers to this account", async () => {
    const offered = await stage.actions();
    expect(offered).toMatchObject({ blocked: null, account: "ada" });
    const of = (action: string) => offered.actions.find((one) => one.action === action);
    expect(of("labels")).toMatchObject({ reason: null, current: [{ id: "bug" }], is_multiple: true });
    expect(of("labels")?.options.map(({ id }) => id)).toEqual(["bug", "search", "docs"]);
    expect(of("state")?.options.map(({ id }) => id)).toEqual(["completed", "not_planned"]);
    expect(of("milestones")?.options).toEqual([
      { id: "1", name: "v1" },
      { id: "2", name: "v2" },
    ]);
  });

  test("an account that only reads may comment, and close what it has reported", async () => {
    await stage.connect(stage.people.admin.id, "t-grace");
    const { actions } = await stage.actions();
    const blocked = actions.filter(({ reason }) => reason !== null).map(({ action }) => action);
    expect(blocked).toEqual(["labels", "assignees", "milestones", "duplicate"]);
    expect(actions.find(({ action }) => action === "labels")?.reason).toContain("permission to triage");
  });
});

describe("a change", () => {
  test("is made at the tracker as the member, read from there again, and in the audit log", async () => {
    const { status, body } = await stage.write(comment("The cause is in `search.ts`."));
    expect([status, body.state, body.text]).toEqual([200, "done", null]);
    expect(issue.comments).toMatchObject([{ author: "ada", body: "The cause is in `search.ts`." }]);
    expect(body.issue.comment_list.map((one) => one.body)).toEqual(["The cause is in `search.ts`."]);
    const [logged] = (await stage.audit()).slice(-1);
    expect(logged).toMatchObject({ action: "issue.written", after: { change: "comment", characters: 28 } });
    expect(JSON.stringify(logged)).not.toContain("The cause");
    const [row] = await stage.server.db.selectFrom("issue_writes").selectAll().execute();
    expect(row).toMatchObject({ state: "done", change: { action: "comment" } });
  });

  test("of labels adds and removes names, and leaves those that others have set meanwhile", async () => {
    meanwhile = (request) => {
      if (request.includes("/labels") && !issue.labels.includes("docs")) issue.labels.push("docs");
    };
    const { body } = await stage.write(labels(["search"], ["bug"]));
    expect(body.state).toBe("done");
    expect(issue.labels.toSorted()).toEqual(["docs", "search"]);
    expect(body.issue.labels.toSorted()).toEqual(["docs", "search"]);
  });

  test("of labels makes no new label at the tracker", async () => {
    const { body } = await stage.write(labels(["serach"]));
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("does not offer “serach”")]);
    expect(data.labels.map(({ name }) => name)).toEqual(["bug", "search", "docs"]);
  });

  test("of assignees, milestone and state", async () => {
    expect((await stage.write({ action: "assignees", add: ["grace"], remove: [] })).body.state).toBe("done");
    expect((await stage.write({ action: "milestones", add: ["2"], remove: [] })).body.state).toBe("done");
    const { body } = await stage.write({ action: "state", from: "open", to: "not_planned", resolution: null });
    expect(body.issue).toMatchObject({ state: "closed", resolution: "not_planned", milestones: ["v2"] });
    expect(issue).toMatchObject({ state: "closed", stateReason: "not_planned", assignees: ["grace"], milestone: "v2" });
  });

  test("that the tracker leaves out without a word counts as refused", async () => {
    accounts["t-ada"] = { login: "ada", role: "read" };
    const { body } = await stage.write({ action: "assignees", add: ["grace"], remove: [] });
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("left out “grace”")]);
  });

  test("as a duplicate is written as a comment and closes the issue with that reason", async () => {
    const { body } = await stage.write({ action: "duplicate", of: "#2" });
    expect(body.state).toBe("done");
    expect(issue).toMatchObject({ state: "closed", stateReason: "duplicate", comments: [{ body: "Duplicate of #2" }] });
    expect(body.issue.links).toMatchObject([{ kind: "duplicates", key: "#2" }]);
    expect((await stage.write({ action: "duplicate", of: "#9" })).body.text).toContain("“#9”");
    expect((await stage.write({ action: "duplicate", of: "#1" })).body.state).toBe("refused");
  });
});

describe("what the tracker has changed meanwhile", () => {
  test("is not overwritten: the change is refused, and the issue comes as it is now", async () => {
    Object.assign(issue, { state: "closed", stateReason: "not_planned", closedAt: TIME });
    const { body } = await stage.write(close());
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("“not_planned” meanwhile")]);
    expect(body.issue).toMatchObject({ state: "closed", resolution: "not_planned" });
    issue.milestone = "v1";
    expect((await stage.write({ action: "milestones", add: ["2"], remove: [] })).body.text).toContain("“v1” meanwhile");
    expect(sent()).toEqual([]);
  });

  test("to the same value needs no request", async () => {
    Object.assign(issue, { state: "closed", stateReason: "completed", closedAt: TIME });
    expect((await stage.write(close())).body.state).toBe("done");
    expect((await stage.write(labels(["bug"], ["docs"]))).body.state).toBe("done");
    expect(sent()).toEqual([]);
  });
});

describe("a refusal", () => {
  test("is shown in the tracker's words, in the member's language around them", async () => {
    issue.isLocked = true;
    accounts["t-ada"] = { login: "ada", role: "triage" };
    const words = "Unable to create comment because issue is locked.";
    const { body } = await stage.write(comment("a"), { language: "TR" });
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining(`reddediyor: ${words}`)]);
    const english = await stage.write(comment("a"), { language: "EN" });
    expect(english.body.text).toContain(`refuses: ${words}`);
    expect((await stage.audit()).at(-1)).toMatchObject({ action: "issue.write_refused" });
  });

  test("of a field names the field", async () => {
    fault = () => ({
      status: 422,
      body: { message: "Validation Failed", errors: [{ resource: "Issue", code: "invalid", field: "milestone" }] },
    });
    const { body } = await stage.write({ action: "milestones", add: ["1"], remove: [] });
    expect(body.text).toContain("Validation Failed; milestone: invalid");
  });

  test.each([
    [403, { message: "You have exceeded a secondary rate limit." }, "request limit"],
    [409, { message: "Conflict with another change." }, "Conflict with another change."],
    [401, { message: "Bad credentials" }, "account"],
  ])("by %s ends the change", async (status, body, words) => {
    fault = () => ({ status, body });
    const answer = await stage.write(comment("a"));
    expect([answer.body.state, answer.body.text]).toEqual(["refused", expect.stringMatching(new RegExp(words, "i"))]);
    expect(issue.comments).toEqual([]);
  });

  test("a revoked token is refused before anything is sent", async () => {
    await stage.connect(stage.people.admin.id, "t-revoked");
    const { body } = await stage.write(comment("a"));
    expect([body.state, sent()]).toEqual(["refused", []]);
    // The account has to be connected again, with writing.
    expect(await stage.actions()).toMatchObject({ blocked: { code: "account" }, connect: "github" });
  });
});

describe("at most once", () => {
  test("a repeated call with the same key, also at the same time, writes once", async () => {
    const key = randomUUID();
    const answers = await Promise.all([stage.write(comment("once"), { key }), stage.write(comment("once"), { key })]);
    expect(answers.map(({ body }) => body.state)).toEqual(["done", "done"]);
    expect((await stage.write(comment("once"), { key })).body.state).toBe("done");
    expect(issue.comments).toHaveLength(1);
    expect((await stage.write(comment("another"), { key })).status).toBe(409);
    expect((await stage.audit()).filter(({ action }) => action === "issue.written").length).toBeGreaterThan(0);
  });

  test("a comment whose answer was lost is found, and not written again", async () => {
    fault = () => "lost";
    const { body } = await stage.write(comment("lost and found"));
    expect(body.state).toBe("done");
    expect(issue.comments).toHaveLength(1);
    expect(sent()).toHaveLength(1);
  });

  test("one that did not arrive is not known at first, and can be repeated later with the same key", async () => {
    const key = randomUUID();
    fault = () => "dropped";
    const first = await stage.write(comment("late"), { key });
    expect([first.body.state, first.body.text]).toEqual(["unknown", expect.stringContaining("at most once")]);
    fault = () => undefined;
    // It may still arrive: for a minute it is only looked for.
    expect((await stage.write(comment("late"), { key })).body.state).toBe("unknown");
    expect(issue.comments).toEqual([]);
    const before = new Date(Date.now() - 120_000);
    await stage.server.db.updateTable("issue_writes").set({ sent_at: before }).execute();
    expect((await stage.write(comment("late"), { key })).body.state).toBe("done");
    expect(issue.comments).toHaveLength(1);
  });

  test("the same words of another person, or from before, are not taken for it", async () => {
    issue.comments.push({ id: 900, author: "ada", body: "same", createdAt: TIME, updatedAt: TIME });
    fault = () => "dropped";
    meanwhile = (request) => {
      if (request.startsWith("POST"))
        issue.comments.push({
          id: 901,
          author: "grace",
          body: "same",
          createdAt: TIME,
          updatedAt: "2027-01-01T00:00:00Z",
        });
    };
    expect((await stage.write(comment("same"))).body.state).toBe("unknown");
  });
});

describe("a process that ends between asking and noting", () => {
  /** The row of a change as it is when the process is killed after its request has left. */
  async function interrupted(body: string): Promise<string> {
    const key = randomUUID();
    fault = () => "dropped";
    await stage.write(comment(body), { key });
    fault = () => undefined;
    const before = new Date(Date.now() - 120_000);
    await stage.server.db.updateTable("issue_writes").set({ sent_at: before, leased_until: before }).execute();
    seen = changes().length;
    return key;
  }
  const reconcile = async () => {
    const { db } = stage.server;
    const sources = createSources({
      dataDir: stage.server.dataDir,
      allowedNetworks: ["127.0.0.0/8"],
      allowedPaths: [],
    });
    const secrets = { openCredential: () => Promise.reject(new Error("no source has a token")) };
    const token = () => Promise.resolve({ token: "t-ada", isOauth: true, origin: host.url });
    const sync = { refreshIssue: () => Promise.resolve(true) };
    const deps = { db, sources, secrets, connections: { token, clientOf: () => undefined }, sync };
    const reconciler = new WriteReconciler(deps, (error) => {
      throw error;
    });
    await reconciler.run();
    await sources.close();
  };
  const row = () => stage.server.db.selectFrom("issue_writes").selectAll().executeTakeFirstOrThrow();

  test("is looked for after the next start: what has arrived is noted, also in the audit log", async () => {
    await interrupted("arrived");
    issue.comments.push({
      id: 950,
      author: "ada",
      body: "arrived",
      createdAt: TIME,
      updatedAt: "2027-01-01T00:00:00Z",
    });
    const before = (await stage.audit()).length;
    await reconcile();
    expect(await row()).toMatchObject({ state: "done", reference: "950" });
    expect((await stage.audit()).slice(before)).toMatchObject([
      { action: "issue.written", actor_email: "admin@example.org", after: { reference: "950" } },
    ]);
    await reconcile();
    expect([(await stage.audit()).length, sent()]).toEqual([before + 1, []]);
  });

  test("what has not arrived is not written without the member, who can repeat it", async () => {
    const key = await interrupted("gone");
    await reconcile();
    expect([(await row()).state, sent()]).toEqual(["lost", []]);
    expect((await stage.write(comment("gone"), { key })).body.state).toBe("done");
    expect(issue.comments.map(({ body }) => body)).toEqual(["gone"]);
  });

  test("of a member who has left, nothing is asked or written", async () => {
    await interrupted("left");
    await stage.server.db.updateTable("project_members").set({ role: "Viewer" }).where("role", "=", "Owner").execute();
    const asked = host.requests.length;
    await reconcile();
    await stage.server.db
      .updateTable("project_members")
      .set({ role: "Owner" })
      .where("user_id", "=", stage.people.admin.id)
      .execute();
    expect([(await row()).state, host.requests.length]).toEqual(["lost", asked]);
  });
});
