/** Changes of several issues: nothing is sent for ten seconds, each issue is changed at most once, and what did not end can be repeated. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type {
  IssueChange,
  IssueWriteAnswer,
  StoredWrites,
  WriteBatch,
} from "../../../../contract/issues/issueWrites.ts";
import { newId } from "../../../../server/db/newId.ts";
import { type GithubWriteStage, startGithubWriteStage } from "../../githubWriteStage.ts";
import { READ_SOURCE, issueRow, restoreMembers } from "../../rows.ts";

let stage: GithubWriteStage;
const second = newId();
beforeAll(async () => {
  stage = await startGithubWriteStage();
  await addIssue(second, stage.sourceId, 2);
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await stage.reset();
  Object.assign(stage.data.issues[1] ?? {}, { labels: ["bug"], state: "open", assignees: [] });
});

const addIssue = (id: string, sourceId: string, number: number) =>
  stage.server.db
    .insertInto("issues")
    .values(
      issueRow({
        id,
        project_id: stage.projectId,
        source_id: sourceId,
        title: `Issue ${number}`,
        created_at: new Date(0),
        external_id: `77000${number}`,
        key: `#${number}`,
        number,
      }),
    )
    .execute();

const LABEL: IssueChange = { action: "labels", add: ["search"], remove: ["bug"] };
const path = "projects/maze/issue-writes/";
const call = async <T>(method: "POST" | "DELETE", part: string, body?: unknown, token?: string) => {
  const session = token ?? stage.people.admin.token;
  const answer = await stage.server.call(method, path + part, { token: session, ...(body !== undefined && { body }) });
  return { status: answer.status, body: answer.body as T };
};
const hold = (change: IssueChange, more: { key?: string; issues?: string[]; token?: string } = {}) => {
  const { key = randomUUID(), issues = [stage.issueId, second], token } = more;
  return call<WriteBatch>("POST", "", { key, account: "ada", issues, change }, token);
};
const listAs = async (token: string, issue?: string) => {
  const query = `?project=maze${issue ? `&issue=${issue}` : ""}`;
  return (await stage.server.call("GET", `issue-writes/${query}`, { token })).body as StoredWrites;
};
const list = (issue?: string) => listAs(stage.people.admin.token, issue);
/** The time in which the changes can be taken back is over. */
const due = (ago = 1000) =>
  stage.server.db
    .updateTable("issue_writes")
    .set({ send_at: new Date(Date.now() - ago) })
    .where("state", "=", "held")
    .execute();
const labelsAtHost = () => stage.data.issues.map(({ labels }) => labels);

test("nothing is sent before the time is over; then each issue is changed once, and logged with its batch", async () => {
  const before = (await stage.audit()).length;
  const { status, body } = await hold(LABEL);
  expect([status, body.counts.held, body.action]).toEqual([202, 2, "labels"]);
  expect(body.send_in_ms).toBeGreaterThan(8000);
  await stage.send();
  expect(stage.sent()).toEqual([]);
  await due();
  await Promise.all([stage.send(), stage.send()]);
  expect(labelsAtHost()).toEqual([["search"], ["search"]]);
  expect(stage.sent().filter((request) => request.startsWith("POST"))).toHaveLength(2);
  const logged = (await stage.audit()).slice(before);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toMatchObject({ action: "issue.written", after: { batch: body.id, add: ["search"] } });
  const { batches, writes } = await list();
  expect([batches[0]?.counts.done, writes]).toEqual([2, []]);
});

test("what is taken back is never sent, also by a repetition of the call that made it", async () => {
  const key = randomUUID();
  await hold(LABEL, { key });
  const undone = await call<WriteBatch>("POST", "undo/", { batch: key });
  expect([undone.status, undone.body.counts.held, undone.body.send_in_ms]).toEqual([200, 0, null]);
  await hold(LABEL, { key });
  await due();
  await stage.send();
  expect(stage.sent()).toEqual([]);
  const [row] = await stage.server.db.selectFrom("issue_writes").selectAll().execute();
  expect(row).toMatchObject({ state: "discarded", change: { action: "labels" } });
});

test("taking back after some are sent keeps the rest from being sent", async () => {
  const key = randomUUID();
  const more = [4, 5].map((number) => ({ number, id: newId() }));
  for (const { number, id } of more) {
    stage.data.issues.push({ ...structuredClone(stage.issue), number });
    await addIssue(id, stage.sourceId, number);
  }
  await hold(LABEL, { key, issues: [stage.issueId, second, ...more.map(({ id }) => id)] });
  await due();
  stage.meanwhile = async (request) => {
    if (request.startsWith("POST")) await call("POST", "undo/", { batch: key });
  };
  await stage.send();
  // The server of the stage sends too: each of the two has one change of the user in progress.
  const sent = stage.sent().filter((request) => request.startsWith("POST")).length;
  expect([1, 2]).toContain(sent);
  const undone = await call<WriteBatch>("POST", "undo/", { batch: key });
  expect(undone.body.counts).toMatchObject({ done: sent, held: 0 });
  stage.data.issues.splice(2);
  for (const { id } of more) await stage.server.db.deleteFrom("issues").where("id", "=", id).execute();
});

