/** A second factor after the password: codes once, tickets that grant nothing else, and the reset by an Admin. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewApiToken } from "../../../../contract/access/apiTokens.ts";
import { type Endpoint, endpoints } from "../../../../contract/endpoints.ts";
import type { AddedFactor, NewAuthenticatorApp } from "../../../../contract/access/secondFactors.ts";
import { newSocketTicket } from "../../../../server/access/sessions/socketTickets.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import { totpCodeAt } from "../../../../server/access/passwords/totp.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addPeople, listen, PASSWORD, startTestServer, type Answer, type TestServer } from "../../http/testServer.ts";

onOneDatabase("second factors", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    for (const table of ["authenticator_apps", "recovery_codes", "sign_in_tickets", "rate_limits"] as const)
      await server.db.deleteFrom(table).execute();
  });

  const login = (): Promise<Answer> =>
    server.call("POST", "users/login/", { body: { email: people.member.email, password: PASSWORD } });
  const ticketOf = async (): Promise<string> => {
    const { body } = await login();
    expect(body).toEqual({ second_factor: expect.stringMatching(/^[\w-]{43}$/) as string });
    return (body as { second_factor: string }).second_factor;
  };
  const finish = (ticket: string, code: string): Promise<Answer> =>
    server.call("POST", "users/second-factor/", { body: { ticket, code } });
  /** Adds an app. Its first code belongs to the step before, so that the present one is still good. */
  const addApp = async (token = people.member.token): Promise<{ secret: string; codes: string[] }> => {
    const begun = await server.call("POST", "users/me/authenticator-app/begin/", { token });
    const { secret } = begun.body as NewAuthenticatorApp;
    const code = totpCodeAt(secret, new Date(Date.now() - 30_000));
    const added = await server.call("POST", "users/me/authenticator-app/", { token, body: { code } });
    expect(added.status).toBe(201);
    return { secret, codes: (added.body as AddedFactor).recovery_codes ?? [] };
  };

  test("without one the login answers a token alone, as the specification has it", async () => {
    expect((await login()).body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) as string });
  });

  test("a code signs in once, also for parallel requests", async () => {
    const { secret } = await addApp();
    const tickets = [await ticketOf(), await ticketOf(), await ticketOf()];
    const code = totpCodeAt(secret, new Date());
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const { token } = (answers.find(({ status }) => status === 200) as Answer).body as { token: string };
    expect((await server.call("GET", "users/me/", { token })).status).toBe(200);
  });

  test("a recovery code signs in once, also for parallel requests, and its owner gets a mail", async () => {
    const { codes } = await addApp();
    expect(new Set(codes).size).toBe(10);
    const tickets = [await ticketOf(), await ticketOf()];
    const [code = ""] = codes;
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, code.toUpperCase())));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const mails = await server.db
      .selectFrom("outbox")
      .select("kind")
      .where("kind", "=", "secondFactorChanged")
      .execute();
    expect(mails.length).toBeGreaterThanOrEqual(2);
    const stored = await server.db.selectFrom("recovery_codes").selectAll().execute();
    expect(stored).toHaveLength(9);
    expect(JSON.stringify(stored)).not.toContain(codes[1]?.replaceAll("-", ""));
  });

  test("a ticket opens no other call, and expires", async () => {
    const { secret } = await addApp();
    const ticket = await ticketOf();
    expect((await server.call("GET", "users/me/", { token: ticket })).status).toBe(401);
    await server.db
      .updateTable("sign_in_tickets")
      .set({ expires_at: new Date(0) })
      .execute();
    const { status, body } = await finish(ticket, totpCodeAt(secret, new Date()));
    expect([status, body]).toEqual([
      400,
      { non_field_errors: ["This sign-in has expired. Enter your password again."] },
    ]);
  });

  test("a wrong password learns nothing of a second factor, and guesses are limited", async () => {
    const wrong = { body: { email: people.member.email, password: "wrong" } };
    const before = await server.call("POST", "users/login/", wrong);
    await addApp();
    const after = await server.call("POST", "users/login/", wrong);
    expect([after.status, after.body]).toEqual([before.status, before.body]);
    const ticket = await ticketOf();
    for (let n = 0; n < 10; n += 1) expect((await finish(ticket, "000000x")).status).toBe(400);
    expect((await finish(ticket, "000000x")).status).toBe(429);
  });

  test("an Admin resets the factors of a member, whose sessions and sign-ins in progress end", async () => {
    const { secret } = await addApp();
    const ticket = await ticketOf();
    const { companyId, admin, member, stranger } = people;
    const reset = (token: string, userId = member.id): Promise<Answer> =>
      server.call("DELETE", `companies/${companyId}/users/${userId}/second-factors/`, { token });
    expect((await reset(member.token)).status).toBe(403);
    expect((await reset(stranger.token)).status).toBe(404);
    expect((await reset(admin.token, admin.id)).status).toBe(409);
    const read = (token: string) => server.call("GET", `companies/${companyId}/users/`, { token });
    expect((await read(admin.token)).body).toContainEqual(
      expect.objectContaining({ id: member.id, has_second_factor: true }),
    );
    expect(JSON.stringify((await read(member.token)).body)).not.toContain("has_second_factor");
    expect((await reset(admin.token)).status).toBe(204);
    expect((await server.call("GET", "users/me/", { token: member.token })).status).toBe(401);
    expect((await finish(ticket, totpCodeAt(secret, new Date()))).status).toBe(400);
    const { body } = await login();
    people = { ...people, member: { ...member, token: (body as { token: string }).token } };
    expect((await reset(admin.token)).status).toBe(409);
  });

  test("a required factor is set up at the next sign-in, before anything else", async () => {
    const { companyId, admin } = people;
    const policy = (token: string, isRequired: boolean): Promise<Answer> =>
      server.call("PUT", `companies/${companyId}/second-factor-policy/`, { token, body: { is_required: isRequired } });
    expect((await policy(people.member.token, true)).status).toBe(403);
    // An Admin without one would be signed out as well.
    expect((await policy(admin.token, true)).status).toBe(409);
    await addApp(admin.token);
    const made = await server.call("POST", "users/me/api-tokens/", {
      token: people.member.token,
      body: { name: "Script", scope: "read", projects: null, expires_at: new Date(Date.now() + 86_400_000) },
    });
    const { token: secret } = made.body as NewApiToken;
    const byApiToken = async (): Promise<number> =>
      (await fetch(`${server.url}/api/v1/projects/`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect((await policy(admin.token, true)).status).toBe(204);
    expect((await server.call("GET", "users/me/", { token: people.member.token })).status).toBe(401);
    expect((await server.call("GET", "projects/", { token: admin.token })).status).toBe(200);

    expect(await byApiToken()).toBe(200);
    const { token } = (await login()).body as { token: string };
    expect((await server.call("GET", "users/me/", { token })).body).toMatchObject({ lacks_required_factor: true });
    const closed = Object.entries(endpoints as Record<string, Endpoint>).filter(
      ([, { auth, beforeFactor }]) => auth === "user" && beforeFactor !== true,
    );
    expect(closed.length).toBeGreaterThan(150);
    for (const [name, { method, path }] of closed) {
      const { status, body } = await server.call(method, path.replace(":id", companyId).replaceAll(/:\w+/g, "none"), {
        token,
        ...(method !== "GET" && { body: {} }),
      });
      expect([name, status, body]).toEqual([
        name,
        403,
        { detail: "Your company requires a second factor. Set it up first.", code: "second_factor.required" },
      ]);
    }
    // The socket is no call: its events are of projects too.
    const ticket = async (): Promise<string> => (await newSocketTicket(server.db, hashToken(token))).ticket;
    for (const query of [`token=${token}`, `ticket=${await ticket()}`])
      expect([query, await (await listen(server, query)).closed]).toEqual([query, 4401]);
    await addApp(token);
    expect((await server.call("GET", "projects/", { token })).status).toBe(200);
    const open = await listen(server, `ticket=${await ticket()}`);
    await server.db.deleteFrom("authenticator_apps").where("user_id", "=", people.member.id).execute();
    expect(await open.closed).toBe(4401);
    // A token is no sign-in, so that scripts of the user continue.
    expect((await server.call("GET", "projects/", { token })).status).toBe(403);
    expect(await byApiToken()).toBe(200);
    await addApp(token);
    expect((await server.call("GET", "users/me/", { token })).body).not.toHaveProperty("lacks_required_factor");
    expect((await server.call("DELETE", "users/me/authenticator-app/", { token })).status).toBe(409);

    expect((await policy(admin.token, false)).status).toBe(204);
    expect((await server.call("DELETE", "users/me/authenticator-app/", { token })).status).toBe(204);
    people = { ...people, member: { ...people.member, token } };
  });

  test("a new password ends tickets", async () => {
    const { secret } = await addApp();
    const ticket = await ticketOf();
    const passwords = {
      old_password: PASSWORD,
      new_password: "seven green bicycles",
      confirm_password: "seven green bicycles",
    };
    const { token } = people.member;
    expect((await server.call("POST", "users/change-password/", { token, body: passwords })).status).toBe(204);
    expect((await finish(ticket, totpCodeAt(secret, new Date()))).status).toBe(400);
    const back = {
      old_password: passwords.new_password,
      new_password: "correct horse x",
      confirm_password: "correct horse x",
    };
    expect((await server.call("POST", "users/change-password/", { token, body: back })).status).toBe(204);
  });
});
