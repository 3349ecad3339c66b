/** Personal API tokens: what they open, what they never open, and when they end. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiToken, NewApiToken } from "../../../../contract/access/apiTokens.ts";
import { type Endpoint, type EndpointName, endpoints } from "../../../../contract/endpoints.ts";
import { warnOfEndingTokens } from "../../../../server/access/tokens/apiTokens.ts";
import { createImportToken } from "../../../../server/access/tokens/importTokens.ts";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { hashToken, isCheckedToken, newCheckedToken } from "../../../../server/access/tokens/tokens.ts";
import { createMail } from "../../../../server/mail/Mail.ts";
import { addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addPeople, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];

describe("the column scope of the endpoint table", () => {
  test("is empty for all that grants access, asks for the password or is about an account, a company or a credential", () => {
    const never =
      /^(?:users\/(?!me\/$|dashboard\/$|me\/api-tokens\/current\/$)|companies\/|invitations\/|import-tokens\/|outgoing-webhooks\/|webhook-deliveries\/)|\/(?:webhook|import-tokens|access|restricted|writing)\/$/;
    const opened = rows.filter(([, { scope }]) => scope !== undefined);
    expect(opened.length).toBeGreaterThan(80);
    for (const [name, { confirm, auth, path, method }] of opened) {
      expect([name, confirm, auth]).toEqual([name, false, "user"]);
      expect([name, never.test(path)]).toEqual([name, false]);
      expect([name, path.endsWith("/users/") && method !== "GET"]).toEqual([name, false]);
    }
  });

  test("is read for calls that change nothing, and for no other", () => {
    const sent = rows.filter(([, { scope, method }]) => scope === "read" && method !== "GET");
    expect(sent.map(([name]) => name)).toEqual(["localizeText"]);
  });
});

test("a token has a checksum, and a scanner finds it by one pattern", () => {
  const token = newCheckedToken("clew_pat_");
  expect(token).toMatch(/^clew_pat_[0-9A-Za-z]{49}$/);
  expect(isCheckedToken(token, "clew_pat_")).toBe(true);
  for (let at = "clew_pat_".length; at < token.length; at++) {
    const other = token[at] === "a" ? "b" : "a";
    expect([at, isCheckedToken(token.slice(0, at) + other + token.slice(at + 1), "clew_pat_")]).toEqual([at, false]);
  }
  // Computed apart from the server: CRC-32 of the 43 characters, in base 62.
  expect(isCheckedToken(`clew_pat_${"0".repeat(43)}2CZclj`, "clew_pat_")).toBe(true);
});

onOneDatabase("a personal API token", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine, {
      environment: { CLEW_MCP_RATE: "10000", CLEW_TRUSTED_PROXIES: "127.0.0.1" },
    });
    people = await addPeople(server.db, { plan: "Enterprise" });
    const { companyId, otherCompanyId, member, stranger } = people;
    await addProject(server.db, { companyId, ownerId: member.id, slug: "sample" });
    await addProject(server.db, { companyId, ownerId: member.id, slug: "other" });
    await addProject(server.db, { companyId: otherCompanyId, ownerId: stranger.id, slug: "secret" });
  });
  afterAll(() => server.stop());

  const ask = async (secret: string, path: string, method = "GET", body?: unknown, headers = {}) => {
    const answer = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    });
    const text = await answer.text();
    return { status: answer.status, code: /"code":"([^"]+)"/.exec(text)?.[1], text };
  };
  const make = async (body: object = {}, user: SignedInUser = people.member) => {
    const given = { name: "Script", scope: "write", projects: null, expires_at: inDays(30), ...body };
    return server.call("POST", "users/me/api-tokens/", { token: user.token, body: given });
  };
  const made = async (body: object = {}, user?: SignedInUser) => (await make(body, user)).body as NewApiToken;
  /** The code of an answer that refuses the token itself. */
  const refusalOf = ({ status, code }: { status: number; code: string | undefined }) =>
    status === 403 && code?.startsWith("api_token.") ? code : null;
  const pathOf = (path: string, slug = "sample") => path.replace(":id", slug).replaceAll(/:\w+/g, "none");

  test("is shown once, stored as a hash, listed with its last use, and its owner gets a mail", async () => {
    const { id, token, preview } = await made({ name: "Nightly" });
    expect(preview).toBe(`${token.slice(0, 13)}…`);
    const stored = await server.db.selectFrom("api_tokens").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(stored.token_hash).toBe(hashToken(token));
    expect(JSON.stringify(stored)).not.toContain(token);
    const agent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36";
    const used = await ask(token, "projects/", "GET", undefined, {
      "user-agent": agent,
      "x-forwarded-for": "203.0.113.9",
    });
    expect(used.status).toBe(200);
    const listed = await server.call("GET", "users/me/api-tokens/", { token: people.member.token });
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect((listed.body as ApiToken[])[0]).toMatchObject({
      name: "Nightly",
      last_used_at: expect.any(String) as string,
      last_address: "203.0.113.0/24",
      last_client: agent,
    });
    const mails = await server.db.selectFrom("outbox").selectAll().where("kind", "=", "tokenCreated").execute();
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toContainEqual([
      people.member.email,
      "A Clew API token was created: Nightly",
    ]);
    const audit = await server.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute();
    expect(audit.map(({ action, after }) => [action, after])).toEqual([
      ["api_token.created", { scope: "write", projects: "all", expires_at: expect.any(String) as string }],
    ]);
  });

  test("has an end, at most a year away and no later than its company allows", async () => {
    expect((await make({ expires_at: null })).status).toBe(400);
    expect((await make({ expires_at: inDays(-1) })).body).toMatchObject({ expires_at: expect.any(Array) as string[] });
    expect((await make({ expires_at: inDays(367) })).body).toEqual({ expires_at: ["Choose an end within 366 days."] });
    const limit = (days: number | null) =>
      server.db.updateTable("companies").set({ token_max_days: days }).where("id", "=", people.companyId).execute();
    await limit(7);
    const options = await server.call("GET", "users/me/api-tokens/options/", { token: people.member.token });
    expect(options.body).toMatchObject({ max_days: 7, projects: [{ slug: "other" }, { slug: "sample" }] });
    expect((await make({ expires_at: inDays(8) })).status).toBe(400);
    expect((await make({ expires_at: inDays(6) })).status).toBe(201);
    await limit(null);
  });

  test("makes the calls of its scope and no other, over the whole endpoint table", async () => {
    const read = (await made({ scope: "read" })).token;
    const write = (await made({ scope: "write" })).token;
    const kinds = { never: 0, read: 0, write: 0 };
    for (const [name, { method, path, scope, auth }] of rows) {
      if (auth === "none") continue;
      kinds[scope ?? "never"] += 1;
      const byRead = await ask(read, pathOf(path), method);
      const byWrite = await ask(write, pathOf(path), method);
      const refused = { never: "api_token.never", write: "api_token.scope", read: null }[scope ?? "never"];
      expect([name, byRead.status === 401, refusalOf(byRead)]).toEqual([name, false, refused]);
      expect([name, byWrite.status === 401, refusalOf(byWrite)]).toEqual([
        name,
        false,
        scope === undefined ? "api_token.never" : null,
      ]);
    }
    expect(Object.values(kinds).every((count) => count > 20)).toBe(true);
    // Sent as a session's token, or to the socket, it is nothing.
    expect((await server.call("GET", "projects/", { token: write })).status).toBe(401);
  });

  test("acts as its owner: it opens no project and no right that its owner lacks", async () => {
    const { token } = await made({}, people.stranger);
    expect((await ask(token, "projects/sample/")).status).toBe(404);
    expect((await ask(token, "projects/secret/")).status).toBe(200);
    const viewer = people.admin;
    const sample = await server.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "other")
      .executeTakeFirstOrThrow();
    await addMember(server.db, sample.id, viewer.id, "Viewer");
    const weak = (await made({}, viewer)).token;
    expect((await ask(weak, "projects/other/")).status).toBe(200);
    expect((await ask(weak, "projects/other/sync/", "POST")).status).toBe(403);
  });

  test("that is limited to a project opens no other, and no call that may answer from others", async () => {
    expect((await make({ projects: ["secret"] })).body).toMatchObject({ projects: expect.any(Array) as string[] });
    expect((await make({ projects: [] })).status).toBe(400);
    const { token } = await made({ projects: ["sample"] });
    expect((await ask(token, "projects/sample/")).status).toBe(200);
    expect((await ask(token, "notices/?project=sample")).status).toBe(200);
    expect(JSON.parse((await ask(token, "users/me/api-tokens/current/")).text)).toMatchObject({
      scope: "write",
      projects: [{ slug: "sample", name: "sample" }],
    });
    for (const path of ["projects/other/", "projects/nowhere/", "projects/secret/issues/", "code/other/refs/"])
      expect([path, (await ask(token, path)).code]).toEqual([path, "token.project_not_allowed"]);
    for (const query of ["", "?project=other", "?project=sample&project=other", "?project=", "?project[]=sample"])
      expect([query, (await ask(token, `insights/options/${query}`)).status]).toEqual([query, 404]);
    for (const path of ["projects/", "search/?q=a&project=sample", "go-to/?q=a", "users/me/", "users/dashboard/"])
      expect([path, (await ask(token, path)).code]).toEqual([path, "api_token.limited"]);
    let limited = 0;
    for (const [name, { method, path, scope }] of rows) {
      if (scope === undefined || name === "currentApiToken") continue;
      const { status, code } = await ask(token, `${pathOf(path, "other")}?project=other`, method);
      expect([name, status, code]).toEqual(
        code === "api_token.limited" ? [name, 403, code] : [name, 404, "token.project_not_allowed"],
      );
      limited += Number(code === "api_token.limited");
    }
    expect(limited).toBeGreaterThan(20);
  });

  test("mistyped, wrong, expired and revoked: each has its words", async () => {
    const { id, token } = await made();
    expect((await ask(`${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`, "projects/")).code).toBe(
      "api_token.mistyped",
    );
    expect((await ask(`${token}x`, "projects/")).code).toBe("api_token.mistyped");
    expect((await ask(newCheckedToken("clew_pat_"), "projects/")).code).toBe("api_token.wrong");
    await server.db
      .updateTable("api_tokens")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute();
    expect(await ask(token, "projects/")).toMatchObject({ status: 401, code: "api_token.expired" });
    const other = await made();
    const revoke = (user: SignedInUser) =>
      server.call("DELETE", `users/me/api-tokens/${other.id}/`, { token: user.token });
    expect((await revoke(people.stranger)).status).toBe(404);
    expect((await ask(other.token, "projects/")).status).toBe(200);
    expect((await revoke(people.member)).status).toBe(204);
    expect(await ask(other.token, "projects/")).toMatchObject({ status: 401, code: "api_token.wrong" });
  });

  test("gets a new secret, after which the old one is nothing; only for its owner", async () => {
    const { id, token } = await made({ projects: ["sample"], scope: "read" });
    const rotate = (user: SignedInUser) =>
      server.call("POST", `users/me/api-tokens/${id}/rotate/`, { token: user.token });
    expect((await rotate(people.stranger)).status).toBe(404);
    const rotated = (await rotate(people.member)).body as NewApiToken;
    expect((await ask(token, "projects/sample/")).status).toBe(401);
    expect((await ask(rotated.token, "projects/sample/")).status).toBe(200);
    expect(rotated).toMatchObject({ id, scope: "read", projects: ["sample"] });
  });

  test("is refused from the moment that it is revoked, also while it is used", async () => {
    const { id, token } = await made();
    const uses = Array.from({ length: 20 }, () => ask(token, "projects/"));
    const gone = server.call("DELETE", `users/me/api-tokens/${id}/`, { token: people.member.token });
    for (const { status } of await Promise.all(uses)) expect([200, 401]).toContain(status);
    expect((await gone).status).toBe(204);
    const later = await Promise.all(Array.from({ length: 10 }, () => ask(token, "projects/")));
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 401));
  });

  test("its owner gets one mail within the last week", async () => {
    await server.db.deleteFrom("api_tokens").execute();
    const [soon, far] = [
      await made({ name: "Soon", expires_at: inDays(6) }),
      await made({ name: "Far", expires_at: inDays(9) }),
    ];
    const seal = createSeal(Buffer.alloc(32, 1), "mail");
    const mail = createMail({ isSent: false, seal, publicUrl: () => "https://clew.example" });
    const { db } = server;
    const subjects = async () =>
      (await db.selectFrom("outbox").select("subject").where("kind", "=", "tokenExpiring").execute()).map(
        ({ subject }) => subject,
      );
    await Promise.all([warnOfEndingTokens({ db, mail }), warnOfEndingTokens({ db, mail })]);
    await warnOfEndingTokens({ db, mail });
    expect(await subjects()).toEqual(["Your Clew API token ends soon: Soon"]);
    await warnOfEndingTokens({ db, mail }, new Date(Date.now() + 3 * DAY));
    expect(await subjects()).toHaveLength(2);
    expect([soon.name, far.name]).toEqual(["Soon", "Far"]);
  });

  test("leaves with its owner: each kind of token stops when the company requires single sign-on and its owner has not used it", async () => {
    const { db } = server;
    const { member, companyId } = people;
    const personal = (await made()).token;
    const agent = (await createMcpToken(db, member.id, { name: "Agent", projects: ["sample"], expires_at: null }))
      .token;
    const project = await db.selectFrom("projects").select("id").where("slug", "=", "sample").executeTakeFirstOrThrow();
    const source = await server.call("POST", "projects/sample/sources/", {
      token: member.token,
      body: { kind: "custom", name: "Desk", link_template: "https://help.example.org/{id}", holds: ["issue"] },
    });
    expect(source.status).toBe(201);
    const { id: sourceId } = source.body as { id: string };
    const by = { id: member.id, name: "m", email: member.email, companyId, address: "" };
    const importer = (await createImportToken(db, { id: sourceId, project: project.id }, member, "Import", by)).token;
    const statuses = async () => [
      (await ask(personal, "projects/sample/")).status,
      (await ask(agent, "projects/sample/")).status,
      (await ask(importer, `sources/${sourceId}/import/`)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    const company = db.updateTable("companies").where("id", "=", companyId);
    await company.set({ sso_required: true }).execute();
    expect(await statuses()).toEqual([401, 401, 401]);
    await db
      .insertInto("sso_providers")
      .values({
        id: "idp",
        company_id: companyId,
        label: "Login",
        issuer: "https://login.example.org",
        client_id: "clew",
        secret_id: null,
        scopes: "openid",
        trusts_addresses: false,
        is_enabled: true,
      })
      .execute();
    await db.insertInto("sso_accounts").values({ provider_id: "idp", subject: "m", user_id: member.id }).execute();
    expect(await statuses()).toEqual([200, 200, 200]);
    // The provider is turned off: there is no way to sign in.
    await db.updateTable("sso_providers").set({ is_enabled: false }).execute();
    expect(await statuses()).toEqual([401, 401, 401]);
    await company.set({ sso_required: false }).execute();
    expect(await statuses()).toEqual([200, 200, 200]);
    const removed = await server.call("DELETE", `companies/${companyId}/users/${member.id}/`, {
      token: people.admin.token,
    });
    expect(removed.status).toBe(204);
    expect((await ask(personal, "projects/")).status).toBe(401);
    expect(await db.selectFrom("api_tokens").select("id").where("user_id", "=", member.id).execute()).toEqual([]);
    expect((await statuses()).slice(0, 2)).toEqual([401, 401]);
    expect((await statuses())[2]).not.toBe(200);
  });
});
