/** Sources that are read by an installation of a GitHub App: linking, tokens, what happens to the installation, and its deliveries. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../server/db/newId.ts";
import { addMember, addProject } from "../../rows.ts";
import { makeRepository, temporaryFolder } from "../../sources/gitFixture.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "./appStage.ts";

let stage: AppStage;
let appId: string;
let installed: Awaited<ReturnType<AppStage["install"]>>;
let projectId: string;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE);
  folder = temporaryFolder();
  makeRepository(join(folder.path, stage.work.path), [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
  stage.host.gitRoot = folder.path;
  appId = await stage.register();
  installed = await stage.install(appId);
  const { companyId, admin, member } = stage.people;
  projectId = await addProject(stage.server.db, { companyId, ownerId: admin.id, slug: "maze" });
  await addMember(stage.server.db, projectId, member.id, "Developer");
});
afterAll(async () => {
  await stage.stop();
  folder.remove();
});

const call = (method: string, path: string, body?: unknown, token = stage.people.admin.token) =>
  stage.server.call(method, path, { token, body });
const source = (installation_id = installed.id) => ({
  provider: "github",
  url: `${stage.host.url}/${stage.work.path}`,
  installation_id,
});
const settled = async (id: string) => {
  await expect.poll(async () => (await stateOf(id)).sync_state, { timeout: 60_000 }).toMatch(/^(?:ready|failed)$/);
  return stateOf(id);
};
const stateOf = (id: string) =>
  stage.server.db
    .selectFrom("sources")
    .select(["sync_state", "sync_error", "sync_error_code", "sync_finished_at", "sync_items"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const minted = () => stage.host.requests.filter((line) => line.includes("/access_tokens")).length;
/** Requests a sync and waits for its end. */
const syncAgain = async (id: string) => {
  const before = (await stateOf(id)).sync_finished_at;
  await call("POST", "projects/maze/sync/");
  await expect
    .poll(
      async () => {
        const { sync_state: state, sync_finished_at: at } = await stateOf(id);
        return state === "failed" || (state === "ready" && at?.getTime() !== before?.getTime());
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return stateOf(id);
};

describe("linking", () => {
  test("offers the installations and repositories of the company of the caller to those who may link, and to no other caller", async () => {
    const { member, stranger } = stage.people;
    const listed = (await call("GET", "app-installations/")).body;
    expect(listed).toMatchObject([{ id: installed.id, account: "acme", provider: "github", origin: stage.host.url }]);
    const repositories = `app-installations/${installed.id}/repositories/`;
    expect((await call("GET", repositories)).body).toEqual({
      results: [{ name: stage.work.path, url: `${stage.host.url}/${stage.work.path}`, visibility: "private" }],
      next: null,
    });
    for (const token of [member.token, stranger.token]) {
      expect((await call("GET", "app-installations/", undefined, token)).body).toEqual([]);
      expect((await call("GET", repositories, undefined, token)).status).toBe(404);
      const validated = await call("POST", "trackers/validate/", source(), token);
      expect([validated.status, validated.body]).toEqual([
        400,
        { installation_id: [expect.stringMatching(/no such/)] },
      ]);
    }
    const guessed = await call("POST", "trackers/validate/", source(newId()));
    expect(guessed.status).toBe(400);
    // A Maintainer may link, and so may see what can be linked.
    await stage.server.db
      .updateTable("project_members")
      .set({ role: "Maintainer" })
      .where("user_id", "=", member.id)
      .execute();
    expect((await call("GET", "app-installations/", undefined, member.token)).body).toHaveLength(1);
  });

  test("does not send the token to another host than the app's", async () => {
    const body = { ...source(), url: "https://github.com/acme/rocket" };
    const answer = await call("POST", "trackers/validate/", body);
    expect([answer.status, answer.body]).toEqual([400, { installation_id: [expect.stringContaining("127.0.0.1")] }]);
  });
});

let tracker = "";
let repository = "";

test("code and issues are read by one cached token, and the source shows by whose installation", async () => {
  const before = minted();
  tracker = ((await call("POST", "projects/maze/trackers/", source())).body as { id: string }).id;
  const linked = await call("POST", "projects/maze/repositories/", source());
  expect(linked.status).toBe(201);
  repository = (linked.body as { id: string }).id;
  expect(await settled(tracker)).toMatchObject({ sync_state: "ready", sync_items: 4 });
  expect(await settled(repository)).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(minted() - before).toBeLessThanOrEqual(1);
  const details = (await call("GET", "sources/?project=maze")).body as { id: string; installed_by: string }[];
  expect(details.map(({ installed_by }) => installed_by)).toEqual(["acme", "acme"]);
  const row = await stage.server.db
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "source.added")
    .execute();
  expect(row.at(-1)?.after).toMatchObject({ credential: "app" });
});

describe("a delivery", () => {
  const push = () => ({
    installation: { id: installed.installation.id },
    repository: { html_url: `${stage.host.url}/${stage.work.path}` },
  });

  test("syncs what it is about, once, and only when it is signed", async () => {
    const finished = (await stateOf(tracker)).sync_finished_at?.getTime();
    expect(await stage.host.deliver("issues", push(), { secret: "guess" })).toMatchObject({ status: 404 });
    const id = crypto.randomUUID();
    expect(await stage.host.deliver("issues", push(), { id })).toEqual({ status: 202, accepted: true });
    await expect
      .poll(async () => (await stateOf(tracker)).sync_finished_at?.getTime(), { timeout: 60_000 })
      .not.toBe(finished);
    expect(await stage.host.deliver("issues", push(), { id })).toEqual({ status: 202, accepted: false });
    // Other repositories and installations, events of no source, and malformed bodies.
    const other = { ...push(), repository: { html_url: `${stage.host.url}/acme/other` } };
    expect(await stage.host.deliver("push", other)).toMatchObject({ accepted: false });
    expect(await stage.host.deliver("push", { ...push(), installation: { id: 1 } })).toMatchObject({ accepted: false });
    expect(await stage.host.deliver("star", push())).toMatchObject({ accepted: false });
    const malformed = { installation: "x" };
    expect(await stage.host.deliver("push", malformed, { isWhole: true })).toMatchObject({ accepted: false });
  });

  test("of an installation is a reason to ask GitHub: its own text is not believed", async () => {
    const { installation } = installed;
    const about = { action: "deleted", installation: { id: installation.id } };
    // Late: it was installed again, or an old delivery is repeated.
    expect(await stage.host.deliver("installation", about)).toMatchObject({ accepted: true });
    const row = () =>
      stage.server.db
        .selectFrom("app_installations")
        .select(["removed_at", "suspended_at"])
        .where("id", "=", installed.id)
        .executeTakeFirstOrThrow();
    expect(await row()).toEqual({ removed_at: null, suspended_at: null });
    installation.suspendedAt = "2026-11-01T00:00:00Z";
    await stage.host.deliver("installation", { action: "created", installation: { id: installation.id } });
    expect((await row()).suspended_at).not.toBeNull();
    const failed = await stateOf(tracker);
    expect(failed).toMatchObject({ sync_state: "failed", sync_error_code: "unauthorized" });
    expect(failed.sync_error).toContain("app.suspended");
    installation.suspendedAt = null;
    await stage.host.deliver("installation", { action: "unsuspend", installation: { id: installation.id } });
    expect(await settled(tracker)).toMatchObject({ sync_state: "ready", sync_items: 4 });
  });

  test("of an installation while the host cannot be asked is unavailable, and counts when it is sent again", async () => {
    const { installation } = installed;
    const event = { action: "suspend", installation: { id: installation.id } };
    stage.host.fault = (request) =>
      request.includes("/app/installations/") ? (response) => response.destroy() : undefined;
    expect(await stage.host.deliver("installation", event, { id: "repeated" })).toMatchObject({ status: 503 });
    stage.host.fault = undefined;
    const again = await stage.host.deliver("installation", event, { id: "repeated" });
    expect(again).toEqual({ status: 202, accepted: true });
  });
});

describe("a token", () => {
  test("that GitHub refuses is replaced once, and one near its end before it is used", async () => {
    await stage.server.db.updateTable("sources").set({ paused_at: new Date() }).where("id", "=", repository).execute();
    stage.host.valid.clear();
    const before = minted();
    await expect
      .poll(async () => (await syncAgain(tracker)).sync_state, { timeout: 60_000, interval: 1000 })
      .toBe("ready");
    expect(minted()).toBe(before + 1);
  });

  test("of an installation that is revoked in the middle of a sync ends it with what to do; the data stays", async () => {
    stage.host.onRead = (path) => {
      if (path.includes("/issues")) stage.host.uninstall(installed.installation);
    };
    let failed = await syncAgain(tracker);
    if (failed.sync_state === "ready") failed = await syncAgain(tracker);
    stage.host.onRead = undefined;
    expect(failed).toMatchObject({ sync_state: "failed", sync_error_code: "unauthorized" });
    expect(failed.sync_error).toContain("app.uninstalled");
    const project = await call("GET", "projects/maze/");
    expect(JSON.stringify(project.body)).toContain("acme has uninstalled the app");
    const issues = await stage.server.db.selectFrom("issues").select("id").where("source_id", "=", tracker).execute();
    expect(issues).toHaveLength(4);
    expect((await call("POST", "trackers/validate/", source())).status).toBe(400);
    expect((await call("GET", "app-installations/")).body).toEqual([]);
  });

  test("of a new installation brings the source back", async () => {
    const again = await stage.install(appId);
    const renewed = await call("PUT", `sources/${tracker}/access/`, { installation_id: again.id });
    expect(renewed.status).toBe(200);
    expect(await settled(tracker)).toMatchObject({ sync_state: "ready", sync_items: 4 });
  });
});

test("sources of an app that was removed here report it", async () => {
  const { companyId } = stage.people;
  expect((await call("DELETE", `companies/${companyId}/apps/${appId}/`)).status).toBe(204);
  expect((await stateOf(tracker)).sync_error).toContain("app.removed");
  expect(await syncAgain(tracker)).toMatchObject({ sync_state: "failed", sync_error_code: "unauthorized" });
  expect(await stage.host.deliver("issues", {})).toMatchObject({ status: 404 });
});
