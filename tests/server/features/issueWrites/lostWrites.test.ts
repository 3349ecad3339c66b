/** Changes whose answers were lost, or whose process ended: written at most once, and looked for without holding up others. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { IssueChange } from "../../../../contract/issues/issueWrites.ts";
import { deleteIssueWritesBefore, listUnansweredWrites } from "../../../../server/db/tables/issues/issueWrites.ts";
import { newId } from "../../../../server/db/newId.ts";
import { type GithubWriteStage, LATER, TIME, startGithubWriteStage } from "../../githubWriteStage.ts";
import { READ_SOURCE } from "../../rows.ts";

let stage: GithubWriteStage;
beforeAll(async () => {
  stage = await startGithubWriteStage();
});
afterAll(() => stage.stop());
beforeEach(() => stage.reset());

const comment = (body: string): IssueChange => ({ action: "comment", body });
const labels = (add: string[], remove: string[] = []): IssueChange => ({ action: "labels", add, remove });
const row = () => stage.server.db.selectFrom("issue_writes").selectAll().executeTakeFirstOrThrow();

/** How often the account of a member was requested, as each look does; a sync in the background does not. */
const lookCount = (): number => stage.host.requests.filter((request) => request.endsWith("/user")).length;

/** Makes all changes as old as if their process had ended this many milliseconds ago. */
async function age(ms: number): Promise<void> {
  const at = new Date(Date.now() - ms);
  const due = new Date(Date.now() - 1000);
  await stage.server.db.updateTable("issue_writes").set({ sent_at: at, look_at: due, leased_until: null }).execute();
}

/** Another process takes the change, and ends it. */
const endElsewhere = () =>
  stage.server.db
    .updateTable("issue_writes")
    .set((is) => ({ lease: is("lease", "+", 1), state: "done", change: JSON.stringify({ action: "comment" }) }))
    .execute();

/** The row of a change as it is when the process is killed after its request has left. */
async function interrupted(body: string): Promise<string> {
  const key = randomUUID();
  stage.fault = () => "dropped";
  await stage.write(comment(body), { key });
  stage.fault = () => undefined;
  await age(120_000);
  stage.forget();
  return key;
}

describe("at most once", () => {
  test("a repeated call with the same key, also at the same time, writes once", async () => {
    const [key, before] = [randomUUID(), (await stage.audit()).length];
    const answers = await Promise.all([stage.write(comment("once"), { key }), stage.write(comment("once"), { key })]);
    expect(answers.map(({ body }) => body.state)).toEqual(["done", "done"]);
    expect((await stage.write(comment("once"), { key })).body.state).toBe("done");
    expect(stage.issue.comments).toHaveLength(1);
    expect((await stage.write(comment("another"), { key })).status).toBe(409);
    const written = (await stage.audit()).slice(before).filter(({ action }) => action === "issue.written");
    expect(written).toHaveLength(1);
  });

  test("a comment whose answer was lost is found, and not written again", async () => {
    stage.fault = () => "lost";
    const { body } = await stage.write(comment("lost and found"));
    expect(body.state).toBe("done");
    expect(stage.issue.comments).toHaveLength(1);
    expect(stage.sent()).toHaveLength(1);
  });

  test("one that did not arrive is not known at first, and can be repeated later with the same key", async () => {
    const key = randomUUID();
    stage.fault = () => "dropped";
    const first = await stage.write(comment("late"), { key });
    expect([first.body.state, first.body.text]).toEqual(["unknown", expect.stringContaining("at most once")]);
    stage.fault = () => undefined;
    // It may still arrive: for a minute it is only looked for.
    expect((await stage.write(comment("late"), { key })).body.state).toBe("unknown");
    expect(stage.issue.comments).toEqual([]);
    await age(120_000);
    expect((await stage.write(comment("late"), { key })).body.state).toBe("done");
    expect(stage.issue.comments).toHaveLength(1);
  });

  test("the same words of another person, or from before, are not taken for it", async () => {
    stage.issue.comments.push({ id: 900, author: "ada", body: "same", createdAt: TIME, updatedAt: TIME });
    stage.fault = () => "dropped";
    stage.meanwhile = (request) => {
      if (request.startsWith("POST"))
        stage.issue.comments.push({
          id: 901,
          author: "grace",
          body: "same",
          createdAt: TIME,
          updatedAt: LATER,
        });
    };
    expect((await stage.write(comment("same"))).body.state).toBe("unknown");
  });
});

