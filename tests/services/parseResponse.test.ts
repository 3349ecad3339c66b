import { expect, test } from "vitest";
import { parseWith } from "../../src/services/parseResponse.ts";
import { readProject } from "../../src/services/readProject.ts";
import { readDashboard, readPlan, readUser } from "../../src/services/readUser.ts";
import { ok } from "../../src/services/result.ts";
import { issueRow } from "../fixtures/issues.ts";
import { user } from "../fixtures/people.ts";
import { project } from "../fixtures/projects.ts";

const { analysis: _, ...issueCard } = issueRow(3);
const read = readUser(() => "TR");

test("a response in the form of the contract passes unchanged", () => {
  expect(read(user())).toEqual(user());
  expect(readProject(project())).toEqual(project());
});

test("an answer with nothing in it is a person without a name, a plan or projects, in the language of the page", () => {
  expect(read({})).toEqual({
    id: "",
    name: "",
    email: "",
    language: "TR",
    company: null,
    company_plan: null,
    projects_count: 0,
    providers: [],
    suggested: [],
  });
});

test.each([null, "ok", [], 7])("%j is no person, and the call counts as failed", (answer) => {
  expect(parseWith(ok(answer), read)).toMatchObject({ success: false, error: { kind: "bad_response" } });
});

test("maps other spellings of integrations, and keeps unknown names", () => {
  const { providers, suggested } = read({
    providers: ["GitHub", { name: "google-calendar", connected: true }, { provider: "jira", connected: false }],
    suggested: [{ provider: "jira", connected: false }, "slack", null],
  }) ?? { providers: [], suggested: [] };
  expect(providers).toEqual(["github", "google_calendar"]);
  expect(suggested).toEqual(["jira", "slack"]);
});

test.each([
  ["Standard", "Standard", ""],
  [{ plan: { name: "STANDARD" }, subscription_status: "Expired" }, "Standard", "expired"],
  [{ plan: "premium", subscription_status: "paused" }, "Premium", "paused"],
  [[{ plan: { name: "Team" }, subscription_status: "trial" }], "Team", "trial"],
  [{ subscription_status: "trial" }, "", "trial"],
])("the plan %j is %s, %s", (answer, name, status) => {
  const plan = readPlan(answer);
  expect(plan?.plan.name).toBe(name);
  expect(plan?.subscription_status).toBe(status);
});

test("days until the trial ends may come as a text or not at all", () => {
  expect(readPlan({ days_until_trial_end: "5" })?.days_until_trial_end).toBe(5);
  expect(readPlan({ days_until_trial_end: "soon" })?.days_until_trial_end).toBeNull();
  expect(readPlan({})?.discounts).toEqual([]);
});

test("a project of the specification's fields alone, with null for lists", () => {
  expect(
    readProject({ name: "Atlas", slug: "atlas", created_by: { email: "a@b.co" }, role: "guest", wikis: null }),
  ).toEqual({
    slug: "atlas",
    name: "Atlas",
    created_by: { email: "a@b.co", name: "a@b.co" },
    role: "guest",
    repositories: [],
    trackers: [],
    wikis: [],
    created_at: "",
    updated_at: "",
  });
  expect(readProject({ name: "No address" })).toBeNull();
});

test("sources may be objects with gaps or addresses alone", () => {
  const found = readProject({
    slug: "a",
    repositories: [{ id: 3 }, "https://x.example/y.git", null],
    trackers: { results: [{ id: "t" }] },
  });
  expect(found?.repositories.map(({ id, name, provider, sync }) => [id, name, provider, sync.state])).toEqual([
    ["3", "", "git", "ready"],
    ["https://x.example/y.git", "https://x.example/y.git", "git", "ready"],
  ]);
  expect(found?.trackers).toHaveLength(1);
});

test("home's issues keep who wrote them and who has them", () => {
  const [issue] = readDashboard({ issues: [issueCard], recent_projects: [] })?.issues ?? [];
  expect(issue).toEqual({ ...issueCard, project_name: issueCard.project });
  const named = readDashboard({ issues: [{ ...issueCard, project_name: "The Atlas" }] })?.issues[0];
  expect(named?.project_name).toBe("The Atlas");
});

test("home's lists may be null or of another form", () => {
  expect(readDashboard({ issues: 12, recent_projects: null })).toEqual({ issues: [], recent_projects: [] });
  expect(readDashboard({ issues: [{ id: 4, project: { slug: "atlas" }, title: "Slow" }] })?.issues[0]).toMatchObject({
    id: "4",
    key: "4",
    project: "atlas",
    project_name: "atlas",
    title: "Slow",
  });
});
