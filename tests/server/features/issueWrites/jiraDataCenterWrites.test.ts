/** Writing to Jira Data Center, by the token that a member has given the source: names of users, wiki markup, and lists as `values`. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CONTEXT, startJiraDataCenterHost } from "../../../providers/jiraDataCenterHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { PEOPLE, type WorkIssue } from "../../../providers/work.ts";
import { FIRST_JIRA_ISSUE, jiraIssue, jiraWork } from "../../jiraWork.ts";
import { type WriteStage, startWriteStage } from "../../issueWriteStage.ts";

const makeIssue = () => jiraIssue(1, "Search forgets a word", ["bug"]);
const work = jiraWork([makeIssue()]);
let host: RestHost;
let stage: WriteStage;
let issue: WorkIssue;

beforeAll(async () => {
  host = await startJiraDataCenterHost(work, { fieldsOf: ({ fields }) => fields ?? {} });
  stage = await startWriteStage("pglite", {
    provider: "jira",
    url: `${host.url}${CONTEXT}/browse/ABC`,
    issue: FIRST_JIRA_ISSUE,
  });
  await stage.giveToken(stage.people.admin.id, "t-ada");
  await stage.allow(true);
});
afterAll(async () => {
  await stage.server.stop();
  await host.stop();
});
beforeEach(() => {
  host.fault = undefined;
  issue = makeIssue();
  work.issues.splice(0, work.issues.length, issue);
});
const sent = (path: RegExp) => host.requests.filter((request) => path.test(request)).length;

test("assigns by the name of a user, and makes a transition with its resolution", async () => {
  const [, second = ""] = PEOPLE;
  const { account, actions } = await stage.actions();
  expect(account).toBe("ada");
  const people = actions.find(({ action }) => action === "assignees")?.options;
  expect(people).toContainEqual({ id: second, name: second });
  const assigned = await stage.write({ action: "assignees", add: [second], remove: [] });
  expect([assigned.body.state, issue.assignee]).toEqual(["done", second]);
  const closed = await stage.write({ action: "state", from: "1", to: "31", resolution: "10000" });
  expect(closed.body).toMatchObject({ state: "done", issue: { state: "closed" } });
});

test("a comment is wiki markup, and is found after a lost answer", async () => {
  const before = sent(/^POST .*\/comment$/);
  host.fault = ({ method, path }) =>
    method === "POST" && path.endsWith("/comment") ? { breakOffAfter: 5 } : undefined;
  const { body } = await stage.write({ action: "comment", body: "The **cause** is in `search.ts`." });
  expect(body.state).toBe("done");
  expect(issue.comments.map((comment) => comment.body)).toEqual(["The *cause* is in {{search.ts}}."]);
  expect(sent(/^POST .*\/comment$/) - before).toBe(1);
});

test("a new issue is made by the types that are listed as values, and found after a lost answer", async () => {
  expect((await stage.form()).types).toEqual([
    { id: "10002", name: "Task", missing: [] },
    { id: "10004", name: "Release", missing: ["Release note"] },
  ]);
  const release = (await stage.create({ type: "10004" })).body;
  expect([release.state, release.text]).toEqual(["refused", expect.stringContaining("Release note")]);
  const before = sent(/^POST .*\/issue$/);
  host.fault = ({ method, path }) => (method === "POST" && path.endsWith("/issue") ? { breakOffAfter: 5 } : undefined);
  const { body } = await stage.create({ type: "10002", body: "The **cause** is known.", labels: ["bug"] });
  expect(body).toMatchObject({ state: "done", text: null, address: "ABC-2" });
  expect(work.issues[1]).toMatchObject({ title: "Search is slow", body: "The *cause* is known.", labels: ["bug"] });
  expect(sent(/^POST .*\/issue$/) - before).toBe(1);
});
