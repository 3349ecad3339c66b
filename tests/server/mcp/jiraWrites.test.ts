/** The tools for fields that Jira has and GitHub does not: a priority, and several versions of one issue. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type WriteStage, startWriteStage } from "../issueWriteStage.ts";
import { FIRST_JIRA_ISSUE, jiraIssue, jiraWork } from "../jiraWork.ts";
import { connect, tell } from "./mcpProject.ts";

const issue = jiraIssue(1, "Search forgets the last word");
const work = jiraWork([issue]);
let host: RestHost;
let stage: WriteStage;
let agent: Client;

beforeAll(async () => {
  host = await startJiraHost(work);
  stage = await startWriteStage("pglite", {
    provider: "jira",
    url: `${host.url}/browse/ABC`,
    issue: FIRST_JIRA_ISSUE,
  });
  await stage.connect(stage.people.admin.id, "t-ada");
  await stage.allow(true);
  const made = { name: "Triage bot", projects: ["maze"], writes: true };
  agent = await connect(stage.server, (await createMcpToken(stage.server.db, stage.people.admin.id, made)).token);
});
afterAll(async () => {
  await agent.close();
  await stage.server.stop();
  await host.stop();
});

const run = (name: string, key: string, given: Record<string, unknown>) =>
  tell(agent, name, { issue: "ABC-1", dry_run: false, account: "ada", key, ...given });
const priority = () => issue.fields?.["priority"];

test("a priority is one of the tracker's, replaces the one that the issue has, and is logged with the token", async () => {
  const dry = await tell(agent, "set_priority", { issue: "ABC-1" });
  expect(dry).toMatchObject({ isError: false, data: { account: "ada", state: "dry_run" } });
  expect(dry.text).toMatch(/now: 4 {2}Low[^]*2 {2}High/);
  expect((await tell(agent, "set_priority", { issue: "ABC-1", to: "4711" })).text).toContain('not offered: "4711"');
  expect(await run("set_priority", "unknown one", { to: "4711" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Field 'priority' cannot be set."),
    data: { error: { code: "refused" } },
  });
  expect(await run("set_priority", "without one", {})).toMatchObject({
    data: { error: { code: "invalid_arguments" } },
  });
  expect(priority()).toMatchObject({ name: "Low" });
  const before = host.requests.length;
  const twice = await Promise.all([1, 2].map(() => run("set_priority", "high priority", { to: "2" })));
  expect(twice.map(({ isError }) => isError)).toEqual([false, false]);
  expect(priority()).toMatchObject({ name: "High" });
  expect(host.requests.slice(before).filter((request) => request.startsWith("PUT"))).toHaveLength(1);
  const [logged] = (await stage.audit()).slice(-1);
  expect(logged).toMatchObject({
    action: "issue.written",
    after: { change: "priority", to: "2", agent: "Triage bot" },
  });
});

test("versions are added and removed without touching others", async () => {
  await run("change_milestone", "first version", { add: ["20"] });
  await run("change_milestone", "second version", { add: ["21"] });
  expect(issue.fields?.["fixVersions"]).toMatchObject([{ id: "20" }, { id: "21" }]);
  await run("change_milestone", "third version", { remove: ["20"] });
  expect(issue.fields?.["fixVersions"]).toMatchObject([{ id: "21" }]);
  const foreign = await run("change_milestone", "foreign version", { add: ["9000"] });
  expect(foreign).toMatchObject({ isError: true, data: { error: { code: "refused" } } });
});
