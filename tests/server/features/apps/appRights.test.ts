/** What a GitHub App may write: the manifest asks for what its Admin has chosen, and what is missing later is shown with the page that grants it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppRights } from "../../../../contract/integrations/apps.ts";
import { githubApp } from "../../../../server/sources/providers/github/githubApp.ts";
import { appToken } from "../../../../server/sources/providers/github/githubAppKey.ts";
import { loadGithubDescription } from "../../demo/openApi.ts";
import { addMember, addProject, addSource } from "../../rows.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "./appStage.ts";

const READ = { contents: "read", issues: "read", metadata: "read", pull_requests: "read" };

let stage: AppStage;
let installed: Awaited<ReturnType<AppStage["install"]>>;
let sourceId: string;
let plainId: string;
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE);
  const { db } = stage.server;
  const { companyId, admin, member } = stage.people;
  installed = await stage.install(await stage.register());
  const projectId = await addProject(db, { companyId, ownerId: admin.id, slug: "maze" });
  await addMember(db, projectId, member.id, "Developer");
  sourceId = await addSource(db, projectId, `${stage.host.url}/acme/maze`);
  plainId = await addSource(db, projectId, "https://example.org/acme/plain");
  await db.updateTable("sources").set({ app_installation_id: installed.id }).where("id", "=", sourceId).execute();
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.host.added = {};
  stage.host.waiting = {};
  stage.host.fault = undefined;
});

const read = (use: string, id = sourceId, token = stage.people.admin.token) =>
  stage.server.call("GET", `sources/${id}/app-rights/?use=${use}`, { token });
const rights = async (use: string, id = sourceId) => AppRights.parse((await read(use, id)).body);
const slug = () => stage.host.apps[0]?.slug ?? "";

describe("the manifest", () => {
  test.each([
    { writes: undefined, asked: READ },
    { writes: [], asked: READ },
    { writes: ["comment"], asked: { ...READ, issues: "write" } },
    { writes: ["check"], asked: { ...READ, checks: "write" } },
    { writes: ["check", "comment"], asked: { ...READ, checks: "write", issues: "write" } },
  ])("asks for exactly what was chosen: $writes", async ({ writes, asked }) => {
    const begun = await stage.begin(writes && { writes });
    expect((await stage.form(begun)).manifest.default_permissions).toEqual(asked);
  });

  test("takes no other permission", async () => {
    const body = { provider: "github", writes: ["administration"] };
    const { token } = stage.people.admin;
    const answer = await stage.server.call("POST", `companies/${stage.people.companyId}/apps/`, { token, body });
    expect(answer.status).toBe(400);
  });

  test("asks for reading in an attempt that a former release has begun", () => {
    const app = { organization: undefined, name: "Clew", homepage: "h", redirectUrl: "r", setupUrl: "s" };
    const place = { origin: "https://github.com", api: "https://api.github.com" };
    const { fields } = githubApp.registrationForm(place, { ...app, webhookUrl: null, state: "" });
    expect(JSON.parse(fields["manifest"] ?? "")).toMatchObject({ default_permissions: READ });
  });
});

describe("what is missing", () => {
  test.each(["comment", "check"])("is asked of the app, accepted by the account, and then there: %s", async (use) => {
    const permission: Record<string, string> = use === "comment" ? { issues: "write" } : { checks: "write" };
    const of = { account: "acme", app: stage.host.apps[0]?.name };
    const { url } = stage.host;
    const app = `${url}/organizations/acme/settings/apps/${slug()}/permissions`;
    expect(await rights(use)).toEqual({ ...of, missing: "app", url: app });
    stage.host.waiting = permission;
    const page = `${url}/organizations/acme/settings/installations/${installed.installation.id}`;
    expect(await rights(use)).toEqual({ ...of, missing: "installation", url: page });
    stage.host.added = permission;
    expect(await rights(use)).toEqual({ ...of, missing: null, url: null });
  });

  test("is nothing where no app reads the source", async () => {
    expect(await rights("check", plainId)).toEqual({ missing: null, app: null, account: null, url: null });
  });

  test("is for those who may change the source; a foreign one is unknown", async () => {
    const { member, stranger } = stage.people;
    expect((await read("check", sourceId, member.token)).status).toBe(403);
    expect((await read("check", sourceId, stranger.token)).status).toBe(404);
    expect((await read("check", "none")).status).toBe(404);
    expect((await read("administration")).status).toBe(400);
  });

  test("is not guessed where the host does not answer, answers something else, or has no such installation", async () => {
    const path = `GET /app/installations/${installed.installation.id}`;
    for (const body of ["<html>", "[]", '{"permissions":["issues"]}', '{"permissions":{"issues":{"write":true}}}']) {
      stage.host.fault = (request) =>
        request === path
          ? (response) => response.writeHead(200, { "content-type": "application/json" }).end(body)
          : undefined;
      expect([body, (await read("comment")).status]).toEqual([body, 409]);
    }
    stage.host.fault = (request) => (request === path ? (response) => response.writeHead(404).end("{}") : undefined);
    const answer = await read("comment");
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain("has uninstalled the app");
  });

  test("leads to no other origin than the app's", async () => {
    stage.host.waiting = { checks: "write" };
    stage.host.fault = (request) =>
      request === `GET /app/installations/${installed.installation.id}`
        ? (response) =>
            response
              .writeHead(200, { "content-type": "application/json" })
              .end(JSON.stringify({ html_url: "https://evil.example/settings", permissions: READ }))
        : undefined;
    expect((await rights("check")).url).toBe(`${stage.host.url}/settings/installations/${installed.installation.id}`);
  });
});

test("the simulated host answers as GitHub's published description has it", async () => {
  const { action, manifest } = await stage.form(await stage.begin());
  const code = stage.host.createApp(action, manifest).searchParams.get("code");
  const made = await fetch(`${stage.host.url}/app-manifests/${code}/conversions`, { method: "POST" });
  const { id, slug: name, pem } = (await made.json()) as { id: number; slug: string; pem: string };
  const { installation } = stage.host.install(`${stage.host.url}/github-apps/${name}/installations/new`);
  const headers = { authorization: `Bearer ${appToken(String(id), pem)}` };
  const describeAnswer = loadGithubDescription();
  for (const [path, described] of [
    ["/app", "/app"],
    [`/app/installations/${installation.id}`, "/app/installations/{installation_id}"],
  ] as const) {
    const answer: unknown = await (await fetch(stage.host.url + path, { headers })).json();
    const validate = describeAnswer(described, 200);
    expect([validate(answer), validate.errors]).toEqual([true, null]);
  }
});
