/** New issues at GitHub: made once, in the project at once, and looked for when the answer was lost. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StoredWrites } from "../../../../contract/issues/issueWrites.ts";
import { type GithubWriteStage, startGithubWriteStage } from "../../githubWriteStage.ts";

let stage: GithubWriteStage;
beforeAll(async () => {
  stage = await startGithubWriteStage();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await stage.reset();
  stage.data.issues.length = 2;
});

const stored = () => stage.server.db.selectFrom("issue_writes").selectAll().executeTakeFirstOrThrow();
const list = async () =>
  (await stage.server.call("GET", "issue-writes/?project=maze", { token: stage.people.admin.token }))
    .body as StoredWrites;
/** As after a minute, in which a change may still arrive. */
const later = () =>
  stage.server.db
    .updateTable("issue_writes")
    .set({ sent_at: new Date(Date.now() - 120_000), look_at: new Date(Date.now() - 1000), leased_until: null })
    .execute();

test("an issue is made as the member, and has its page in the project at once", async () => {
  expect(await stage.form()).toMatchObject({
    blocked: null,
    account: "ada",
    types: [],
    labels: [{ id: "bug" }, {}, {}],
  });
  const { status, body } = await stage.create({ body: "Since `v2`.", labels: ["bug"] });
  expect([status, body]).toEqual([200, { state: "done", text: null, address: "3" }]);
  expect(stage.data.issues[2]).toMatchObject({
    author: "ada",
    title: "Search is slow",
    body: "Since `v2`.",
    labels: ["bug"],
  });
  const page = await stage.server.call("GET", "projects/maze/issues/3/", { token: stage.people.admin.token });
  expect(page.body).toMatchObject({ title: "Search is slow", key: "#3" });
  const [logged] = (await stage.audit()).slice(-1);
  expect(logged).toMatchObject({ action: "issue.written", after: { change: "create", reference: "770003 #3" } });
  expect(JSON.stringify(logged)).not.toContain("Since");
});

test("a label that the tracker does not have is refused: it would be made", async () => {
  const { body } = await stage.create({ labels: ["bug", "bgu"] });
  expect([body.state, body.text]).toEqual(["refused", expect.stringContaining("bgu")]);
  expect(stage.sent()).toEqual([]);
});

test("a repeated call makes no second issue, also at the same time and after a lost answer", async () => {
  const key = randomUUID();
  stage.fault = () => "lost";
  const [one, two] = await Promise.all([stage.create({}, { key }), stage.create({}, { key })]);
  expect([one.body.state, two.body.state, one.body.address]).toEqual(["done", "done", "3"]);
  expect((await stage.create({}, { key })).body).toMatchObject({ state: "done", address: "3" });
  expect([stage.sent().length, stage.data.issues.length]).toEqual([1, 3]);
  expect((await stage.create({ title: "Another" }, { key })).status).toBe(409);
});

test("one with the same title that was there before is not taken for it", async () => {
  await stage.create({});
  stage.fault = () => "dropped";
  expect((await stage.create({})).body.state).toBe("unknown");
  expect(stage.data.issues).toHaveLength(3);
});

test("what did not arrive is shown after a reload, and repeated once", async () => {
  stage.fault = () => "dropped";
  await stage.create({ body: "Kept." });
  stage.fault = () => undefined;
  await later();
  await stage.reconcile();
  const { writes } = await list();
  expect(writes).toMatchObject([{ issue: null, state: "lost", change: { action: "create", body: "Kept." } }]);
  const retry = await stage.server.call("POST", `projects/maze/issue-writes/${writes[0]?.id}/retry/`, {
    token: stage.people.admin.token,
    body: { account: "ada" },
  });
  expect(retry.body).toMatchObject({ state: "done" });
  expect([stage.data.issues.length, (await list()).writes, (await stored()).change]).toEqual([
    3,
    [],
    { action: "create" },
  ]);
});

test("a process that ended after sending: the issue is found later, and no second one is made", async () => {
  stage.fault = () => "dropped";
  await stage.create({});
  const [like] = stage.data.issues;
  if (like) stage.data.issues.push({ ...like, number: 3, title: "Search is slow", body: "", author: "ada" });
  await later();
  await stage.reconcile();
  expect(await stored()).toMatchObject({ state: "done", reference: "770003 #3" });
});

test("the tracker's refusal comes in its words, and who may not write makes none", async () => {
  stage.fault = () => ({ status: 410, body: { message: "Issues has been disabled in this repository." } });
  const refused = (await stage.create({})).body;
  expect([refused.state, refused.text]).toEqual(["refused", expect.stringContaining("disabled in this repository")]);
  await stage.allow(false);
  expect(await stage.form()).toMatchObject({ blocked: { code: "off" } });
  expect((await stage.create({})).status).toBe(409);
  expect((await stage.create({ title: " " })).status).toBe(400);
  // A tracker stores it in one line, and a look for two would not find it.
  expect((await stage.create({ title: "Two\nlines" })).status).toBe(400);
});
