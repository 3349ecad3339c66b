/** Groups that are read by an installation of a GitHub App: linking, and what happens to the installation. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LinkedGroup } from "../../../../contract/sources/linkedGroups.ts";
import { newId } from "../../../../server/db/newId.ts";
import { addProject } from "../../rows.ts";
import { makeRepository, temporaryFolder } from "../../sources/gitFixture.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "./appStage.ts";

let stage: AppStage;
let installed: Awaited<ReturnType<AppStage["install"]>>;
let folder: ReturnType<typeof temporaryFolder>;
let group = "";
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE);
  folder = temporaryFolder();
  makeRepository(join(folder.path, stage.work.path), [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
  stage.host.gitRoot = folder.path;
  installed = await stage.install(await stage.register());
  const { companyId, admin } = stage.people;
  await addProject(stage.server.db, { companyId, ownerId: admin.id, slug: "maze" });
});
afterAll(async () => {
  await stage.stop();
  folder.remove();
});

const call = (method: string, path: string, body?: unknown) =>
  stage.server.call(method, path, { token: stage.people.admin.token, body });
const owner = () => stage.work.path.split("/")[0] ?? "";
const given = (account = owner(), installation_id = installed.id) => ({
  provider: "github",
  url: `${stage.host.url}/${account}`,
  installation_id,
});
const groupNow = async (): Promise<LinkedGroup | undefined> =>
  ((await call("GET", "groups/?project=maze")).body as LinkedGroup[]).find(({ id }) => id === group);
const groupIs = async (state: string) => {
  await expect.poll(async () => (await groupNow())?.state, { timeout: 60_000, interval: 250 }).toBe(state);
};
const sources = () =>
  stage.server.db
    .selectFrom("sources")
    .select(["kind", "url", "group_id", "app_installation_id", "sync_state", "sync_error"])
    .orderBy("kind")
    .execute();

test("a group is previewed and linked by the installation on its account, and by no other", async () => {
  const preview = await call("POST", "groups/preview/", given());
  expect(preview.body).toMatchObject({
    name: owner(),
    repositories: [{ name: stage.work.path.split("/")[1], visibility: "private" }],
  });
  const elsewhere = await call("POST", "groups/preview/", given("another"));
  expect([elsewhere.status, elsewhere.body]).toEqual([
    400,
    { installation_id: [expect.stringContaining("another account")] },
  ]);
  for (const address of [given(owner(), newId()), given("another")])
    expect((await call("POST", "projects/maze/groups/", { ...address, filter: {} })).status).toBe(400);
  const { stranger } = stage.people;
  const foreign = await stage.server.call("POST", "groups/preview/", { token: stranger.token, body: given() });
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  const linked = await call("POST", "projects/maze/groups/", { ...given(), filter: {}, with_issues: true });
  expect(linked.status).toBe(201);
  group = (linked.body as LinkedGroup).id;
  await groupIs("ready");
  expect(await groupNow()).toMatchObject({ access: "app", counts: { found: 1, linked: 1 } });
  await expect
    .poll(async () => (await sources()).map(({ sync_state: state }) => state), { timeout: 60_000 })
    .toEqual(["ready", "ready"]);
  expect(await sources()).toMatchObject([
    { kind: "repository", group_id: group, app_installation_id: installed.id },
    { kind: "tracker", group_id: group, app_installation_id: installed.id },
  ]);
  // Only what the owner has chosen for the app is listed.
  expect(stage.host.requests.some((request) => request.includes(`/orgs/${owner()}/repos`))).toBe(false);
});

test("a suspended installation stops the group with the reason, and one that is resumed is compared again", async () => {
  const { installation } = installed;
  installation.suspendedAt = "2026-11-01T00:00:00Z";
  await stage.host.deliver("installation", { action: "created", installation: { id: installation.id } });
  await groupIs("failed");
  expect(await groupNow()).toMatchObject({ error_code: "unauthorized", error: expect.stringContaining("suspended") });
  installation.suspendedAt = null;
  await stage.host.deliver("installation", { action: "unsuspend", installation: { id: installation.id } });
  expect((await groupNow())?.state).toMatch(/queued|running|ready/);
  expect((await call("POST", `groups/${group}/compare/`)).status).toBeLessThan(500);
  await groupIs("ready");
});

test("a removed installation stops the group and keeps its sources, and a new one brings it back", async () => {
  stage.host.uninstall(installed.installation);
  await stage.host.deliver("installation", { action: "deleted", installation: { id: installed.installation.id } });
  await groupIs("failed");
  await call("POST", `groups/${group}/compare/`);
  await groupIs("failed");
  expect(await groupNow()).toMatchObject({ error: expect.stringContaining("uninstalled") });
  expect(await sources()).toHaveLength(2);
  const { id: appId } = await stage.server.db.selectFrom("host_apps").select("id").executeTakeFirstOrThrow();
  installed = await stage.install(appId);
  const filter = {
    include: [],
    exclude: [],
    archived: false,
    forks: false,
    empty: false,
    visibility: "all",
    topics: [],
  };
  const change = { filter, with_issues: true, installation_id: installed.id };
  expect((await call("PUT", `groups/${group}/`, change)).status).toBe(200);
  await groupIs("ready");
  const now = await sources();
  expect(new Set(now.map(({ app_installation_id: id }) => id))).toEqual(new Set([installed.id]));
});
