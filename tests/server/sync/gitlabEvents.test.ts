/** The changes of GitLab's issues, which are lists of their own: https://docs.gitlab.com/api/resource_label_events/ */
import { expect, test } from "vitest";
import type { WorkIssue } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();

const user = { id: 9, username: "root", name: "Administrator", state: "active", web_url: "http://localhost/root" };
const entry = (id: number, at: string, fields: object) => ({
  id,
  user,
  created_at: at,
  resource_type: "Issue",
  resource_id: 1,
  ...fields,
});
const label = (id: number, at: string, action: string, name: string | null) =>
  entry(id, at, { action, label: name && { id, name, color: "#34495E", description: "" } });

const CREATED = "2025-03-01T10:00:00.000Z";
const CHANGED = "2025-03-09T10:00:00.000Z";

async function syncIssue(fields: Partial<WorkIssue>) {
  const stage = await stages.open("GitLab");
  const issue = { ...stage.work.issues[0]!, createdAt: CREATED, updatedAt: CHANGED, comments: [], ...fields };
  stage.work.issues = [issue];
  const { id } = await stage.source();
  await stage.sync();
  const events = () =>
    stages.server.database.db
      .selectFrom("issue_events")
      .innerJoin("issues", "issues.id", "issue_events.issue_id")
      .leftJoin("accounts", "accounts.id", "issue_events.actor_id")
      .where("issues.source_id", "=", id)
      .select(["issue_events.type", "issue_events.detail", "issue_events.created_at", "accounts.login"])
      .orderBy("issue_events.created_at")
      .orderBy("issue_events.external_id")
      .execute();
  return { stage, issue, events };
}
const shortOf = (rows: { type: string; detail: string | null; created_at: unknown; login: string | null }[]) =>
  rows.map(({ type, detail, login }) => [type, detail, login].join(" "));

test("states, labels and milestones of an issue are events, with who changed them", async () => {
  const { events } = await syncIssue({
    isClosed: true,
    changes: {
      state: [
        entry(1, "2025-03-02T10:00:00.000Z", { state: "closed" }),
        entry(2, "2025-03-03T10:00:00.000Z", { state: "reopened" }),
        entry(3, CHANGED, { state: "closed" }),
      ],
      label: [
        label(1, "2025-03-04T10:00:00.000Z", "add", "area: sync"),
        label(2, "2025-03-05T10:00:00.000Z", "remove", "area: sync"),
        label(3, "2025-03-05T11:00:00.000Z", "add", null),
      ],
      milestone: [entry(1, "2025-03-06T10:00:00.000Z", { action: "add", milestone: { id: 1, iid: 1, title: "1.1" } })],
    },
  });
  expect(shortOf(await events())).toEqual([
    "closed  root",
    "reopened  root",
    "labeled area: sync root",
    "unlabeled area: sync root",
    "milestoned 1.1 root",
    "closed  root",
  ]);
});

test("a list of more than one page is read to its end", async () => {
  const at = (index: number) => new Date(Date.parse(CREATED) + (index + 1) * 60_000).toISOString();
  const many = Array.from({ length: 130 }, (_, index) => label(index, at(index), "add", `label ${index}`));
  const { events } = await syncIssue({ changes: { state: [], label: many, milestone: [] } });
  expect(await events()).toHaveLength(130);
});

test("a host without the lists has the closing that its row shows, until it has them", async () => {
  const { stage, issue, events } = await syncIssue({ isClosed: true });
  expect(shortOf(await events())).toEqual(["closed  linus"]);
  Object.assign(issue, {
    updatedAt: "2025-03-10T10:00:00.000Z",
    changes: { state: [entry(1, CHANGED, { state: "closed" })], label: [], milestone: [] },
  });
  await stage.sync();
  expect(shortOf(await events())).toEqual(["closed  root"]);
});

test("a change that is a note and an entry of a list is one event", async () => {
  const note = { id: 5, author: "ada", body: "closed", at: CHANGED, isSystem: true };
  const { events } = await syncIssue({
    isClosed: true,
    comments: [note],
    changes: { state: [entry(1, CHANGED, { state: "closed" })], label: [], milestone: [] },
  });
  expect(shortOf(await events())).toEqual(["closed  root"]);
});

test("an issue that was never changed costs no request for its lists", async () => {
  const { stage } = await syncIssue({ updatedAt: CREATED, changes: { state: [], label: [], milestone: [] } });
  expect(stage.host.requests.filter((path) => path.includes("resource_"))).toEqual([]);
});
