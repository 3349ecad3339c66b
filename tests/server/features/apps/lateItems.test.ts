/** A delivery about an issue or a request whose time of change is older than what an incremental read asks for: it is stored nevertheless. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { HostIssue } from "../../../../server/demo/hosts/hostData.ts";
import { trackerData, trackerIssue } from "../../../providers/trackerData.ts";
import { addProject } from "../../rows.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "./appStage.ts";

const OLD = "2024-05-01T00:00:00Z";
const data = trackerData(3);
let stage: AppStage;
let sourceId: string;
let installation: { readonly id: number };
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE, data);
  const made = await stage.install(await stage.register());
  ({ installation } = made);
  const { companyId, admin } = stage.people;
  await addProject(stage.server.db, { companyId, ownerId: admin.id, slug: "maze" });
  const body = { provider: "github", url: address(), installation_id: made.id };
  const linked = await stage.server.call("POST", "projects/maze/trackers/", { token: admin.token, body });
  if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
  sourceId = (linked.body as { id: string }).id;
  await idle();
});
afterAll(() => stage.stop());

const address = () => `${stage.host.url}/${stage.work.path}`;
const idle = () =>
  vi.waitFor(
    async () => {
      const source = stage.server.db.selectFrom("sources").select(["sync_state", "sync_again"]);
      expect(await source.where("id", "=", sourceId).executeTakeFirst()).toEqual({
        sync_state: "ready",
        sync_again: false,
      });
    },
    { timeout: 60_000, interval: 100 },
  );
const keys = async () => {
  const rows = await stage.server.db.selectFrom("issues").select("key").orderBy("number").execute();
  return rows.map(({ key }) => key);
};
const requestKeys = async () =>
  (await stage.server.db.selectFrom("change_requests").select("key").execute()).map(({ key }) => key);
/** Ids as the host makes them. */
const issueId = (number: number): number => data.repository.id * 10_000 + number;
const pullId = (number: number): number => data.repository.id * 20_000 + number;
const add = (number: number, changes: Partial<HostIssue>) =>
  data.issues.push(trackerIssue(number, { createdAt: OLD, updatedAt: OLD, closedAt: null, state: "open", ...changes }));
const deliver = (event: string, action: string, item: object) =>
  // A busy server refuses it, and the host delivers it again.
  vi.waitFor(
    async () => {
      const { status } = await stage.host.deliver(event, {
        action,
        installation: { id: installation.id },
        repository: { html_url: address() },
        [event === "issues" ? "issue" : "pull_request"]: item,
      });
      if (status !== 202) throw new Error(`The answer was ${status}.`);
    },
    { timeout: 30_000, interval: 500 },
  );
/** Requests for an issue itself; syncs read its comments and events. */
const askedFor = (number: number) => {
  const request = `GET /repos/${stage.work.path}/issues/${number}`;
  return stage.host.requests.filter((line) => line === request || line.startsWith(`${request}?`));
};

test("an issue that was transferred with its old time is stored", async () => {
  add(21, { title: "Transferred" });
  await deliver("issues", "opened", { id: issueId(21), number: 21, updated_at: OLD });
  await expect.poll(keys, { timeout: 30_000 }).toEqual(["#1", "#2", "#3", "#21"]);
  expect(askedFor(21).length).toBeGreaterThan(0);
  await idle();
});

test("the same delivery again reads nothing by its number, and one about a new change is left to the sync", async () => {
  const before = askedFor(21).length;
  await deliver("issues", "opened", { id: issueId(21), number: 21, updated_at: OLD });
  await idle();
  expect(askedFor(21).length).toBe(before);
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  add(22, { createdAt: now, updatedAt: now });
  await deliver("issues", "opened", { id: issueId(22), number: 22, updated_at: now });
  await expect.poll(keys, { timeout: 25_000 }).toEqual(["#1", "#2", "#3", "#21", "#22"]);
  expect(askedFor(22)).toEqual([]);
  await idle();
});

test("a request with an old time is stored", async () => {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const pull = {
    headRef: "topic",
    headSha: "f".repeat(40),
    baseSha: "e".repeat(40),
    mergeSha: null,
    mergedAt: null,
    reviews: [],
    files: [],
  };
  add(31, { createdAt: now, updatedAt: now, isPullRequest: true, pull });
  await deliver("pull_request", "opened", { id: pullId(31), number: 31, updated_at: now });
  await expect.poll(requestKeys, { timeout: 25_000 }).toEqual(["#31"]);
  await idle();
  add(32, { isPullRequest: true, pull: { ...pull, headSha: "d".repeat(40) } });
  await deliver("pull_request", "opened", { id: pullId(32), number: 32, updated_at: OLD });
  await expect.poll(requestKeys, { timeout: 25_000 }).toEqual(expect.arrayContaining(["#31", "#32"]));
});

test("a delivery with an item that cannot be read requests the sync alone", async () => {
  await idle();
  const body = {
    action: "opened",
    installation: { id: installation.id },
    repository: { html_url: address() },
    issue: { id: "x", number: -1e30, updated_at: "never" },
  };
  expect(await stage.host.deliver("issues", body, { isWhole: true })).toEqual({ status: 202, accepted: true });
  await idle();
});
