/** A GitHub App of a company: it is registered by a manifest, installed, and its key is never shown. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HostApp } from "../../../../contract/integrations/apps.ts";
import { addPeople, startTestServer } from "../../http/testServer.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "./appStage.ts";

let stage: AppStage;
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE);
});
afterAll(() => stage.stop());

const call = (method: string, path: string, token = stage.people.admin.token) =>
  stage.server.call(method, path, { token });
const at = (path = "") => `companies/${stage.people.companyId}/apps/${path}`;
const listApps = async () => (await call("GET", at())).body as HostApp[];
const audited = async (action: string) =>
  (
    await stage.server.db.selectFrom("audit_log").select(["actor_name", "after"]).where("action", "=", action).execute()
  ).at(-1);

describe("the registration", () => {
  test("asks for the least rights, comes back, and stores sealed secrets that no answer has", async () => {
    const begun = await stage.begin();
    const { action, manifest, policy } = await stage.form(begun);
    expect(action).toMatch(new RegExp(`^${stage.host.url}/organizations/acme/settings/apps/new\\?state=`));
    expect(policy).toContain(`form-action ${stage.host.url}`);
    expect(manifest).toMatchObject({
      public: false,
      default_permissions: { contents: "read", issues: "read", metadata: "read", pull_requests: "read" },
      default_events: ["push", "issues", "issue_comment", "pull_request", "pull_request_review"],
    });
    expect(manifest.name.length).toBeLessThanOrEqual(34);
    const back = stage.host.createApp(action, manifest);
    expect(await stage.open(back, begun.cookie)).toBe("/settings/apps?outcome=registered");
    const [app] = await listApps();
    expect(app).toMatchObject({ owner: "acme", origin: stage.host.url, has_webhook: true, installations: [] });
    expect(app?.settings_url).toBe(`${stage.host.url}/organizations/acme/settings/apps/${stage.host.apps[0]?.slug}`);
    expect(JSON.stringify(app)).not.toContain("PRIVATE KEY");
    const secrets = await stage.server.db.selectFrom("secrets").select("cipher").execute();
    expect(secrets).toHaveLength(2);
    for (const { cipher } of secrets) expect(Buffer.from(cipher).includes("PRIVATE KEY")).toBe(false);
    expect(stage.server.log.join("")).not.toContain(back.searchParams.get("code"));
    expect(await audited("app.registered")).toMatchObject({ after: { owner: "acme" } });
    // The same return a second time.
    expect(await stage.open(back, begun.cookie)).toBe("/settings/apps?outcome=expired");
    expect(await listApps()).toHaveLength(1);
  });

  test("is for Admins, who begin it in the browser that comes back, and are Admins still", async () => {
    const { member, stranger } = stage.people;
    const body = { provider: "github", url: stage.host.url };
    expect((await stage.server.call("POST", at(), { token: member.token, body })).status).toBe(403);
    expect((await stage.server.call("POST", at(), { token: stranger.token, body })).status).toBe(404);
    const begun = await stage.begin();
    const { action, manifest } = await stage.form(begun);
    const back = stage.host.createApp(action, manifest);
    // A link that another person prepared has another browser's state.
    expect(await stage.open(back, "clew_app=guess")).toContain("outcome=expired");
    const again = await stage.begin();
    const form = await stage.form(again);
    const later = stage.host.createApp(form.action, form.manifest);
    await stage.server.db
      .updateTable("users")
      .set({ company_role: "Member" })
      .where("id", "=", stage.people.admin.id)
      .execute();
    expect(await stage.open(later, again.cookie)).toContain("outcome=expired");
    await stage.server.db
      .updateTable("users")
      .set({ company_role: "Admin" })
      .where("id", "=", stage.people.admin.id)
      .execute();
    expect(await listApps()).toHaveLength(1);
  });

  test("refuses a key that cannot sign, a huge answer, and a code that is none", async () => {
    const elliptic = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const faults = [
      { pem: "no key" },
      { pem: elliptic.privateKey },
      { whole: JSON.stringify({ pem: "x".repeat(20 << 20) }) },
      { whole: "<html>" },
    ];
    for (const conversion of faults) {
      stage.host.conversion = conversion;
      const begun = await stage.begin();
      const { action, manifest } = await stage.form(begun);
      expect(await stage.open(stage.host.createApp(action, manifest), begun.cookie)).toContain("outcome=failed");
    }
    stage.host.conversion = undefined;
    const begun = await stage.begin();
    const { action, manifest } = await stage.form(begun);
    const back = stage.host.createApp(action, manifest);
    back.searchParams.set("code", "../../app/installations");
    expect(await stage.open(back, begun.cookie)).toContain("outcome=failed");
    expect(await listApps()).toHaveLength(1);
  });

  test("does not reach addresses of the network of the server that the operator has not named", async () => {
    const strict = await startTestServer(ONE_ENGINE);
    try {
      const { companyId, admin } = await addPeople(strict.db);
      for (const url of [
        "http://169.254.169.254",
        "https://127.0.0.1:1",
        "https://10.0.0.1",
        "ftp://github.example.org",
        "https://github.example.org/api",
      ]) {
        const body = { provider: "github", url };
        const answer = await strict.call("POST", `companies/${companyId}/apps/`, { token: admin.token, body });
        expect([url, answer.status, answer.body]).toEqual([url, 400, { url: [expect.any(String)] }]);
      }
    } finally {
      await strict.stop();
    }
  });
});

describe("an installation", () => {
  test("counts when GitHub, asked as the app, has it; another app's number in the return is refused", async () => {
    const [app] = await listApps();
    const { installation } = await stage.install(app?.id ?? "");
    expect((await listApps())[0]?.installations).toMatchObject([{ account: "acme", state: "active", sources: 0 }]);
    expect(await audited("app.installed")).toMatchObject({ actor_name: "admin" });
    // Another company has an app and an installation of its own at the same host.
    const { stranger, otherCompanyId } = stage.people;
    const foreign = await stage.register({ token: stranger.token, companyId: otherCompanyId });
    const path = `companies/${otherCompanyId}/apps/${foreign}/install/`;
    const begun = await stage.server.call("POST", path, { token: stranger.token });
    const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { back } = stage.host.install((begun.body as { url: string }).url);
    back.searchParams.set("installation_id", String(installation.id));
    expect(await stage.open(back, cookie)).toBe("/settings/apps?outcome=foreign");
    const rows = await stage.server.db
      .selectFrom("app_installations")
      .select("app_id")
      .where("host_id", "=", String(installation.id))
      .execute();
    expect(rows).toEqual([{ app_id: app?.id }]);
    // No caller reaches the app of another company.
    expect((await call("POST", `companies/${otherCompanyId}/apps/${app?.id}/refresh/`, stranger.token)).status).toBe(
      404,
    );
    expect((await call("DELETE", `companies/${otherCompanyId}/apps/${app?.id}/`, stranger.token)).status).toBe(404);
  });

  test("returns to the form in which it was begun, once it is installed, and to no other address", async () => {
    const [app] = await listApps();
    const begin = (from: string) => call("POST", `${at(`${app?.id}/install/`)}?from=${encodeURIComponent(from)}`);
    const from = "/projects/atlas-2/sources?add=repository";
    const finish = async (change: (back: URL) => void) => {
      const begun = await begin(from);
      const { back, installation } = stage.host.install((begun.body as { url: string }).url);
      change(back);
      const shown = await stage.open(back, begun.headers.get("set-cookie")?.split(";")[0] ?? "");
      stage.host.uninstall(installation);
      return shown;
    };
    expect(await finish(() => undefined)).toBe(from);
    expect(await finish((back) => back.searchParams.set("from", "//attacker.example"))).toBe(from);
    expect(await finish((back) => back.searchParams.set("installation_id", "4711"))).toBe(
      "/settings/apps?outcome=foreign",
    );
    expect(await finish((back) => back.searchParams.set("setup_action", "request"))).toBe(
      "/settings/apps?outcome=requested",
    );
    for (const address of ["//attacker.example", "https://attacker.example/", "/wizard", `${from}\nx`, `${from}&x=1`])
      expect([address, (await begin(address)).status]).toEqual([address, 400]);
    expect((await begin("/wizard?step=trackers")).status).toBe(200);
    await call("POST", at(`${app?.id}/refresh/`));
  });

  test("is read again on request: suspended and removed ones are shown", async () => {
    const [app] = await listApps();
    const [known] = stage.host.apps[0]?.installations ?? [];
    if (!known) throw new Error("There is no installation.");
    known.suspendedAt = "2026-11-01T00:00:00Z";
    const refresh = async () => (await call("POST", at(`${app?.id}/refresh/`))).body as HostApp;
    expect((await refresh()).installations).toMatchObject([{ state: "suspended" }]);
    known.suspendedAt = null;
    expect((await refresh()).installations).toMatchObject([{ state: "active" }]);
    // What cannot be read is no removal.
    for (const listed of [[{ id: known.id, account: ["acme"] }], [null], { message: "Try again later" }]) {
      stage.host.listed = listed;
      expect(await call("POST", at(`${app?.id}/refresh/`))).toMatchObject({ status: 409 });
      expect(await listApps()).toMatchObject([{ installations: [{ state: "active" }] }]);
    }
    stage.host.listed = undefined;
    stage.host.uninstall(known);
    expect((await refresh()).installations).toEqual([]);
    expect(await audited("app.uninstalled")).toBeDefined();
  });
});

test("an app is removed with its key, without a call to GitHub", async () => {
  const [app] = await listApps();
  const before = (await stage.server.db.selectFrom("secrets").select("id").execute()).length;
  expect((await call("DELETE", at(`${app?.id}/`))).status).toBe(204);
  expect(await listApps()).toEqual([]);
  expect(await stage.server.db.selectFrom("secrets").select("id").execute()).toHaveLength(before - 2);
  expect((await call("DELETE", at(`${app?.id}/`))).status).toBe(404);
  expect(await audited("app.removed")).toBeDefined();
});
