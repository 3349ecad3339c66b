/** Writing to Jira Cloud: its workflow with resolutions, its screens and permissions, and single values that others have changed. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { IssueChange } from "../../../../contract/issues/issueWrites.ts";
import { newId } from "../../../../server/db/newId.ts";
import { adfToMarkdown } from "../../../../server/sources/providers/atlassian/adf.ts";
import { startJiraHost } from "../../../providers/jiraHost.ts";
import { STATUSES } from "../../../providers/jiraWrites.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { PEOPLE, type WorkIssue } from "../../../providers/work.ts";
import { issueRow } from "../../rows.ts";
import { FIRST_JIRA_ISSUE, jiraIssue, jiraWork } from "../../jiraWork.ts";
import { type WriteStage, startWriteStage } from "../../issueWriteStage.ts";

const makeIssue = (number: number) => jiraIssue(number, `Search forgets word ${number}`, ["bug"]);
const work = jiraWork([makeIssue(1), makeIssue(2)]);
let host: RestHost;
let stage: WriteStage;
let issue: WorkIssue;

beforeAll(async () => {
  host = await startJiraHost(work);
  stage = await startWriteStage("pglite", {
    provider: "jira",
    url: `${host.url}/browse/ABC`,
    issue: FIRST_JIRA_ISSUE,
  });
  await stage.connect(stage.people.admin.id, "t-ada");
  await stage.allow(true);
});
afterAll(async () => {
  await stage.server.stop();
  await host.stop();
});
beforeEach(() => {
  host.fault = undefined;
  work.denied = [];
  work.hasNoPriority = false;
  issue = Object.assign(work.issues[0] ?? makeIssue(1), makeIssue(1));
});
const write = async (change: IssueChange) => (await stage.write(change)).body;
const changes = () =>
  host.requests.filter((request) => /^(?:PUT|DELETE)|POST .*\/(?:comment|transitions|issueLink)$/.test(request));

test("offers the steps of the workflow that need no field of another page, each with its resolutions", async () => {
  const { account, actions } = await stage.actions();
  expect(account).toBe("ada");
  const of = (name: string) => actions.find(({ action }) => action === name);
  expect(of("state")).toMatchObject({
    current: [{ id: "1", name: "To Do" }],
    options: [
      { id: "11", name: "Start → In Progress", state: "open" },
      { id: "31", name: "Done", state: "closed", resolutions: [{ name: "Fixed" }, { name: "Won't Do" }] },
    ],
  });
  expect(of("priority")).toMatchObject({ reason: null, current: [{ name: "Low" }] });
  expect(of("assignees")?.is_multiple).toBe(false);
  work.denied = ["TRANSITION_ISSUES", "EDIT_ISSUES"];
  const without = await stage.actions();
  const reasons = without.actions.filter(({ reason }) => reason?.includes("no permission")).map(({ action }) => action);
  expect(reasons).toEqual(["state", "labels", "milestones", "priority"]);
  work.denied = [];
  work.hasNoPriority = true;
  expect((await stage.actions()).actions.find(({ action }) => action === "priority")?.reason).toContain(
    "no such field",
  );
});

test("makes a transition with its resolution, and refuses one from another status than the member saw", async () => {
  const done: IssueChange = { action: "state", from: "1", to: "31", resolution: "10001" };
  expect(await write(done)).toMatchObject({ state: "done", issue: { state: "closed", resolution: "Won't Do" } });
  issue.fields = { ...issue.fields, status: STATUSES.progress };
  expect(await write(done)).toMatchObject({
    state: "refused",
    text: expect.stringContaining("“In Progress” meanwhile"),
  });
  issue.fields = { ...issue.fields, status: STATUSES.todo };
  const refused = await write({ action: "state", from: "1", to: "31", resolution: null });
  expect(refused.text).toContain("refuses: resolution: Resolution is required.");
});

test("adds and removes labels and versions without touching others", async () => {
  const before = host.requests.length;
  host.fault = ({ method }) => {
    // Another person adds one while this is written.
    if (method === "PUT") issue.labels.push("docs");
    return undefined;
  };
  expect(await write({ action: "labels", add: ["search"], remove: ["bug"] })).toMatchObject({ state: "done" });
  expect(issue.labels.toSorted()).toEqual(["docs", "search"]);
  host.fault = undefined;
  const both = await write({ action: "milestones", add: ["20", "21"], remove: [] });
  expect(both.issue.milestones).toEqual(["v1", "v2"]);
  expect(host.requests.slice(before).some((request) => request.startsWith("PUT"))).toBe(true);
  expect((await write({ action: "labels", add: ["two words"], remove: [] })).state).toBe("refused");
});

test("does not replace an assignee or a priority that the member has not seen", async () => {
  const [first = "", second = ""] = PEOPLE;
  issue.assignee = second;
  expect(await write({ action: "assignees", add: ["acc-0"], remove: [] })).toMatchObject({
    state: "refused",
    text: expect.stringContaining(`“${second}” meanwhile`),
  });
  expect(await write({ action: "assignees", add: ["acc-0"], remove: ["acc-1"] })).toMatchObject({ state: "done" });
  expect(issue.assignee).toBe(first);
  expect(await write({ action: "priority", from: "2", to: "2" })).toMatchObject({ state: "refused" });
  expect(await write({ action: "priority", from: "4", to: "2" })).toMatchObject({ issue: { priority: "High" } });
});

test("a priority of several issues replaces each, and what the tracker refuses is skipped with its words", async () => {
  const { db } = stage.server;
  const row = { id: newId(), project_id: stage.projectId, source_id: stage.sourceId, title: "B" };
  // A sync may have stored it.
  await db
    .insertInto("issues")
    .values(issueRow({ ...row, created_at: new Date(0), external_id: "502", key: "ABC-2", number: null }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: second } = await db
    .selectFrom("issues")
    .select("id")
    .where("external_id", "=", "502")
    .executeTakeFirstOrThrow();
  const other = Object.assign(work.issues[1] ?? makeIssue(2), makeIssue(2));
  other.fields = { ...other.fields, priority: { id: "2", name: "High" } };
  const call = (part: string, body: unknown) =>
    stage.server.call("POST", `projects/maze/issue-writes/${part}`, { token: stage.people.admin.token, body });
  const hold = (to: string, key: string = randomUUID()) => {
    const change: IssueChange = { action: "priority", from: null, to, replaces: true };
    return call("", { key, account: "ada", issues: [stage.issueId, second], change });
  };
  const ends = async () => {
    await db
      .updateTable("issue_writes")
      .set({ send_at: new Date(Date.now() - 1000) })
      .where("state", "=", "held")
      .execute();
    return vi.waitFor(
      async () => {
        const rows = await db
          .selectFrom("issue_writes")
          .select(["state", "text"])
          .where("batch_id", "is not", null)
          .execute();
        expect(rows.every(({ state }) => !["held", "waiting", "sent"].includes(state))).toBe(true);
        return rows;
      },
      { timeout: 20_000, interval: 200 },
    );
  };
  const undone = randomUUID();
  expect((await hold("2", undone)).status).toBe(202);
  expect((await call("undo/", { batch: undone })).body).toMatchObject({ action: "priority", counts: { held: 0 } });
  await ends();
  expect(issue.fields?.["priority"]).toMatchObject({ name: "Low" });
  const before = changes().length;
  // A second press with the key of the first one holds nothing twice.
  const key = randomUUID();
  const [, again] = await Promise.all([hold("2", key), hold("2", key)]);
  expect(again.body).toMatchObject({ counts: { held: 2 } });
  await ends();
  expect([issue, other].map(({ fields }) => fields?.["priority"])).toMatchObject([{ name: "High" }, { name: "High" }]);
  expect(changes().length - before).toBe(1);
  // Not one of the tracker's, and not one that the member of a single issue has to have seen.
  await hold("4711");
  const refused = (await ends()).filter(({ state }) => state === "refused");
  expect(refused).toHaveLength(2);
  expect(refused[0]?.text).toContain("Field 'priority' cannot be set.");
  const seen: IssueChange = { action: "priority", from: "2", to: "4" };
  const single = { key: randomUUID(), account: "ada", issues: [second], change: seen };
  expect((await call("", single)).status).toBe(400);
});

test("a comment keeps its Markdown, and is found after a lost answer", async () => {
  const body = "The **cause** is in `search.ts`:\n\n```ts\nforget(word);\n```\n\n- one\n- [two](https://example.org/a)";
  const before = changes().length;
  host.fault = ({ method, path }) =>
    method === "POST" && path.endsWith("/comment") ? { breakOffAfter: 5 } : undefined;
  expect(await write({ action: "comment", body })).toMatchObject({ state: "done" });
  expect(issue.comments).toHaveLength(1);
  expect(changes().length - before).toBe(1);
  const kept = adfToMarkdown(issue.comments[0]?.document);
  for (const part of [
    "**cause**",
    "`search.ts`",
    "```ts\nforget(word);\n```",
    "- one",
    "[two](<https://example.org/a>)",
  ])
    expect(kept).toContain(part);
  host.fault = ({ path }) =>
    path.endsWith("/comment")
      ? { status: 403, body: { errorMessages: ["You may not comment."], errors: {} } }
      : undefined;
  const refused = await write({ action: "comment", body: "b" });
  expect([refused.state, refused.text]).toEqual(["refused", expect.stringContaining("You may not comment.")]);
});

test("marks a duplicate by a link of the tracker's own type", async () => {
  const { state, issue: now } = await write({ action: "duplicate", of: "abc-2" });
  expect([state, now.links]).toMatchObject(["done", [{ kind: "duplicates", key: "ABC-2" }]]);
  const before = changes().length;
  expect((await write({ action: "duplicate", of: "ABC-2" })).state).toBe("done");
  expect(changes().length).toBe(before);
  expect((await write({ action: "duplicate", of: "ABC-99" })).text).toContain("Issue does not exist");
});

test("a new issue has a type of the project, and a required field that cannot be filled is named", async () => {
  const { types, labels } = await stage.form();
  expect(types).toEqual([
    { id: "10002", name: "Task", missing: [] },
    { id: "10004", name: "Release", missing: ["Release note"] },
  ]);
  expect(labels).toContainEqual({ id: "bug", name: "bug" });
  const release = (await stage.create({ type: "10004" })).body;
  expect([release.state, release.text]).toEqual(["refused", expect.stringContaining("Release note")]);
  expect((await stage.create({ type: "77" })).body.state).toBe("refused");
  const before = host.requests.filter((request) => /^POST .*\/issue$/.test(request)).length;
  host.fault = ({ method, path }) => (method === "POST" && path.endsWith("/issue") ? { breakOffAfter: 5 } : undefined);
  const { body } = await stage.create({ type: "10002", body: "The **cause** is known.", labels: ["bug"] });
  expect(body).toMatchObject({ state: "done", text: null, address: "ABC-3" });
  expect(work.issues[2]).toMatchObject({ title: "Search is slow", labels: ["bug"] });
  expect(adfToMarkdown(work.issues[2]?.fields?.["description"])).toContain("**cause**");
  expect(host.requests.filter((request) => /^POST .*\/issue$/.test(request)).length - before).toBe(1);
  work.issues.length = 2;
});

test("several issues are brought to a status by the steps of each one's workflow", async () => {
  const to = STATUSES.done.id;
  const option = (await stage.actions()).actions
    .find(({ action }) => action === "state")
    ?.options.find(({ target }) => target === to);
  const resolution = option?.resolutions?.[0]?.id ?? "";
  const change: IssueChange = { action: "state", from: null, to, resolution };
  expect((await write(change)).state).toBe("done");
  expect(issue.fields?.["status"]).toMatchObject({ id: to });
  const before = changes().length;
  expect((await write(change)).state).toBe("done");
  expect(changes().length).toBe(before);
});
