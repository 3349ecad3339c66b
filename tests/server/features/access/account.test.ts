import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLeaked } from "../../../../server/access/passwords/passwordRules.ts";
import { codeIn, lastMail, tokenIn } from "../../mail/mailbox.ts";
import { addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import {
  addPeople,
  PASSWORD,
  signedIn,
  startTestServer,
  statuses,
  type Answer,
  type TestServer,
} from "../../http/testServer.ts";

const GOOD = "seven green bicycles";

onOneDatabase("accounts", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());

  const post = (path: string, body: unknown, language?: string) =>
    server.call("POST", path, { body, ...(language !== undefined && { language }) });
  const invite = async (email: string): Promise<string> => {
    const body = { email, role: "Member" };
    const path = `companies/${people.companyId}/invitations/`;
    expect((await server.call("POST", path, { token: people.admin.token, body })).status).toBe(201);
    return tokenIn(await lastMail(server, email));
  };
  const register = (token: string, body: Record<string, unknown>, language?: string) =>
    post(
      `users/register/?invitation_token=${token}`,
      { name: "Grace Hopper", password: GOOD, confirm_password: GOOD, ...body },
      language,
    );
  const login = (email: string, password: string) => post("users/login/", { email, password });
  const tokenOf = ({ body }: Answer): string => (body as { token: string }).token;

  describe("registering", () => {
    test("with the invited address is done at once, in the language of the browser", async () => {
      const token = await invite("at-once@example.org");
      const answer = await register(token, { email: "at-once@example.org" }, "de, tr;q=0.9, en;q=0.2");
      expect(answer.status).toBe(201);
      expect((await server.call("GET", "users/me/", { token: tokenOf(answer) })).body).toMatchObject({
        language: "TR",
        company: { id: people.companyId, role: "Member" },
      });
    });

    test("with another address waits for the code that is mailed there, and is no account until then", async () => {
      const token = await invite("office@example.org");
      await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "expected" });
      await server.call("POST", "projects/expected/users/", {
        token: people.admin.token,
        body: { emails: ["office@example.org", "home@example.org"] },
      });
      expect(await register(token, { email: "home@example.org" })).toMatchObject({
        status: 201,
        body: { verification: true },
      });
      expect((await login("home@example.org", GOOD)).body).toEqual({
        non_field_errors: ["Your address is not verified yet. Enter the code that was mailed to you."],
      });
      expect((await login("home@example.org", "wrong")).body).toEqual({
        non_field_errors: ["The email or the password is not right."],
      });
      // The invitation is still there for who invited.
      expect((await server.call("GET", `invitations/${token}/`)).status).toBe(200);

      const first = codeIn(await lastMail(server, "home@example.org"));
      expect((await post("users/resend-verification/", { email: "home@example.org" })).status).toBe(204);
      await expect.poll(async () => codeIn(await lastMail(server, "home@example.org"))).not.toBe(first);
      const code = codeIn(await lastMail(server, "home@example.org"));
      const verify = (given: string) => post("users/verify/", { email: "home@example.org", code: given });
      expect((await verify(first)).body).toEqual({
        code: ["This code is not right. Request a new one if it is refused again"],
      });
      const answer = await verify(` ${code} `);
      expect(answer.status).toBe(200);
      expect((await server.call("GET", "users/me/", { token: tokenOf(answer) })).body).toMatchObject({
        email: "home@example.org",
        name: "Grace Hopper",
        projects_count: 1,
      });
      expect((await verify(code)).status).toBe(400);
      expect((await login("home@example.org", GOOD)).status).toBe(200);
      const members = await server.call("GET", "projects/expected/users/", { token: people.admin.token });
      expect((members.body as { email: string; pending: boolean }[]).filter(({ pending }) => pending)).toEqual([]);
    });

    test("five wrong codes end the code, a late code is reported as such, and an unknown address receives the same answer", async () => {
      const token = await invite("guessed@example.org");
      await register(token, { email: "guess@example.org" });
      const code = codeIn(await lastMail(server, "guess@example.org"));
      const wrong = code === "000000" ? "000001" : "000000";
      const verify = (email: string, given: string) => post("users/verify/", { email, code: given });
      for (let n = 0; n < 5; n += 1) expect((await verify("guess@example.org", wrong)).status).toBe(400);
      const unknown = await verify("nobody@example.org", code);
      expect(await verify("guess@example.org", code)).toMatchObject({ status: 400, body: unknown.body });

      await register(token, { email: "guess@example.org" });
      const second = codeIn(await lastMail(server, "guess@example.org"));
      await server.db
        .updateTable("registrations")
        .set({ code_expires_at: new Date(0) })
        .execute();
      expect((await verify("guess@example.org", second)).body).toEqual({
        code: ["This code has expired. Ask for a new one"],
      });
      for (let n = 0; n < 3; n += 1) await verify("guess@example.org", wrong);
      expect((await verify("guess@example.org", wrong)).status).toBe(429);
    });

    test("with an address that has an account sends mail to its owner alone", async () => {
      const token = await invite("curious@example.org");
      const answer = await register(token, { email: people.stranger.email });
      expect(answer).toMatchObject({ status: 201, body: { verification: true } });
      expect(await lastMail(server, people.stranger.email)).toMatchObject({ kind: "accountExists" });
      expect((await login(people.stranger.email, PASSWORD)).status).toBe(200);
      expect((await login(people.stranger.email, GOOD)).status).toBe(400);
    });

    test.each([
      ["used", { accepted_at: new Date() }, "This invitation has already been used. Sign in instead."],
      ["withdrawn", { revoked_at: new Date() }, "This invitation was withdrawn. Ask for a new one."],
      ["expired", { expires_at: new Date(0) }, "This invitation has expired. Ask for a new one."],
    ])("an invitation that is %s is reported as such", async (name, change, sentence) => {
      const email = `${name}@example.org`;
      const token = await invite(email);
      await server.db.updateTable("invitations").set(change).where("email", "=", email).execute();
      expect(await server.call("GET", `invitations/${token}/`)).toMatchObject({
        status: 404,
        body: { detail: sentence },
      });
      expect(await register(token, { email })).toMatchObject({ status: 400, body: { non_field_errors: [sentence] } });
      expect((await register(randomUUID(), { email })).body).toEqual({
        non_field_errors: ["This invitation is not valid any more."],
      });
    });

    test.each([
      ["short", "Must be at least 10 characters"],
      ["password123", "This password is too common. Choose one that is harder to guess"],
      ["1q2w3e4r5t6y", "This password is too common. Choose one that is harder to guess"],
      ["christopher", "This password is too common. Choose one that is harder to guess"],
      ["rules@example.org", "Must not be your email address or your name"],
      ["Grace Hopper", "Must not be your email address or your name"],
    ])("refuses the password %s", async (password, sentence) => {
      const body = { email: "rules@example.org", password, confirm_password: password };
      expect((await register(randomUUID(), body)).body).toEqual({ password: [sentence] });
    });

    test("knows the passwords of leaked lists, also with digits around, and lets others pass", () => {
      for (const known of ["qwertyuiop", "ChrisTopher", "basketball2024!", "99butterfly99"]) {
        expect(isLeaked(known), known).toBe(true);
      }
      for (const fine of [GOOD, "follow-the-thread", "kırmızı bisiklet"]) expect(isLeaked(fine), fine).toBe(false);
    });
  });

  describe("an invitation", () => {
    test("sent again has a new link and a new end, and the same id; its old link is dead", async () => {
      const old = await invite("again@example.org");
      const path = `companies/${people.companyId}/invitations`;
      const { body } = await server.call("GET", `${path}/`, { token: people.admin.token });
      const mine = (body as { id: string; email: string }[]).find(({ email }) => email === "again@example.org");
      await server.db
        .updateTable("invitations")
        .set({ expires_at: new Date(0) })
        .where("id", "=", mine?.id ?? "")
        .execute();
      const resend = (token: string, id = mine?.id) => server.call("POST", `${path}/${id}/resend/`, { token });
      expect((await resend(people.member.token)).status).toBe(403);
      expect((await resend(people.stranger.token)).status).toBe(404);
      expect((await resend(people.admin.token, randomUUID())).status).toBe(404);
      const again = await resend(people.admin.token);
      expect(again).toMatchObject({ status: 200, body: { id: mine?.id, email: "again@example.org" } });
      expect(Date.parse((again.body as { expires_at: string }).expires_at)).toBeGreaterThan(Date.now());
      const renewed = tokenIn(await lastMail(server, "again@example.org"));
      expect(renewed).not.toBe(old);
      expect((await server.call("GET", `invitations/${old}/`)).status).toBe(404);
      expect((await server.call("GET", `invitations/${renewed}/`)).status).toBe(200);
      for (let n = 0; n < 4; n += 1) expect((await resend(people.admin.token)).status).toBe(200);
      expect((await resend(people.admin.token)).status).toBe(429);
    });
  });

  describe("a forgotten password", () => {
    const reset = (token: string, password = GOOD, confirm = password) =>
      post("users/reset-password/", { token, new_password: password, confirm_password: confirm });
    const isValid = async (token: string) =>
      (await server.call("GET", `users/reset-password/validate/?token=${token}`)).body;

    test("is replaced by the mailed link, once, and every session ends", async () => {
      const lost = await signedIn(server.db, { companyId: people.companyId, email: "lost@example.org" });
      expect((await post("users/forgot-password/", { email: " Lost@Example.org" })).status).toBe(204);
      await expect.poll(() => lastMail(server, lost.email)).toMatchObject({ kind: "passwordReset" });
      const token = tokenIn(await lastMail(server, lost.email));
      expect(await isValid(token)).toEqual({ valid: true });
      expect((await reset(token, "short")).body).toEqual({ new_password: ["Must be at least 10 characters"] });
      expect((await reset(token, lost.email)).body).toEqual({
        new_password: ["Must not be your email address or your name"],
      });
      expect((await reset(token, GOOD, "other")).body).toEqual({ confirm_password: ["The passwords do not match"] });
      const both = await Promise.all([reset(token), reset(token, "eight green bicycles")]);
      expect(statuses(both)).toEqual([204, 400]);
      expect(await isValid(token)).toEqual({ valid: false });
      expect((await reset(token)).body).toEqual({ token: ["This link is not valid any more. Ask for a new one"] });
      expect((await server.call("GET", "users/me/", { token: lost.token })).status).toBe(401);
      expect((await login(lost.email, PASSWORD)).status).toBe(400);
      expect(await lastMail(server, lost.email)).toMatchObject({ kind: "passwordChanged" });
    });

    test("a newer link ends the older, and an expired one is dead", async () => {
      const late = await signedIn(server.db, { companyId: people.companyId, email: "late@example.org" });
      const ask = async (before: string) => {
        await post("users/forgot-password/", { email: late.email });
        await expect.poll(async () => tokenIn(await lastMail(server, late.email))).not.toBe(before);
        return tokenIn(await lastMail(server, late.email));
      };
      const first = await ask("");
      const second = await ask(first);
      expect([await isValid(first), await isValid(second)]).toEqual([{ valid: false }, { valid: true }]);
      await server.db
        .updateTable("password_resets")
        .set({ expires_at: new Date(0) })
        .execute();
      expect(await isValid(second)).toEqual({ valid: false });
      expect((await reset(second)).status).toBe(400);
    });

    test("gives an unknown address the same answers, and the same limit", async () => {
      const asks = (email: string) =>
        Promise.all(Array.from({ length: 6 }, () => post("users/forgot-password/", { email })));
      const known = await asks(people.admin.email);
      const unknown = await asks("nobody-at-all@example.org");
      expect(statuses(unknown)).toEqual([204, 204, 204, 204, 204, 429]);
      expect(statuses(known)).toEqual(statuses(unknown));
      expect(unknown.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await lastMail(server, "nobody-at-all@example.org")).toBeUndefined();
      expect((await post("users/resend-verification/", { email: "who@example.org" })).status).toBe(204);
    });
  });

  test("reports a changed password by mail in the user's language", async () => {
    const member = await signedIn(server.db, { companyId: people.companyId, email: "told@example.org" });
    await server.call("PUT", "users/me/", { token: member.token, body: { name: "Ece", language: "TR" } });
    const body = { old_password: PASSWORD, new_password: GOOD, confirm_password: GOOD };
    expect((await server.call("POST", "users/change-password/", { token: member.token, body })).status).toBe(204);
    expect(await lastMail(server, member.email)).toMatchObject({ subject: "Clew parolanız değiştirildi" });
  });

  test("stores no secret of a mail in clear in the database or in the log", async () => {
    const token = await invite("secret@example.org");
    const rows = await server.db.selectFrom("outbox").selectAll().execute();
    const stored = rows.map(({ content }) => Buffer.from(content ?? []).toString("latin1")).join("");
    expect(stored).not.toContain(token);
    expect(stored).not.toContain("register?token");
    expect(server.log.join("")).not.toContain(token);
  });

  describe("adding an address to a project", () => {
    beforeAll(() => addProject(server.db, { companyId: people.companyId, ownerId: people.member.id, slug: "weave" }));
    const add = (token: string, emails: string[]) =>
      server.call("POST", "projects/weave/users/", { token, body: { emails } });

    test("by a Member expects it, and asks the Admins", async () => {
      const { status, body } = await add(people.member.token, ["new@example.org"]);
      expect(status).toBe(200);
      expect(body).toContainEqual(expect.objectContaining({ email: "new@example.org", pending: true }));
      expect(await lastMail(server, "new@example.org")).toBeUndefined();
      const events = await server.db.selectFrom("events").selectAll().where("user_id", "=", people.admin.id).execute();
      expect(JSON.stringify(events)).toMatch(/"notification\.member_expected".*"new@example\.org"/);
    });

    test("of the company sends mail; an Admin invites a person without an account, once", async () => {
      await server.call("POST", "projects/weave/users/", {
        token: people.member.token,
        body: { emails: [people.admin.email] },
      });
      expect(await lastMail(server, people.admin.email)).toMatchObject({ kind: "projectAdded" });
      await server.db
        .updateTable("project_members")
        .set({ role: "Maintainer" })
        .where("user_id", "=", people.admin.id)
        .execute();
      await add(people.admin.token, ["fresh@example.org"]);
      const mail = await lastMail(server, "fresh@example.org");
      expect(mail).toMatchObject({ kind: "projectInvitation" });
      await add(people.admin.token, ["fresh@example.org"]);
      expect(tokenIn(await lastMail(server, "fresh@example.org"))).toBe(tokenIn(mail));
      const answer = await register(tokenIn(mail), { email: "fresh@example.org" });
      expect((await server.call("GET", "projects/weave/", { token: tokenOf(answer) })).status).toBe(200);
    });
  });
});