describe("a process that ends between asking and noting", () => {
  test("is looked for after the next start: what has arrived is noted, also in the audit log", async () => {
    await interrupted("arrived");
    stage.issue.comments.push({
      id: 950,
      author: "ada",
      body: "arrived",
      createdAt: TIME,
      updatedAt: LATER,
    });
    const before = (await stage.audit()).length;
    await stage.reconcile();
    expect(await row()).toMatchObject({ state: "done", reference: "950" });
    expect((await stage.audit()).slice(before)).toMatchObject([
      { action: "issue.written", actor_email: "admin@example.org", after: { reference: "950" } },
    ]);
    await stage.reconcile();
    expect([(await stage.audit()).length, stage.sent()]).toEqual([before + 1, []]);
  });

  test("is looked for as written by the account that has sent it, although another one is connected now", async () => {
    await interrupted("as ada");
    stage.issue.comments.push({ id: 955, author: "ada", body: "as ada", createdAt: TIME, updatedAt: LATER });
    await stage.connect(stage.people.admin.id, "t-grace");
    await stage.reconcile("t-grace");
    expect(await row()).toMatchObject({ state: "done", reference: "955" });
  });

  test("what has not arrived is not written without the member, who can repeat it", async () => {
    const key = await interrupted("gone");
    await stage.reconcile();
    expect([(await row()).state, stage.sent()]).toEqual(["lost", []]);
    expect((await stage.write(comment("gone"), { key })).body.state).toBe("done");
    expect(stage.issue.comments.map(({ body }) => body)).toEqual(["gone"]);
  });

  test("is looked for also when writing was turned off, and the member's role changed, meanwhile", async () => {
    await interrupted("before it was off");
    stage.issue.comments.push({ id: 970, author: "ada", body: "before it was off", createdAt: TIME, updatedAt: LATER });
    await stage.allow(false);
    await setRole("Viewer");
    await stage.reconcile();
    await setRole("Owner");
    expect(await row()).toMatchObject({ state: "done", reference: "970" });
  });

  test("of a member without an account, nothing is asked or written", async () => {
    await interrupted("left");
    await stage.server.db.deleteFrom("connections").execute();
    const before = lookCount();
    await stage.reconcile();
    expect([(await row()).state, lookCount()]).toEqual(["lost", before]);
  });
});

const setRole = (role: "Viewer" | "Owner") =>
  stage.server.db.updateTable("project_members").set({ role }).where("user_id", "=", stage.people.admin.id).execute();

describe("the process that holds a change", () => {
  test("does not send one that another process has taken and ended", async () => {
    stage.meanwhile = (request) => (request.includes("/comments") ? endElsewhere() : undefined);
    const { body } = await stage.write(comment("twice"));
    expect([body.state, stage.sent()]).toEqual(["done", []]);
    expect(await row()).toMatchObject({ state: "done", change: { action: "comment" } });
  });

  test("does not open one again that another process has ended while its answer was lost", async () => {
    stage.fault = () => "dropped";
    stage.meanwhile = (request) => (request.startsWith("POST") ? endElsewhere() : undefined);
    expect((await stage.write(comment("ended"))).body.state).toBe("done");
    expect((await row()).state).toBe("done");
  });
});

describe("an answer that does not show that nothing was done", () => {
  test.each([
    ["503 with a time to wait", { status: 503, headers: { "retry-after": "30" }, body: {}, acts: true }],
    ["408", { status: 408, body: { message: "Request Timeout" }, acts: true }],
    ["one without the id", { status: 201, body: {}, acts: true }],
  ])("%s: the comment is looked for", async (_name, answer) => {
    stage.fault = () => answer;
    expect((await stage.write(comment("arrived"))).body).toMatchObject({ state: "done", text: null });
    expect([stage.issue.comments.length, (await row()).reference]).toEqual([1, String(stage.issue.comments[0]?.id)]);
  });

  test("503 without the change leaves it unknown, and not refused", async () => {
    stage.fault = () => ({ status: 503, headers: { "retry-after": "30" }, body: {} });
    expect((await stage.write(comment("perhaps"))).body.state).toBe("unknown");
  });
});

