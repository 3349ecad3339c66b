/** Writing to a tracker: as the member, at most once, and never over what the tracker has changed meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { IssueChange } from "../../../../contract/issues/issueWrites.ts";
import { MAX_CONCURRENT_WRITES } from "../../../../server/features/issueWrites/writeLimits.ts";
import { type GithubWriteStage, TIME, startGithubWriteStage } from "../../githubWriteStage.ts";
import { addSecret } from "../../rows.ts";

let stage: GithubWriteStage;
beforeAll(async () => {
  stage = await startGithubWriteStage();
});
afterAll(() => stage.stop());
beforeEach(() => stage.reset());

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
    expect(stage.sent()).toEqual([]);
  });

  test("not a Viewer, and not by an account that was connected for reading", async () => {
    expect(await stage.actions(stage.people.member.token)).toMatchObject({ blocked: { code: "role" } });
    expect((await stage.write(comment("a"), { session: stage.people.member.token })).status).toBe(403);
    await stage.connect(stage.people.admin.id, "t-ada", false);
    expect(await stage.actions()).toMatchObject({ blocked: { code: "consent" }, connect: "github" });
    expect((await stage.write(comment("a"))).status).toBe(409);
    expect((await stage.write(comment("a"), { session: stage.people.stranger.token })).status).toBe(404);
    expect(stage.sent()).toEqual([]);
  });

  test("connecting an account is offered only where it serves the tracker's host", async () => {
    const { db } = stage.server;
    await db.deleteFrom("connections").execute();
    const at = (url: string) => db.updateTable("sources").set({ url }).where("id", "=", stage.sourceId).execute();
    await at("https://git.example.com/ada/thread");
    const elsewhere = await stage.actions();
    await at(`${stage.host.url}/ada/thread`);
    expect(elsewhere).toMatchObject({ blocked: { code: "account" }, connect: null });
    expect(await stage.actions()).toMatchObject({ blocked: { code: "account" }, connect: "github" });
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
    expect(stage.issue.comments).toMatchObject([{ author: "ada", body: "The cause is in `search.ts`." }]);
    expect(body.issue.comment_list.map((one) => one.body)).toEqual(["The cause is in `search.ts`."]);
    const [logged] = (await stage.audit()).slice(-1);
    expect(logged).toMatchObject({ action: "issue.written", after: { change: "comment", characters: 28 } });
    expect(JSON.stringify(logged)).not.toContain("The cause");
    const [row] = await stage.server.db.selectFrom("issue_writes").selectAll().execute();
    expect(row).toMatchObject({ state: "done", change: { action: "comment" } });
  });

  test("of labels adds and removes names, and leaves those that others have set meanwhile", async () => {
    stage.meanwhile = (request) => {
      if (request.includes("/labels") && !stage.issue.labels.includes("docs")) stage.issue.labels.push("docs");
    };
    const { body } = await stage.write(labels(["search"], ["bug"]));
    expect(body.state).toBe("done");
    expect(stage.issue.labels.toSorted()).toEqual(["docs", "search"]);
    expect(body.issue.labels.toSorted()).toEqual(["docs", "search"]);
  });

  test("of labels makes no new label at the tracker", async () => {
    const { body } = await stage.write(labels(["serach"]));
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("does not offer “serach”")]);
    expect(stage.data.labels.map(({ name }) => name)).toEqual(["bug", "search", "docs"]);
  });

  test("of labels takes no name that a path has another meaning for", async () => {
    for (const change of [labels([".."]), labels(["."])])
      expect((await stage.write(change)).body).toMatchObject({ state: "refused", text: expect.stringContaining("“.") });
    stage.issue.labels = ["bug", ".."];
    expect((await stage.write(labels([], [".."]))).body.state).toBe("refused");
    expect(stage.sent()).toEqual([]);
  });

  test("of labels that the tracker did not remove counts as refused", async () => {
    stage.fault = () => ({ status: 404, body: { message: "Not Found" } });
    const { body } = await stage.write(labels([], ["bug"]));
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("left out “bug”")]);
  });

  test("to a value that was not offered does not empty the field", async () => {
    stage.issue.milestone = "v1";
    for (const to of ["abc", "0", "2.5"]) {
      const { body } = await stage.write({ action: "milestones", add: [to], remove: ["1"] });
      expect([body.state, body.text]).toEqual(["refused", expect.stringContaining(`“${to}”`)]);
    }
    expect([stage.issue.milestone, stage.sent()]).toEqual(["v1", []]);
  });

  test("is not sent by another account than the one that was shown", async () => {
    const { body } = await stage.write(comment("by this account"), { account: "grace" });
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("write as ada")]);
    expect(stage.sent()).toEqual([]);
  });

  test("of a server without reasons for closing knows two states", async () => {
    let state = "open";
    const answer = () => ({ status: 200, body: { id: 770_001, number: 1, state, labels: [], updated_at: TIME } });
    stage.readFault = (request) => (request.endsWith("/issues/1") ? answer() : undefined);
    stage.fault = () => {
      state = state === "open" ? "closed" : "open";
      return answer();
    };
    const options = async () =>
      (await stage.actions()).actions.find(({ action }) => action === "state")?.options.map(({ id }) => id);
    expect(await options()).toEqual(["closed"]);
    const to = (from: string, id: string): IssueChange => ({ action: "state", from, to: id, resolution: null });
    expect((await stage.write(to("open", "closed"))).body).toMatchObject({ state: "done", text: null });
    expect(await options()).toEqual(["open"]);
    expect((await stage.write(to("not_planned", "open"))).body).toMatchObject({ state: "done", text: null });
    expect([state, stage.sent().length]).toEqual(["open", 2]);
  });

  test("of assignees, milestone and state", async () => {
    expect((await stage.write({ action: "assignees", add: ["grace"], remove: [] })).body.state).toBe("done");
    expect((await stage.write({ action: "milestones", add: ["2"], remove: [] })).body.state).toBe("done");
    const { body } = await stage.write({ action: "state", from: "open", to: "not_planned", resolution: null });
    expect(body.issue).toMatchObject({ state: "closed", resolution: "not_planned", milestones: ["v2"] });
    expect(stage.issue).toMatchObject({
      state: "closed",
      stateReason: "not_planned",
      assignees: ["grace"],
      milestone: "v2",
    });
  });

  test("that the tracker leaves out without a word counts as refused", async () => {
    stage.accounts["t-ada"] = { login: "ada", role: "read" };
    const { body } = await stage.write({ action: "assignees", add: ["grace"], remove: [] });
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("left out “grace”")]);
  });

  test("as a duplicate is written as a comment and closes the issue with that reason", async () => {
    const { body } = await stage.write({ action: "duplicate", of: "#2" });
    expect(body.state).toBe("done");
    expect(stage.issue).toMatchObject({
      state: "closed",
      stateReason: "duplicate",
      comments: [{ body: "Duplicate of #2" }],
    });
    expect(body.issue.links).toMatchObject([{ kind: "duplicates", key: "#2" }]);
    expect((await stage.write({ action: "duplicate", of: "#9" })).body.text).toContain("“#9”");
    expect((await stage.write({ action: "duplicate", of: "#1" })).body.state).toBe("refused");
  });
});

describe("what the tracker has changed meanwhile", () => {
  test("is not overwritten: the change is refused, and the issue comes as it is now", async () => {
    Object.assign(stage.issue, { state: "closed", stateReason: "not_planned", closedAt: TIME });
    const { body } = await stage.write(close());
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("“not_planned” meanwhile")]);
    expect(body.issue).toMatchObject({ state: "closed", resolution: "not_planned" });
    stage.issue.milestone = "v1";
    expect((await stage.write({ action: "milestones", add: ["2"], remove: [] })).body.text).toContain("“v1” meanwhile");
    expect(stage.sent()).toEqual([]);
  });

  test("to the same value needs no request", async () => {
    Object.assign(stage.issue, { state: "closed", stateReason: "completed", closedAt: TIME });
    expect((await stage.write(close())).body.state).toBe("done");
    expect((await stage.write(labels(["bug"], ["docs"]))).body.state).toBe("done");
    expect(stage.sent()).toEqual([]);
  });
});

describe("a refusal", () => {
  test("is shown in the tracker's words, in the member's language around them", async () => {
    stage.issue.isLocked = true;
    stage.accounts["t-ada"] = { login: "ada", role: "triage" };
    const words = "Unable to create comment because issue is locked.";
    const { body } = await stage.write(comment("a"), { language: "TR" });
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining(`reddediyor: ${words}`)]);
    const english = await stage.write(comment("a"), { language: "EN" });
    expect(english.body.text).toContain(`refuses: ${words}`);
    expect((await stage.audit()).at(-1)).toMatchObject({ action: "issue.write_refused" });
  });

  test("of a field names the field", async () => {
    stage.fault = () => ({
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
    stage.fault = () => ({ status, body });
    const answer = await stage.write(comment("a"));
    expect([answer.body.state, answer.body.text]).toEqual(["refused", expect.stringMatching(new RegExp(words, "i"))]);
    expect(stage.issue.comments).toEqual([]);
  });

  test("a revoked token is refused before anything is sent", async () => {
    await stage.connect(stage.people.admin.id, "t-revoked");
    const { body } = await stage.write(comment("a"));
    expect([body.state, stage.sent()]).toEqual(["refused", []]);
    // The account has to be connected again, with writing.
    expect(await stage.actions()).toMatchObject({ blocked: { code: "account" }, connect: "github" });
  });
});

describe("what one member asks of a tracker", () => {
  test("is limited at the same time, and others are not refused for it", async () => {
    const release = Promise.withResolvers<undefined>();
    stage.meanwhile = () => release.promise;
    const writes = Array.from({ length: MAX_CONCURRENT_WRITES + 3 }, (_, n) => stage.write(comment(`at once ${n}`)));
    const other = await stage.write(comment("a"), { session: stage.people.member.token });
    expect(other.status).toBe(403);
    await vi.waitFor(() => expect(stage.host.requests.length).toBeGreaterThan(0));
    release.resolve(undefined);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(stage.issue.comments).toHaveLength(MAX_CONCURRENT_WRITES);
  });

  test("does not wait for what others write at the same host", async () => {
    const times: number[] = [];
    stage.meanwhile = (request) => (request.startsWith("POST") ? times.push(Date.now()) : undefined);
    await Promise.all(["a", "b", "c"].map((body) => stage.write(comment(body))));
    expect(times).toHaveLength(3);
    // The client's own queue sends one change a second.
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1000);
  });

  test("is limited in ten minutes", async () => {
    await stage.allow(false);
    const startedAt = performance.now();
    let status = 409;
    let served = -1;
    for (; status === 409; served += 1) ({ status } = await stage.write(comment("a")));
    expect(status).toBe(429);
    expect(served).toBeGreaterThanOrEqual(100);
    // A hundred in ten minutes: on a slow machine one more for each six seconds that the calls have taken.
    expect(served).toBeLessThanOrEqual(100 + Math.floor((performance.now() - startedAt) / 6000));
  });
});