test("a change whose process ended before it was sent is sent by another one, once, unless its member has left", async () => {
  const { db } = stage.server;
  await hold(LABEL);
  /** As a process leaves them that was killed after it took them. */
  const taken = (leasedUntil: Date) =>
    db
      .updateTable("issue_writes")
      .set({ state: "waiting", send_at: new Date(Date.now() - 1000), leased_until: leasedUntil, lease: 7 })
      .execute();
  await taken(new Date(Date.now() + 60_000));
  await stage.runSender();
  expect(stage.sent()).toEqual([]);
  await taken(new Date(Date.now() - 1000));
  await Promise.all([stage.send(), stage.send()]);
  expect(labelsAtHost()).toEqual([["search"], ["search"]]);
  expect(stage.sent().filter((request) => request.startsWith("POST"))).toHaveLength(2);
  stage.forget();
  await hold({ ...LABEL, add: ["docs"] });
  const membership = await db
    .deleteFrom("project_members")
    .where("user_id", "=", stage.people.admin.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await due();
  await stage.send();
  await restoreMembers(db, [membership]);
  const states = await db.selectFrom("issue_writes").select("state").where("state", "!=", "done").execute();
  expect(states.map(({ state }) => state)).toEqual(["refused", "refused"]);
  expect(stage.sent()).toEqual([]);
});

test("a repeated call holds nothing twice, and its key is of no other change", async () => {
  const key = randomUUID();
  const [one, two] = await Promise.all([hold(LABEL, { key }), hold(LABEL, { key })]);
  expect([one.body.counts.held, two.body.counts.held]).toEqual([2, 2]);
  expect((await hold({ ...LABEL, add: ["docs"] }, { key })).status).toBe(409);
});

test("a key is of the same issues, so that no more wait than may", async () => {
  const key = randomUUID();
  expect((await hold(LABEL, { key, issues: [stage.issueId] })).status).toBe(202);
  expect((await hold(LABEL, { key, issues: [second] })).status).toBe(409);
  expect((await hold(LABEL, { key, issues: [stage.issueId] })).body.counts.held).toBe(1);
});

test("each issue has its own refusal in the tracker's words, and can be repeated", async () => {
  await hold(LABEL);
  await due();
  stage.fault = (request) =>
    request === "POST /repos/ada/thread/issues/2/labels" || request.includes("/issues/2/labels")
      ? { status: 403, body: { message: "Issue 2 is locked." } }
      : undefined;
  await stage.send();
  const { writes } = await list();
  expect(writes).toMatchObject([
    { issue: { id: second }, state: "refused", change: LABEL, text: expect.stringContaining("Issue 2 is locked.") },
  ]);
  stage.fault = () => undefined;
  const retried = await call<IssueWriteAnswer>("POST", `${writes[0]?.id}/retry/`, { account: "ada" });
  expect(retried.body.state).toBe("done");
  expect(labelsAtHost()).toEqual([["search"], ["search"]]);
  expect((await list()).writes).toEqual([]);
});

test("a host that asks to be slower is waited for, and no change is refused", async () => {
  await hold(LABEL);
  await due();
  stage.fault = () => ({
    status: 403,
    headers: { "retry-after": "60" },
    body: { message: "You have exceeded a secondary rate limit." },
  });
  await stage.send();
  const { batches, writes } = await list();
  expect(batches[0]?.counts).toMatchObject({ held: 2, refused: 0 });
  expect(batches[0]?.send_in_ms).toBeGreaterThan(50_000);
  expect(writes.map(({ state }) => state)).toEqual(["held", "held"]);
  stage.fault = () => undefined;
  await due();
  await stage.send();
  expect(labelsAtHost()).toEqual([["search"], ["search"]]);
});

test("a host that asks one batch to be slower shortens the ten seconds of no other", async () => {
  await hold(LABEL, { issues: [stage.issueId] });
  await due();
  const { body } = await hold(LABEL, { issues: [second] });
  stage.fault = () => ({ status: 429, headers: { "retry-after": "1" }, body: { message: "Slow down." } });
  await stage.send();
  const { batches } = await list();
  expect(batches.find(({ id }) => id === body.id)?.send_in_ms).toBeGreaterThan(5000);
});

test("a new change of several issues replaces a refused one of the same field", async () => {
  await hold(LABEL, { issues: [second] });
  await due(3_600_000);
  await stage.send();
  expect((await list(second)).writes).toMatchObject([{ state: "refused" }]);
  await hold(LABEL, { issues: [second] });
  await due();
  await stage.send();
  expect([(await list(second)).writes, labelsAtHost()[1]]).toEqual([[], ["search"]]);
});

test("closing leaves an issue that is closed for another reason as it is, and replaces a milestone that was not seen", async () => {
  Object.assign(stage.issue, { state: "closed", stateReason: "not_planned", milestone: "v1" });
  await hold({ action: "state", from: null, to: "completed", resolution: null });
  await hold({ action: "milestones", add: ["2"], remove: [], replaces: true }, { issues: [stage.issueId] });
  await due();
  await stage.send();
  expect(stage.issue).toMatchObject({ state: "closed", stateReason: "not_planned", milestone: "v2" });
  expect(stage.data.issues[1]).toMatchObject({ state: "closed", stateReason: "completed" });
});

test("what could not be sent in time, or no longer may, is refused and can be discarded", async () => {
  await hold(LABEL, { issues: [second] });
  await due(3_600_000);
  await stage.send();
  const [late] = (await list(second)).writes;
  expect([late?.state, late?.text]).toEqual(["refused", expect.stringContaining("in time")]);
  expect((await list(stage.issueId)).writes).toEqual([]);
  await hold(LABEL, { issues: [second] });
  await stage.allow(false);
  await due();
  await stage.send();
  expect((await list()).writes[0]?.text).toContain("Writing to this tracker is off");
  for (const { id } of (await list()).writes) expect((await call("DELETE", `${id}/`)).status).toBe(204);
  expect([(await list()).writes, stage.sent()]).toEqual([[], []]);
});

test("a change whose answer was lost is listed until it is known, and cannot be discarded while it may arrive", async () => {
  stage.fault = () => "dropped";
  await stage.write({ action: "comment", body: "Where is it?" });
  const [lost] = (await list()).writes;
  expect(lost).toMatchObject({ state: "unknown", change: { action: "comment", body: "Where is it?" }, account: "ada" });
  expect((await call("DELETE", `${lost?.id}/`)).status).toBe(409);
  const past = new Date(Date.now() - 120_000);
  await stage.server.db.updateTable("issue_writes").set({ sent_at: past, look_at: past }).execute();
  await stage.reconcile();
  stage.fault = () => undefined;
  expect((await list()).writes[0]?.state).toBe("lost");
  expect((await call<IssueWriteAnswer>("POST", `${lost?.id}/retry/`, { account: "ada" })).body.state).toBe("done");
  expect(stage.issue.comments).toHaveLength(1);
});

test("of one member alone, and of issues of one tracker of the project", async () => {
  const key = randomUUID();
  const { body } = await hold(LABEL, { key });
  expect((await hold(LABEL, { token: stage.people.member.token })).status).toBe(403);
  const [write] = (await list()).writes;
  const token = stage.people.member.token;
  expect(await listAs(token)).toEqual({ batches: [], writes: [] });
  expect((await call("POST", "undo/", { batch: body.id }, token)).status).toBe(404);
  expect((await call("DELETE", `${write?.id}/`, undefined, token)).status).toBe(404);
  const [otherSource, otherIssue] = [newId(), newId()];
  const source = { project_id: stage.projectId, kind: "tracker", provider: "github" } as const;
  await stage.server.db
    .insertInto("sources")
    .values({ ...READ_SOURCE, ...source, id: otherSource, name: "other", url: `${stage.host.url}/ada/other` })
    .execute();
  await addIssue(otherIssue, otherSource, 3);
  const mixed = await call<{ detail: string }>("POST", "", {
    key: randomUUID(),
    account: "ada",
    issues: [second, otherIssue],
    change: LABEL,
  });
  expect([mixed.status, JSON.stringify(mixed.body)]).toEqual([409, expect.stringContaining("one tracker")]);
  expect((await hold(LABEL, { issues: [second, "of-another"] })).status).toBe(404);
  expect((await hold({ action: "comment", body: "to all" })).status).toBe(400);
  await stage.server.db.deleteFrom("sources").where("id", "=", otherSource).execute();
});

test("a slow host of one user does not delay the changes of another", async () => {
  const { db } = stage.server;
  const { member } = stage.people;
  await db.updateTable("project_members").set({ role: "Maintainer" }).where("user_id", "=", member.id).execute();
  await stage.connect(member.id, "t-second");
  stage.accounts["t-second"] = { login: "ada", role: "write" };
  const third = { ...structuredClone(stage.data.issues[1] ?? stage.issue), id: 770_003, number: 3 };
  stage.data.issues.push(third);
  const thirdId = newId();
  await addIssue(thirdId, stage.sourceId, 3);
  // One change of the first user for each of the two processes that send here.
  const answers = Promise.withResolvers<undefined>();
  const blocked = new Set<string>();
  stage.meanwhile = (request) => {
    const [path] = /issues\/[13]\b/u.exec(request) ?? [];
    return path && blocked.add(path) && answers.promise;
  };
  await hold(LABEL, { issues: [stage.issueId, thirdId] });
  await due();
  const sending = stage.send();
  try {
    await vi.waitFor(() => expect(blocked.size).toBe(2), 10_000);
    await hold(LABEL, { issues: [second], token: member.token });
    await due();
    await vi.waitFor(() => expect(stage.data.issues[1]?.labels).toEqual(["search"]), 10_000);
    expect(stage.issue.labels).toEqual(["bug"]);
  } finally {
    answers.resolve(undefined);
    await sending;
  }
  await vi.waitFor(() => expect(labelsAtHost()).toEqual([["search"], ["search"], ["search"]]), 10_000);
  stage.data.issues.pop();
});