test("a change of several requests that fails half way reports what was done", async () => {
  stage.fault = (request) =>
    request.startsWith("DELETE") ? { status: 403, body: { message: "Removing is not allowed." } } : undefined;
  const { body } = await stage.write(labels(["search"], ["bug"]));
  expect([body.state, body.text]).toEqual([
    "refused",
    expect.stringMatching(/made a part of the change.*Removing is not allowed/),
  ]);
  expect(body.issue.labels).toEqual(["bug", "search"]);
  expect((await stage.audit()).at(-1)).toMatchObject({ action: "issue.written", after: { partial: true } });
});

describe("a look that fails", () => {
  const unreadable = { status: 500, body: {} };

  test("is repeated later and less often, and ends after an hour", async () => {
    await interrupted("hanging");
    stage.readFault = () => unreadable;
    await stage.reconcile();
    const first = await row();
    expect(first).toMatchObject({ state: "sent", looks: 1, leased_until: null });
    expect(first.look_at?.getTime()).toBeGreaterThan(Date.now() + 20_000);
    await stage.reconcile();
    expect((await row()).looks).toBe(1);
    await age(120_000);
    await stage.reconcile();
    expect((await row()).look_at?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    await age(3_700_000);
    await stage.reconcile();
    expect((await row()).state).toBe("lost");
  });

  test("of an issue that the account no longer sees ends at once", async () => {
    await interrupted("gone");
    stage.readFault = () => ({ status: 404, body: { message: "Not Found" } });
    await stage.reconcile();
    expect((await row()).state).toBe("lost");
  });

  test("of a lost change does not end it: it is written once the tracker answers", async () => {
    const key = await interrupted("later");
    await stage.reconcile();
    expect((await row()).state).toBe("lost");
    stage.readFault = () => unreadable;
    expect((await stage.write(comment("later"), { key })).body.state).toBe("unknown");
    expect([(await row()).state, stage.sent()]).toEqual(["lost", []]);
    stage.readFault = () => undefined;
    expect((await stage.write(comment("later"), { key })).body.state).toBe("done");
    expect(stage.issue.comments).toHaveLength(1);
  });

  test("is not confused with a refusal of what is not there: that has its own words", async () => {
    const key = randomUUID();
    const close: IssueChange = { action: "state", from: "open", to: "completed", resolution: null };
    stage.fault = () => "dropped";
    await stage.write(close, { key });
    await age(120_000);
    Object.assign(stage.issue, { state: "closed", stateReason: "not_planned" });
    const { body } = await stage.write(close, { key });
    expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("“not_planned” meanwhile")]);
  });

  test("keeps no other change from being looked for", async () => {
    await interrupted("broken");
    await stage.server.db
      .updateTable("issue_writes")
      .set({ change: JSON.stringify({ action: "comment" }) })
      .execute();
    await interrupted("second");
    stage.issue.comments.push({ id: 960, author: "ada", body: "second", createdAt: TIME, updatedAt: LATER });
    await expect(stage.reconcile()).rejects.toThrow(AggregateError);
    const states = await stage.server.db.selectFrom("issue_writes").select("state").orderBy("created_at").execute();
    expect(states).toEqual([{ state: "sent" }, { state: "done" }]);
  });
});

test("few changes of one host are looked for at a time, and those of others are not kept waiting", async () => {
  const { db } = stage.server;
  await interrupted("a");
  const first = await row();
  const other = newId();
  const source = { project_id: stage.projectId, kind: "tracker", provider: "github" } as const;
  await db
    .insertInto("sources")
    .values({ ...READ_SOURCE, ...source, id: other, name: "other", url: "https://elsewhere.example/ada/thread" })
    .execute();
  await db.deleteFrom("issue_writes").execute();
  const copy = (sourceId: string, age: number) => ({
    ...first,
    id: newId(),
    source_id: sourceId,
    request_key: randomUUID(),
    change: JSON.stringify(first.change),
    trace: null,
    look_at: new Date(Date.now() - age),
  });
  await db
    .insertInto("issue_writes")
    .values([copy(stage.sourceId, 3000), copy(stage.sourceId, 2000), copy(stage.sourceId, 1000), copy(other, 10)])
    .execute();
  const due = await listUnansweredWrites(db, { limit: 20, perHost: 2 });
  expect(due.filter(({ source_id }) => source_id === other)).toHaveLength(1);
  expect(due).toHaveLength(3);
  await deleteIssueWritesBefore(db, new Date(Date.now() + 1000));
  expect(await db.selectFrom("issue_writes").selectAll().execute()).toEqual([]);
  await db.deleteFrom("sources").where("id", "=", other).execute();
});
