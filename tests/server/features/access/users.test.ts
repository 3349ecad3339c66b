import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import { addMember, addProject, addSource } from "../../rows.ts";
import { onEachDatabase } from "../../testDb.ts";
import { addPeople, PASSWORD, signedIn, startTestServer, type TestServer } from "../../http/testServer.ts";

onEachDatabase("users", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db, {
      plan: "Standard",
      status: "trial",
      trialEndsAt: new Date(Date.now() + 3.5 * 86_400_000),
    });
  });
  afterAll(() => server.stop());

  const login = (body: unknown) => server.call("POST", "users/login/", { body });

  describe("signing in", () => {
    test("gives a token, with the address in any case and with spaces around", async () => {
      const { status, body } = await login({ email: " Admin@Example.ORG ", password: PASSWORD });
      expect(status).toBe(200);
      const { token } = body as { token: string };
      expect((await server.call("GET", "users/me/", { token })).status).toBe(200);
    });

    test("gives the same answer for a wrong password and an unknown address", async () => {
      const wrong = await login({ email: "admin@example.org", password: "wrong" });
      const unknown = await login({ email: "nobody@example.org", password: "wrong" });
      expect(wrong.status).toBe(400);
      expect(wrong.body).toEqual({ non_field_errors: ["The email or the password is not right."] });
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    });

    test.each([
      [{}, { email: ["This field is required"], password: ["This field is required"] }],
      [{ email: "x", password: "y" }, { email: ["Please enter a valid email"] }],
      [
        { email: 1, password: ["y"] },
        { email: ["Invalid format"], password: ["Invalid format"] },
      ],
      [
        { email: null, password: "" },
        { email: ["This field is required"], password: ["This field is required"] },
      ],
      [{ email: "a@b.cd", password: "p".repeat(10_000) }, { password: ["Must be at most 256 characters"] }],
      [[], { non_field_errors: ["Invalid format"] }],
    ])("refuses %j field by field", async (body, fields) => {
      const answer = await login(body);
      expect([answer.status, answer.body]).toEqual([400, fields]);
    });

    test("refuses what is no JSON, tricks on prototypes, and too much of it", async () => {
      const raw = (text: string) => server.call("POST", "users/login/", { raw: text });
      expect((await raw('{"email":')).status).toBe(400);
      expect((await raw('{"__proto__": {"email": "a@b.cd"}, "email": "a@b.cd", "password": "x"}')).status).toBe(400);
      expect(await raw(JSON.stringify({ email: "a@b.cd", password: "x".repeat(2_000_000) }))).toMatchObject({
        status: 413,
        body: { detail: "The request is too large.", code: "request.too_large" },
      });
      const form = await fetch(`${server.url}/api/v1/users/login/`, {
        method: "POST",
        body: "email=a",
        headers: { "content-type": "text/plain" },
      });
      expect(form.status).toBe(415);
    });

    test("is closed after ten failures, and reports for how long", async () => {
      const { companyId } = people;
      await signedIn(server.db, { companyId, email: "target@example.org" });
      for (let n = 0; n < 10; n += 1) {
        expect((await login({ email: "target@example.org", password: `wrong ${n}` })).status).toBe(400);
      }
      const { status, body, headers } = await login({ email: "target@example.org", password: PASSWORD });
      expect([status, body]).toEqual([
        429,
        { detail: "Too many failed attempts. Try again later.", code: "limit.failed_attempts" },
      ]);
      // Ten guesses in a quarter of an hour: one more after a minute and a half.
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
      expect((await login({ email: "member@example.org", password: PASSWORD })).status).toBe(200);
    });
  });

  describe("a token", () => {
    test("is needed, in the right form", async () => {
      expect(await server.call("GET", "users/me/")).toMatchObject({
        status: 401,
        body: { detail: "Sign in first.", code: "session.required" },
      });
      expect((await server.call("GET", "users/me/", { token: "nonsense" })).status).toBe(401);
      const bearer = await fetch(`${server.url}/api/v1/users/me/`, {
        headers: { authorization: `Bearer ${people.admin.token}` },
      });
      expect(bearer.status).toBe(401);
    });

    test("ends with logging out, and only that one", async () => {
      const { companyId } = people;
      const leaving = await signedIn(server.db, { companyId, email: "leaving@example.org" });
      const { body } = await login({ email: leaving.email, password: PASSWORD });
      const second = (body as { token: string }).token;
      expect(await server.call("POST", "users/logout/", { token: leaving.token })).toMatchObject({
        status: 204,
        body: "",
      });
      expect((await server.call("GET", "users/me/", { token: leaving.token })).status).toBe(401);
      expect((await server.call("GET", "users/me", { token: second })).status).toBe(200);
    });

    test("never writes the token to the log", async () => {
      await server.call("GET", `users/me/?token=${people.admin.token}&x=1`);
      await fetch(`${server.url}/ws/notifications/?token=${people.admin.token}`);
      const log = server.log.join("");
      expect(log).toContain("token=redacted");
      expect(log).not.toContain(people.admin.token);
      expect(log).not.toContain(PASSWORD);
    });
  });

  describe("users/me", () => {
    test("names the user who asks, with company and plan", async () => {
      const { db } = server;
      const projectId = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "me" });
      await addSource(db, projectId);
      await addMember(db, projectId, people.member.id, "Viewer");
      const { body } = await server.call("GET", "users/me/", { token: people.member.token });
      expect(body).toEqual({
        id: people.member.id,
        name: "member",
        email: "member@example.org",
        language: "EN",
        company: { id: people.companyId, name: "Ariadne Ltd", role: "Member" },
        company_plan: {
          plan: { name: "Standard" },
          subscription_status: "trial",
          days_until_trial_end: 4,
          discounts: [],
          trial: { ends_at: expect.any(String), returns_to: null },
          account_manager: null,
        },
        projects_count: 1,
        providers: [],
        suggested: [],
      });
    });

    test("changes the name and the language, and nothing else that is sent", async () => {
      const { token } = people.member;
      const hostile = {
        name: "  <script>alert(1)</script> İpek  ",
        language: "TR",
        company_role: "Admin",
        email: "root@example.org",
        id: people.admin.id,
        company: { role: "Admin" },
      };
      const { status, body } = await server.call("PUT", "users/me/", { token, body: hostile });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: "<script>alert(1)</script> İpek",
        language: "TR",
        email: "member@example.org",
        company: { role: "Member" },
      });
      expect((await server.call("GET", "users/me/", { token })).body).toEqual(body);
    });

    test.each([
      [{ name: "x".repeat(10_000), language: "EN" }, { name: ["Must be at most 120 characters"] }],
      [{ name: "   ", language: "EN" }, { name: ["This field is required"] }],
      [{ name: "x", language: "DE" }, { language: ["Must be one of EN, TR"] }],
    ])("refuses %j", async (body, fields) => {
      const answer = await server.call("PUT", "users/me/", { token: people.admin.token, body });
      expect([answer.status, answer.body]).toEqual([400, fields]);
    });
  });

  test("changing the password needs the old one, and ends every other session", async () => {
    const { companyId } = people;
    const careful = await signedIn(server.db, { companyId, email: "careful@example.org" });
    const other = ((await login({ email: careful.email, password: PASSWORD })).body as { token: string }).token;
    const change = (body: Record<string, string>) =>
      server.call("POST", "users/change-password/", { token: careful.token, body });
    const good = { old_password: PASSWORD, new_password: "a better horse", confirm_password: "a better horse" };
    expect((await change({ ...good, old_password: "wrong" })).body).toEqual({
      old_password: ["The old password is not right"],
    });
    expect((await change({ ...good, new_password: "short", confirm_password: "short" })).body).toEqual({
      new_password: ["Must be at least 10 characters"],
    });
    expect((await change({ ...good, confirm_password: "another horse" })).body).toEqual({
      confirm_password: ["The passwords do not match"],
    });
    expect((await server.call("GET", "users/me/", { token: other })).status).toBe(200);
    expect((await change(good)).status).toBe(204);
    expect((await server.call("GET", "users/me/", { token: other })).status).toBe(401);
    expect((await server.call("GET", "users/me/", { token: careful.token })).status).toBe(200);
    expect((await login({ email: careful.email, password: PASSWORD })).status).toBe(400);
    expect((await login({ email: careful.email, password: "a better horse" })).status).toBe(200);
  });

  test("an expired subscription leaves the account, and nothing else", async () => {
    const { companyId, admin } = people;
    const expire = (trialEndsAt: Date) =>
      server.db.updateTable("companies").set({ trial_ends_at: trialEndsAt }).where("id", "=", companyId).execute();
    await expire(new Date(Date.now() - 1000));
    const { token } = admin;
    expect((await server.call("GET", "users/me/", { token })).body).toMatchObject({
      company_plan: { subscription_status: "expired", days_until_trial_end: 0 },
    });
    // The screen about it names the Admins where the installation has no support address.
    const left = ["", `${companyId}/plans/`, `${companyId}/invoices/`, `${companyId}/users/`];
    for (const path of left.map((rest) => `companies/${rest}`)) {
      expect((await server.call("GET", path, { token })).status, path).toBe(200);
    }
    for (const path of ["projects/", "projects/me/", "users/dashboard/", `companies/${companyId}/invitations/`]) {
      expect(await server.call("GET", path, { token }), path).toMatchObject({
        status: 403,
        body: { detail: "The subscription has expired.", code: "subscription.expired" },
      });
    }
    const stolen = await startSession(server.db, admin.id);
    const sessions = (await server.call("GET", "users/me/sessions/", { token })).body as {
      id: string;
      current: boolean;
    }[];
    const other = sessions.find(({ current }) => !current);
    expect((await server.call("DELETE", `users/me/sessions/${other?.id}/`, { token })).status).toBe(204);
    expect((await server.call("DELETE", "users/me/sessions/", { token })).status).toBe(204);
    expect((await server.call("GET", "users/me/", { token: stolen })).status).toBe(401);
    await expire(new Date(Date.now() + 86_400_000));
    expect((await server.call("GET", "projects/", { token })).status).toBe(200);
  });
});
