import { randomUUID } from "node:crypto";
import { codeIn, lastMail } from "../../mail/mailbox.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperatorContext } from "../../../../server/cli/operator/command.ts";
import { runCommand } from "../../../../server/cli/operator/runCommand.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import {
  addPeople,
  listen,
  signedIn,
  startTestServer,
  statuses,
  type SignedInUser,
  type TestServer,
} from "../../http/testServer.ts";

onOneDatabase("companies", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    path = `companies/${people.companyId}`;
  });
  afterAll(() => server.stop());

  /** The token in the invitation link that the operator received for an address. */
  const tokenFor = (email: string): string => {
    const line = server.said.findLast((said) => said.startsWith(`Invitation for ${email}:`)) ?? "";
    return /register\?token=([0-9a-f-]{36})$/.exec(line)?.[1] ?? "";
  };
  const invite = (by: SignedInUser, email: string, role = "Member") =>
    server.call("POST", `${path}/invitations/`, { token: by.token, body: { email, role } });
  const register = (token: string, body: Record<string, unknown>) =>
    server.call("POST", `users/register/?invitation_token=${token}`, {
      body: { name: "New", password: "a long password", confirm_password: "a long password", ...body },
    });

  describe("each call by each role", () => {
    const calls = [
      ["GET", "", 200, 200],
      ["PUT", "", 200, 403],
      ["GET", "/plans", 200, 200],
      ["GET", "/invoices", 200, 403],
      ["GET", "/users", 200, 200],
      ["GET", "/invitations", 200, 403],
      ["POST", "/invitations", 201, 403],
      ["DELETE", "/invitations/none", 404, 403],
      ["DELETE", "/users/none", 404, 403],
      ["PUT", "/users/none/change-role", 404, 403],
    ] as const;
    test.each(calls)(
      "%s companies/{id}%s: Admin %i, Member %i, others 404, anonymous 401",
      async (method, rest, admin, member) => {
        const bodies: Record<string, unknown> = {
          "PUT ": { name: "Ariadne Ltd" },
          "POST /invitations": { email: `${randomUUID()}@example.org`, role: "Member" },
          "PUT /users/none/change-role": { role: "Member" },
        };
        const body = bodies[`${method} ${rest}`];
        const statusFor = async (token?: string) => (await server.call(method, path + rest, { token, body })).status;
        expect(await statusFor(people.admin.token)).toBe(admin);
        expect(await statusFor(people.member.token)).toBe(member);
        expect(await statusFor(people.stranger.token)).toBe(404);
        expect(await statusFor()).toBe(401);
      },
    );
  });

  test("the PDF of an issued invoice is for Admins of its company, and one that was added by hand has none", async () => {
    const context = { db: server.db } as unknown as OperatorContext;
    const operator = async (...args: string[]) => {
      expect(await runCommand(context, [...args, "--json"])).toMatchObject({ status: 0 });
    };
    await operator("seller", "set", "--name", "Loom Ltd", "--currency", "EUR");
    await operator("price", "set", "--plan", "Premium", "--period", "monthly", "--amount", "10");
    await operator("invoice", "issue", "--company", people.companyId, "--from", "2026-12-01");
    await operator(
      "invoice",
      "add",
      "--company",
      people.companyId,
      "--number",
      "X",
      "--amount",
      "1",
      "--currency",
      "EUR",
    );
    const { body } = await server.call("GET", `${path}/invoices/`, { token: people.admin.token });
    const invoices = body as { id: string; number: string; has_file?: boolean }[];
    const issued = invoices.find(({ has_file }) => has_file);
    const added = invoices.find(({ number }) => number === "X");
    const get = (token: string, id = issued?.id ?? "", at = path) =>
      fetch(`${server.url}/api/v1/${at}/invoices/${id}/file/`, { headers: { authorization: `Token ${token}` } });
    const answer = await get(people.admin.token);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect((await get(people.member.token)).status).toBe(403);
    expect((await get(people.stranger.token)).status).toBe(404);
    expect((await get(people.stranger.token, issued?.id, `companies/${people.otherCompanyId}`)).status).toBe(404);
    expect((await get(people.admin.token, added?.id)).status).toBe(404);
  });

  test("a change to a smaller plan and back keeps what the smaller one refuses", async () => {
    const companyId = await addCompany(server.db, { plan: "Enterprise" });
    const { token } = await signedIn(server.db, { companyId, email: "back@example.org", role: "Admin" });
    const context = { db: server.db } as unknown as OperatorContext;
    const run = async (...args: string[]) => {
      const { out } = await runCommand(context, [...args, "--company", companyId, "--json"]);
      return JSON.parse(out) as { what?: string }[];
    };
    const layout = { period: "3m", granularity: "weekly", cards: [] };
    const body = { name: "Delivery", sharing: "private", layout };
    expect((await server.call("POST", "dashboards/", { token, body })).status).toBe(201);
    const list = () => server.call("GET", "dashboards/", { token });
    const before = await list();
    const losses = await run("plan", "preview", "--plan", "Standard");
    expect(losses.find(({ what }) => what === "dashboards")).toMatchObject({ used: 1, effect: "kept; hidden" });
    await run("company", "set", "--plan", "Standard");
    expect((await list()).status).toBe(402);
    await run("company", "set", "--plan", "Enterprise");
    expect(await list()).toMatchObject({ status: 200, body: before.body });
  });

  test("the list has the one company of the caller, or none", async () => {
    expect((await server.call("GET", "companies/", { token: people.member.token })).body).toEqual([
      { id: people.companyId, name: "Ariadne Ltd", role: "Member", time_zone: "UTC", requires_second_factor: false },
    ]);
    const loner = await signedIn(server.db, { companyId: null, email: "loner@example.org" });
    expect((await server.call("GET", "companies/", { token: loner.token })).body).toEqual([]);
  });

  test("the time zone changes by its IANA name, and stays where none is sent", async () => {
    const put = (body: object) => server.call("PUT", path, { token: people.admin.token, body });
    const set = await put({ name: "Ariadne Ltd", time_zone: "Europe/Istanbul" });
    expect(set.body).toMatchObject({ time_zone: "Europe/Istanbul" });
    expect((await put({ name: "Ariadne Ltd" })).body).toMatchObject({ time_zone: "Europe/Istanbul" });
    for (const time_zone of ["Europe/Nowhere", "+03:00", "UTC+3", "local", "", "europe/istanbul'--"]) {
      const refused = await put({ name: "Other", time_zone });
      expect(refused).toMatchObject({
        status: 400,
        body: { time_zone: ["Give the IANA name of a time zone, such as Europe/Istanbul."] },
      });
    }
    expect((await put({ name: "Ariadne Ltd", time_zone: "UTC" })).body).toEqual({
      id: people.companyId,
      name: "Ariadne Ltd",
      role: "Admin",
      time_zone: "UTC",
      requires_second_factor: false,
    });
  });

  test("the name changes, and nothing else that is sent", async () => {
    const body = { name: "<b>Theseus</b>", plan: "Enterprise", id: "other" };
    const answer = await server.call("PUT", path, { token: people.admin.token, body });
    expect(answer.body).toEqual({
      id: people.companyId,
      name: "<b>Theseus</b>",
      role: "Admin",
      time_zone: "UTC",
      requires_second_factor: false,
    });
    const { body: plan } = await server.call("GET", `${path}/plans/`, { token: people.admin.token });
    expect(plan).toEqual({
      plan: { name: "Premium" },
      subscription_status: "active",
      days_until_trial_end: null,
      discounts: [],
      trial: null,
      account_manager: null,
    });
    await server.call("PUT", path, { token: people.admin.token, body: { name: "Ariadne Ltd" } });
  });

  describe("an invitation", () => {
    test("is shown to who holds the link, and makes one account of its role", async () => {
      const { status, body } = await invite(people.admin, "Grace@Example.org", "Admin");
      expect(status).toBe(201);
      expect(body).toMatchObject({ email: "grace@example.org", role: "Admin", company: { id: people.companyId } });
      const token = tokenFor("grace@example.org");
      expect((body as { link: string }).link).toMatch(new RegExp(`^http.*/register\\?token=${token}$`));
      expect(server.log.join("")).not.toContain(token);

      const shown = await server.call("GET", `invitations/${token}/`);
      expect(shown.body).toMatchObject({ email: "grace@example.org", role: "Admin" });
      expect(shown.body).not.toHaveProperty("id");

      // Another address has to prove itself first.
      expect((await register(token, { email: "mallory@example.org" })).body).toEqual({ verification: true });
      expect(
        (await register(token, { email: "grace@example.org", password: "short", confirm_password: "short" })).status,
      ).toBe(400);
      const heard = await listen(server, `token=${people.admin.token}`);
      const made = await register(token, { email: "grace@example.org", name: "Grace", company_role: "Owner", id: "1" });
      expect(made.status).toBe(201);
      const session = (made.body as { token: string }).token;
      expect((await server.call("GET", "users/me/", { token: session })).body).toMatchObject({
        name: "Grace",
        company: { role: "Admin" },
      });
      await expect.poll(() => heard.messages.map(({ type }) => type)).toContain("invitation.accepted");
      heard.socket.close();

      expect((await register(token, { email: "grace@example.org" })).body).toEqual({
        non_field_errors: ["This invitation has already been used. Sign in instead."],
      });
      expect(await server.call("GET", `invitations/${token}/`)).toMatchObject({
        status: 404,
        body: { detail: "This invitation has already been used. Sign in instead.", code: "invitation.used" },
      });
    });

    test("returns its link once, when it is created and when it is sent again, and never in lists", async () => {
      const created = (await invite(people.admin, "once@example.org")).body as { id: string; link: string };
      const first = tokenFor("once@example.org");
      expect(new URL(created.link).searchParams.get("token")).toBe(first);
      const resend = (by: SignedInUser) =>
        server.call("POST", `${path}/invitations/${created.id}/resend/`, { token: by.token });
      const refused = [await resend(people.member), await invite(people.member, "once@example.org")];
      expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      expect(JSON.stringify(refused)).not.toContain("link");
      const again = (await resend(people.admin)).body as { link: string };
      const second = tokenFor("once@example.org");
      expect(second).not.toBe(first);
      expect(new URL(again.link).searchParams.get("token")).toBe(second);
      expect((await server.call("GET", `invitations/${first}/`)).status).toBe(404);
      const shown = await Promise.all([
        server.call("GET", `${path}/invitations/`, { token: people.admin.token }),
        server.call("GET", `invitations/${second}/`),
      ]);
      expect(shown.map(({ status }) => status)).toEqual([200, 200]);
      for (const hidden of [first, second, "link"]) expect(JSON.stringify(shown)).not.toContain(hidden);
      expect(server.log.join("")).not.toContain(second);
    });

    test("to a project returns its link to an Admin alone, and only in the answer to adding", async () => {
      const { db } = server;
      const { companyId, admin, member } = people;
      const id = await addProject(db, { companyId, ownerId: admin.id, slug: "linked" });
      await addMember(db, id, member.id, "Maintainer");
      const add = async (by: SignedInUser, emails: string[]) =>
        (await server.call("POST", "projects/linked/users/", { token: by.token, body: { emails } })).body as {
          email: string;
          invitation_link: string | null;
        }[];
      const linkOf = (users: Awaited<ReturnType<typeof add>>, email: string) =>
        users.find((user) => user.email === email)?.invitation_link;
      expect(linkOf(await add(member, ["by-member@example.org"]), "by-member@example.org")).toBeNull();
      const added = await add(admin, ["by-admin@example.org", "admin@example.org"]);
      const token = tokenFor("by-admin@example.org");
      expect(linkOf(added, "by-admin@example.org")).toMatch(new RegExp(`/register\\?token=${token}$`));
      expect(added.filter(({ invitation_link }) => invitation_link !== null)).toHaveLength(1);
      // The invitation is open already: its link is known to no answer any more.
      expect(linkOf(await add(admin, ["by-admin@example.org"]), "by-admin@example.org")).toBeNull();
      const list = await server.call("GET", "projects/linked/users/", { token: admin.token });
      expect(JSON.stringify(list.body)).not.toMatch(/link"|token=/);
    });

    test("does not take over an account: its owner confirms by the code that is mailed", async () => {
      const { db } = server;
      const owner = await signedIn(db, { companyId: null, email: "between@example.org" });
      await invite(people.admin, "between@example.org");
      const taken = await register(tokenFor("between@example.org"), { email: "between@example.org" });
      expect(taken.body).toEqual({ verification: true });
      const { company_id } = await db
        .selectFrom("users")
        .select("company_id")
        .where("id", "=", owner.id)
        .executeTakeFirstOrThrow();
      expect(company_id).toBeNull();
    });

    test("taken by two at once makes one account", async () => {
      await invite(people.admin, "twins@example.org");
      const token = tokenFor("twins@example.org");
      const answers = await Promise.all([1, 2, 3].map(() => register(token, { email: "twins@example.org" })));
      expect(statuses(answers)).toEqual([201, 400, 400]);
    });

    test("a newer one ends the older, a revoked or expired one is dead", async () => {
      await invite(people.admin, "again@example.org");
      const older = tokenFor("again@example.org");
      await invite(people.admin, "again@example.org");
      const newer = tokenFor("again@example.org");
      expect((await server.call("GET", `invitations/${older}/`)).status).toBe(404);
      expect((await server.call("GET", `invitations/${newer}/`)).status).toBe(200);
      const { body } = await server.call("GET", `${path}/invitations/`, { token: people.admin.token });
      const mine = (body as { id: string; email: string }[]).filter(({ email }) => email === "again@example.org");
      expect(mine).toHaveLength(1);
      const revoke = () => server.call("DELETE", `${path}/invitations/${mine[0]?.id}/`, { token: people.admin.token });
      expect((await revoke()).status).toBe(204);
      expect((await revoke()).status).toBe(404);
      expect((await register(newer, { email: "again@example.org" })).status).toBe(400);

      await invite(people.admin, "late@example.org");
      await server.db
        .updateTable("invitations")
        .set({ expires_at: new Date(0) })
        .where("email", "=", "late@example.org")
        .execute();
      expect((await register(tokenFor("late@example.org"), { email: "late@example.org" })).status).toBe(400);
    });

    test("is refused for a user of the company, and a token that is not a version-4 UUID finds nothing", async () => {
      expect((await invite(people.admin, "member@example.org")).body).toEqual({
        email: ["This person already belongs to the company"],
      });
      expect((await register("none", { email: "a@b.cd" })).body).toEqual({ invitation_token: ["Invalid format"] });
      for (const token of [randomUUID(), "none", "x".repeat(250), "..%2f..%2f"]) {
        expect((await server.call("GET", `invitations/${token}/`)).status, token).toBe(404);
      }
    });
  });

  describe("the last Admin", () => {
    test("cannot be removed or made a Member, also not by two at once", async () => {
      const { db } = server;
      const { companyId, admin } = await (async () => {
        const companyId = people.otherCompanyId;
        return { companyId, admin: people.stranger };
      })();
      const own = `companies/${companyId}/users`;
      const role = (id: string, by: SignedInUser, to: string) =>
        server.call("PUT", `${own}/${id}/change-role/`, { token: by.token, body: { role: to } });
      expect(await role(admin.id, admin, "Member")).toMatchObject({
        status: 409,
        body: { detail: "A company needs at least one Admin.", code: "company.last_admin" },
      });
      expect((await server.call("DELETE", `${own}/${admin.id}/`, { token: admin.token })).status).toBe(409);
      const second = await signedIn(db, { companyId, email: "second@example.org" });
      expect((await role(second.id, admin, "Admin")).body).toMatchObject({ id: second.id, role: "Admin" });
      const both = await Promise.all([role(second.id, admin, "Member"), role(admin.id, second, "Member")]);
      expect(statuses(both)).not.toEqual([200, 200]);
      const admins = await db
        .selectFrom("users")
        .select("id")
        .where("company_id", "=", companyId)
        .where("company_role", "=", "Admin")
        .execute();
      expect(admins).toHaveLength(1);
    });
  });

  test("lists the company's users in a project to its members only, not to an Admin outside of it", async () => {
    const { companyId, admin, member } = people;
    const id = await addProject(server.db, { companyId, ownerId: member.id, slug: "closed" });
    const other = await signedIn(server.db, { companyId, email: "beside@example.org" });
    await addProject(server.db, { companyId: people.otherCompanyId, ownerId: people.stranger.id, slug: "foreign" });
    const ask = (by: SignedInUser, slug: string) =>
      server.call("GET", `${path}/users/?projectSlug=${slug}`, { token: by.token });
    expect((await ask(member, "closed")).body).toMatchObject([{ email: "member@example.org" }]);
    const none = await ask(other, "none");
    expect(none).toMatchObject({
      status: 404,
      body: { detail: "There is no such project.", code: "project.not_found" },
    });
    for (const [by, slug] of [
      [other, "closed"],
      [admin, "closed"],
      [people.stranger, "closed"],
      [member, "foreign"],
    ] as const)
      expect((await ask(by, slug)).status).toBe(404);
    expect((await ask(other, "closed")).body).toEqual(none.body);
    await addMember(server.db, id, admin.id, "Viewer");
    expect((await ask(admin, "closed")).status).toBe(200);
  });

  test("a removed user loses sessions and projects, the projects go to the Admin, and a new invitation is possible", async () => {
    const { db } = server;
    const { companyId, admin, member } = people;
    const gone = await signedIn(db, { companyId, email: "gone@example.org" });
    const projectId = await addProject(db, { companyId, ownerId: gone.id, slug: "orphan" });
    await addMember(db, projectId, member.id, "Viewer");
    expect((await server.call("GET", `${path}/users/?projectSlug=orphan`, { token: member.token })).body).toMatchObject(
      [{ email: "gone@example.org" }, { email: "member@example.org" }],
    );
    const heard = await listen(server, `token=${gone.token}`);
    expect((await server.call("DELETE", `${path}/users/${gone.id}/`, { token: admin.token })).status).toBe(204);
    expect((await server.call("GET", "users/me/", { token: gone.token })).status).toBe(401);
    expect((await server.call("GET", "projects/orphan/", { token: admin.token })).body).toMatchObject({
      role: "Owner",
    });
    heard.socket.close();

    await invite(admin, "gone@example.org");
    await register(tokenFor("gone@example.org"), { email: "gone@example.org", name: "Back" });
    const code = codeIn(await lastMail(server, "gone@example.org"));
    const back = await server.call("POST", "users/verify/", { body: { email: "gone@example.org", code } });
    expect(back.status).toBe(200);
    const { token } = back.body as { token: string };
    expect((await server.call("GET", "users/me/", { token })).body).toMatchObject({
      id: gone.id,
      name: "Back",
      projects_count: 0,
    });
  });
});
