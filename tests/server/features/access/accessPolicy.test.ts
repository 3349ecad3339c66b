/** What a company demands of sessions and tokens, and how an operator takes it back. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewApiToken } from "../../../../contract/access/apiTokens.ts";
import { isInNetworks, readNetwork } from "../../../../server/access/accessPolicy.ts";
import { createImportToken } from "../../../../server/access/tokens/importTokens.ts";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { newSocketTicket } from "../../../../server/access/sessions/socketTickets.ts";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import type { OperatorContext } from "../../../../server/cli/operator/command.ts";
import { OPERATOR_COMMANDS } from "../../../../server/cli/operator/runCommand.ts";
import { newId } from "../../../../server/db/newId.ts";
import { addPeople, listen, PASSWORD, startTestServer, type TestServer } from "../../http/testServer.ts";
import { addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

describe("a network", () => {
  test.each([
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["203.0.113.7", "203.0.113.7/32"],
    ["2001:DB8::1/32", "2001:db8::/32"],
    ["::1", "::1/128"],
    ["::ffff:10.1.2.3/104", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ])("%s is stored as %s", (text, stored) => expect(readNetwork(text)).toBe(stored));

  test.each([
    "",
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "010.0.0.1/8",
    "0x7f.1/8",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/ 8",
    "fe80::1%eth0/64",
    "::ffff:10.0.0.1/64",
    "example.org",
    "1",
  ])("%s is none", (text) => expect(readNetwork(text)).toBeUndefined());

  test("holds a client by its IPv4 address also where it arrives as a mapped IPv6 one, and no other kind", () => {
    expect(isInNetworks("::ffff:10.1.2.3", ["10.0.0.0/8"])).toBe(true);
    expect(isInNetworks("::ffff:11.1.2.3", ["10.0.0.0/8"])).toBe(false);
    expect(isInNetworks("::a01:203", ["10.0.0.0/8"])).toBe(false);
    expect(isInNetworks("10.1.2.3", ["::/0"])).toBe(false);
    expect(isInNetworks("2001:db8::9", ["10.0.0.0/8", "2001:db8::/32"])).toBe(true);
    // A proxy that is not trusted counts with its own address, whatever it claims for the client.
    expect(isInNetworks("192.0.2.1 for 10.1.2.3", ["10.0.0.0/8"])).toBe(false);
    for (const address of ["", "unknown", "10.1.2.3, 10.0.0.1"])
      expect(isInNetworks(address, ["0.0.0.0/0"])).toBe(false);
  });
});

onOneDatabase("the access policy of a company", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { CLEW_TRUSTED_PROXIES: "127.0.0.1" } });
    people = await addPeople(server.db, { plan: "Enterprise" });
    await addProject(server.db, { companyId: people.companyId, ownerId: people.member.id, slug: "sample" });
  });
  afterAll(() => server.stop());
  const NONE = { session_idle_minutes: null, session_max_hours: null, token_max_days: null, networks: [] as string[] };
  const OFFICE = "198.51.100.20";
  const CAFE = "203.0.113.9";

  /** A custom source's token, and the call that it opens. */
  const newImporter = async () => {
    const { member } = people;
    const body = { kind: "custom", name: newId(), link_template: "https://help.example.org/{id}", holds: ["issue"] };
    const made = await send("POST", "projects/sample/sources/", `Token ${member.token}`, OFFICE, body);
    const { id } = JSON.parse(made.text) as { id: string };
    const project = await server.db.selectFrom("projects").select("id").where("slug", "=", "sample").executeTakeFirst();
    const by = { id: member.id, name: "m", email: member.email, companyId: people.companyId, address: "" };
    const source = { id, project: project?.id ?? "" };
    const { token } = await createImportToken(server.db, source, member, "Import", by);
    return { token, path: `sources/${id}/import/` };
  };
  /** @param from the client's address, as the trusted proxy forwards it */
  const send = async (method: string, path: string, authorization: string, from: string, body?: unknown) => {
    const answer = await fetch(path.startsWith("/") ? server.url + path : `${server.url}/api/v1/${path}`, {
      method,
      headers: {
        ...(authorization !== "" && { authorization }),
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "x-forwarded-for": from,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, code: /"code":"([^"]+)"/.exec(text)?.[1] };
  };
  const path = () => `companies/${people.companyId}/access-policy/`;
  const set = (policy: object, from = OFFICE) =>
    send("PUT", path(), `Token ${people.admin.token}`, from, { ...NONE, ...policy });
  const me = (token: string, from = OFFICE) => send("GET", "users/me/", `Token ${token}`, from);
  beforeEach(async () => {
    await server.db
      .updateTable("companies")
      .set({ session_idle_minutes: null, session_max_hours: null, token_max_days: null, allowed_networks: "" })
      .execute();
  });

  test("is read and set by Admins alone, within its bounds, and is in the audit log", async () => {
    expect((await send("PUT", path(), `Token ${people.member.token}`, OFFICE, NONE)).status).toBe(403);
    expect((await send("PUT", path(), `Token ${people.stranger.token}`, OFFICE, NONE)).status).toBe(404);
    for (const wrong of [
      { session_idle_minutes: 9 },
      { session_max_hours: 0 },
      { token_max_days: 367 },
      { networks: ["10.0.0.0/40"] },
      { networks: Array.from({ length: 101 }, (_, at) => `10.0.${at}.0/24`) },
    ])
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
    const { status, text } = await set({ session_idle_minutes: 30, networks: ["198.51.100.7/24", "198.51.100.0/24"] });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        ...NONE,
        session_idle_minutes: 30,
        networks: ["198.51.100.0/24"],
        oauth_clients: true,
        your_address: OFFICE,
      },
    ]);
    const [event] = await server.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("action", "=", "company.access_changed")
      .execute();
    expect(event?.after).toEqual({
      ...NONE,
      session_idle_minutes: 30,
      networks: ["198.51.100.0/24"],
      oauth_clients: true,
    });
  });

  test("turns OAuth clients off, and a program that does not know of them leaves them as they are", async () => {
    const isOn = async (answer: Promise<{ text: string }>) =>
      (JSON.parse((await answer).text) as { oauth_clients: boolean }).oauth_clients;
    expect(await isOn(set({ oauth_clients: false }))).toBe(false);
    expect(await isOn(set({ session_idle_minutes: 30 }))).toBe(false);
    expect(await isOn(set({ oauth_clients: true }))).toBe(true);
  });

  test("refuses networks that lock out the Admin who sets them, and a proxy that the operator has not named", async () => {
    const refused = await set({ networks: ["10.0.0.0/8"] });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("lock yourself out")]);
    const untrusted = await startTestServer(engine);
    const others = await addPeople(untrusted.db);
    const answer = await fetch(`${untrusted.url}/api/v1/companies/${others.companyId}/access-policy/`, {
      method: "PUT",
      headers: {
        authorization: `Token ${others.admin.token}`,
        "content-type": "application/json",
        "x-forwarded-for": "10.1.2.3",
      },
      body: JSON.stringify({ ...NONE, networks: ["10.0.0.0/8", "127.0.0.0/8"] }),
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("CLEW_TRUSTED_PROXIES")]);
    // Without the header the address is the client's own; the header of a client then changes nothing.
    const direct = (networks: string[]) =>
      untrusted.call("PUT", `companies/${others.companyId}/access-policy/`, {
        token: others.admin.token,
        body: { ...NONE, networks },
      });
    expect((await direct(["127.0.0.0/8"])).status).toBe(200);
    await untrusted.db.updateTable("companies").set({ allowed_networks: "10.0.0.0/8" }).execute();
    const spoofed = await fetch(`${untrusted.url}/api/v1/users/me/`, {
      headers: { authorization: `Token ${others.admin.token}`, "x-forwarded-for": "10.1.2.3" },
    });
    expect(spoofed.status).toBe(401);
    await untrusted.stop();
  });

  test("networks hold at once for sessions, sign-ins, tokens of each kind, MCP and sockets", async () => {
    const { db } = server;
    const { member } = people;
    const personal = await send("POST", "users/me/api-tokens/", `Token ${member.token}`, OFFICE, {
      name: "Script",
      scope: "read",
      projects: null,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const { token } = JSON.parse(personal.text) as NewApiToken;
    const agent = (await createMcpToken(db, member.id, { name: "Agent", projects: ["sample"], expires_at: null }))
      .token;
    const signIn = (from: string) =>
      send("POST", "users/login/", "", from, { email: member.email, password: PASSWORD });
    const importer = await newImporter();
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const all = async (from: string) => [
      (await me(member.token, from)).status,
      (await signIn(from)).status,
      (await send("GET", "projects/sample/", `Bearer ${token}`, from)).status,
      (await send("GET", "projects/sample/", `Bearer ${agent}`, from)).status,
      (await send("POST", "/mcp", `Bearer ${agent}`, from, rpc)).status,
      (await send("GET", importer.path, `Bearer ${importer.token}`, from)).status,
    ];
    expect(await all(CAFE)).toEqual([200, 200, 200, 200, 200, 200]);
    // The socket comes from the loopback interface.
    const { ticket } = await newSocketTicket(db, hashToken(member.token));
    const open = await listen(server, `ticket=${ticket}`);
    expect((await set({ networks: ["198.51.100.0/24"] })).status).toBe(200);
    expect(await open.closed).toBe(4401);
    expect(await all(CAFE)).toEqual([401, 400, 403, 403, 401, 403]);
    expect(await all(OFFICE)).toEqual([200, 200, 200, 200, 200, 200]);
    // What is no address is in no network.
    for (const from of ["unknown", "", `${OFFICE}/24`, "198.51.100", "::ffff:203.0.113.9"])
      expect([from, (await me(member.token, from)).status]).toEqual([from, 401]);
    const byToken = await listen(server, `token=${member.token}`);
    const byTicket = await listen(server, `ticket=${(await newSocketTicket(db, hashToken(member.token))).ticket}`);
    expect(await Promise.all([byToken.closed, byTicket.closed])).toEqual([4401, 4401]);
    const why = await me(member.token, CAFE);
    expect([why.code, why.text]).toEqual(["access.network", expect.stringContaining(CAFE)]);
    // What a client writes before the entry of the trusted proxy counts for nothing.
    expect((await me(member.token, `${OFFICE}, ${CAFE}`)).status).toBe(401);
    expect((await me(member.token, `::ffff:${OFFICE}`)).status).toBe(200);
    // Users of other companies are not concerned.
    expect((await me(people.stranger.token, CAFE)).status).toBe(200);
  });

  test("sessions end when they are idle for too long or too old, those that run already too, and the answer has the reason", async () => {
    const { db } = server;
    const { member } = people;
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const begun = async (minutes: number, usedAgo: number) => {
      const token = await startSession(db, member.id, ago(minutes));
      await db
        .updateTable("sessions")
        .set({ last_used_at: ago(usedAgo) })
        .where("token_hash", "=", hashToken(token))
        .execute();
      return token;
    };
    const [fresh, idle, old] = [await begun(50, 1), await begun(50, 40), await begun(300, 1)];
    for (const token of [fresh, idle, old]) expect((await me(token)).status).toBe(200);
    await db
      .updateTable("sessions")
      .set({ last_used_at: ago(40) })
      .where("token_hash", "=", hashToken(idle))
      .execute();
    expect((await set({ session_idle_minutes: 30, session_max_hours: 4 })).status).toBe(200);
    expect((await me(fresh)).status).toBe(200);
    expect(await me(idle)).toMatchObject({ status: 401, code: "access.idle" });
    expect(await me(old)).toMatchObject({ status: 401, code: "access.absolute" });
    expect((await me(old)).text).toContain("Your company ends sessions 4 hours after the sign-in. Sign in again.");
    // A new session has the limits from its start, and its use does not extend it beyond them.
    const later = await startSession(db, member.id, ago(45));
    expect(await me(later)).toMatchObject({ status: 401, code: "access.idle" });
    const ends = await db
      .selectFrom("sessions")
      .select(["created_at", "expires_at"])
      .where("token_hash", "=", hashToken(fresh))
      .executeTakeFirstOrThrow();
    expect(ends.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
  });

  test("tokens of each kind that are older than it allows stop", async () => {
    const { db } = server;
    const { member } = people;
    const agent = (await createMcpToken(db, member.id, { name: "Old", projects: ["sample"], expires_at: null })).token;
    const personal = await send("POST", "users/me/api-tokens/", `Token ${member.token}`, OFFICE, {
      name: "Old",
      scope: "read",
      projects: null,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const { token } = JSON.parse(personal.text) as NewApiToken;
    const importer = await newImporter();
    await sql`update import_tokens set created_at = now() - interval '31 days'`.execute(db);
    await sql`update mcp_tokens set created_at = now() - interval '31 days'`.execute(db);
    await sql`update api_tokens set created_at = now() - interval '31 days'`.execute(db);
    const codes = async () => [
      (await send("GET", "projects/sample/", `Bearer ${agent}`, OFFICE)).code,
      (await send("GET", "projects/sample/", `Bearer ${token}`, OFFICE)).code,
      (await send("GET", importer.path, `Bearer ${importer.token}`, OFFICE)).code,
    ];
    expect(await codes()).toEqual([undefined, undefined, undefined]);
    expect((await set({ token_max_days: 30 })).status).toBe(200);
    expect(await codes()).toEqual(["access.token_age", "access.token_age", "access.token_age"]);
  });

  test("an operator removes it when it locks everyone out", async () => {
    const { db } = server;
    await db
      .updateTable("companies")
      .set({ allowed_networks: "10.0.0.0/8" })
      .where("id", "=", people.companyId)
      .execute();
    expect((await me(people.admin.token)).status).toBe(401);
    const command = OPERATOR_COMMANDS.get("access clear");
    if (!command) throw new Error("There is no such command.");
    const rows = await command.run({ db } as OperatorContext, { company: people.companyId });
    expect(rows).toMatchObject([{ networks: "any", session_idle_minutes: "none" }]);
    expect((await me(people.admin.token)).status).toBe(200);
    const [last] = await db.selectFrom("audit_log").selectAll().orderBy("id", "desc").limit(1).execute();
    expect([last?.action, last?.actor_name]).toEqual(["company.access_changed", "Operator"]);
  });
});
