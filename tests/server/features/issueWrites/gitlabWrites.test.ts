/** Writing to GitLab: labels one by one, whole lists of assignees merged, and its own command for duplicates. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { IssueChange } from "../../../../contract/issues/issueWrites.ts";
import { startGitlabHost } from "../../../providers/gitlabHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import type { Work, WorkIssue } from "../../../providers/work.ts";
import { type WriteStage, startWriteStage } from "../../issueWriteStage.ts";

const TIME = "2026-05-01T00:00:00.000Z";
const makeIssue = (number: number): WorkIssue => ({
  id: 500 + number,
  number,
  title: `Search forgets word ${number}`,
  body: "Seen in search.",
  author: "ada",
  assignee: null,
  labels: ["bug"],
  isClosed: false,
  createdAt: TIME,
  updatedAt: TIME,
  comments: [],
  fields: {},
});
const work: Work = {
  projectId: 77,
  path: "group/thread",
  token: "t-ada",
  issues: [makeIssue(1), makeIssue(2)],
  requests: [],
  pages: [],
};
let host: RestHost;
let stage: WriteStage;
let issue: WorkIssue;

beforeAll(async () => {
  host = await startGitlabHost(work);
  stage = await startWriteStage("pglite", {
    provider: "gitlab",
    url: `${host.url}/group/thread`,
    issue: { externalId: "501", key: "#1", number: 1 },
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
  issue = Object.assign(work.issues[0] ?? makeIssue(1), makeIssue(1));
});
const write = async (change: IssueChange) => (await stage.write(change)).body;
const changes = () => host.requests.filter((request) => !request.startsWith("GET"));

test("offers what the project has", async () => {
  const { account, actions } = await stage.actions();
  expect(account).toBe("ada");
  const of = (name: string) => actions.find(({ action }) => action === name);
  expect(of("labels")?.options.map(({ id }) => id)).toEqual(["bug", "search"]);
  expect(of("milestones")?.options).toEqual([
    { id: "31", name: "v1" },
    { id: "32", name: "v2" },
  ]);
  expect(of("state")?.options).toEqual([{ id: "closed", name: "closed", state: "closed" }]);
  expect(of("priority")).toBeUndefined();
});

test("a comment is written once, also when its answer is lost", async () => {
  host.fault = ({ method }) => (method === "POST" ? { breakOffAfter: 3 } : undefined);
  const before = changes().length;
  const { state, issue: now } = await write({ action: "comment", body: "Seen here too." });
  expect([state, now.comment_list.map(({ body }) => body)]).toEqual(["done", ["Seen here too."]]);
  expect(changes().length - before).toBe(1);
});

test("a comment with a line that GitLab would run as a command is not sent", async () => {
  const before = changes().length;
  for (const body of ["Done.\n/close", "  /assign @ada", "/CLOSE", "```\n/close"]) {
    const refused = await write({ action: "comment", body });
    expect([refused.state, refused.text]).toEqual(["refused", expect.stringMatching(/would run “\/[a-z]+”/i)]);
  }
  expect(changes().length).toBe(before);
  for (const body of ["In /usr/bin it is\n/usr/bin/less", "Run:\n```sh\n/close\n```\nas a member"])
    expect((await write({ action: "comment", body })).state).toBe("done");
});

test("what GitLab did not remove counts as refused, and no value that was not offered empties a field", async () => {
  const assignees = [{ id: 2, username: "grace", name: "GRACE" }];
  issue.fields = { assignees };
  host.fault = ({ method }) =>
    method === "PUT"
      ? {
          status: 200,
          body: { id: 501, iid: 1, state: "opened", labels: ["bug"], assignees },
        }
      : undefined;
  for (const change of [
    { action: "labels", add: [], remove: ["bug"] },
    { action: "assignees", add: [], remove: ["2"] },
  ] satisfies IssueChange[])
    expect(await write(change)).toMatchObject({ state: "refused", text: expect.stringContaining("left out") });
  host.fault = undefined;
  const before = changes().length;
  issue.fields = { milestone: { id: 31, title: "v1" } };
  expect((await write({ action: "milestones", add: ["0"], remove: ["31"] })).text).toContain("“0”");
  expect((await write({ action: "assignees", add: ["linus"], remove: [] })).text).toContain("“linus”");
  expect((await write({ action: "labels", add: [".."], remove: [] })).text).toContain("“..”");
  expect(changes().length).toBe(before);
});

test("labels are added and removed, and a new one is not made", async () => {
  expect(await write({ action: "labels", add: ["search"], remove: ["bug"] })).toMatchObject({
    state: "done",
    issue: { labels: ["search"] },
  });
  expect((await write({ action: "labels", add: ["serach"], remove: [] })).text).toContain("“serach”");
});

test("assignees, whose whole list GitLab takes, keep those who were added meanwhile", async () => {
  issue.fields = { assignees: [{ id: 2, username: "grace", name: "GRACE" }] };
  const { state } = await write({ action: "assignees", add: ["1"], remove: [] });
  expect(state).toBe("done");
  expect(issue.fields["assignees"]).toMatchObject([{ id: 2 }, { id: 1 }]);
  expect((await write({ action: "assignees", add: [], remove: ["2"] })).state).toBe("done");
  expect(issue.fields["assignees"]).toMatchObject([{ id: 1 }]);
});

test("state and milestone change only from what the member saw", async () => {
  const close: IssueChange = { action: "state", from: "open", to: "closed", resolution: null };
  expect(await write(close)).toMatchObject({ state: "done", issue: { state: "closed" } });
  expect(await write(close)).toMatchObject({ state: "done" });
  expect(await write({ action: "milestones", add: ["31"], remove: [] })).toMatchObject({
    issue: { milestones: ["v1"] },
  });
  const refused = await write({ action: "milestones", add: ["32"], remove: [] });
  expect([refused.state, refused.text]).toEqual(["refused", expect.stringContaining("“v1” meanwhile")]);
});

test("a duplicate is marked by GitLab's command, once", async () => {
  expect(await write({ action: "duplicate", of: "#2" })).toMatchObject({ state: "done", issue: { state: "closed" } });
  const before = changes().length;
  expect((await write({ action: "duplicate", of: "#2" })).state).toBe("done");
  expect(changes().length).toBe(before);
});

test("refusals have GitLab's words, by field", async () => {
  host.fault = ({ method }) =>
    method === "PUT" ? { status: 400, body: { message: { milestone_id: ["is invalid"] } } } : undefined;
  expect((await write({ action: "milestones", add: ["31"], remove: [] })).text).toContain("milestone_id: is invalid");
  host.fault = ({ method }) => (method === "PUT" ? { status: 403, body: { message: "403 Forbidden" } } : undefined);
  expect((await write({ action: "milestones", add: ["31"], remove: [] })).text).toContain("refuses: 403 Forbidden");
});

test("a new issue is made once, with labels that exist and no command", async () => {
  expect(await stage.form()).toMatchObject({ account: "ada", types: [], labels: [{ id: "bug" }, { id: "search" }] });
  const command = (await stage.create({ body: "Text\n/close" })).body;
  expect([command.state, command.text]).toEqual(["refused", expect.stringContaining("/close")]);
  expect((await stage.create({ labels: ["none"] })).body.state).toBe("refused");
  const before = changes().length;
  host.fault = ({ method, path }) => (method === "POST" && path.endsWith("/issues") ? { breakOffAfter: 5 } : undefined);
  const { body } = await stage.create({ body: "Since `v2`.", labels: ["bug"] });
  expect(body).toMatchObject({ state: "done", address: "3" });
  expect(work.issues[2]).toMatchObject({ title: "Search is slow", body: "Since `v2`.", labels: ["bug"] });
  expect(changes().length - before).toBe(1);
  work.issues.length = 2;
});
