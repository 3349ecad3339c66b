/** The audit log: what is written, what is not, who may read it, and that it cannot be changed. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditEntry, AuditPage } from "../../../../contract/access/audit.ts";
import { companyCommands } from "../../../../server/cli/operator/companyCommands.ts";
import { deleteExpiredRows } from "../../../../server/db/housekeeping.ts";
import { addMember, addProject, addSource } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addPeople, PASSWORD, signedIn, startTestServer, type TestServer } from "../../http/testServer.ts";

onOneDatabase("the audit log", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  const base = () => `companies/${people.companyId}/audit/`;
  const read = async (query = "", token = people.admin.token): Promise<AuditPage> => {
    const { status, body } = await server.call("GET", `${base()}${query}`, { token });
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as AuditPage;
  };
  const newest = async (): Promise<AuditEntry> => {
    const { results } = await read("?limit=1");
    return results[0] as AuditEntry;
  };
  const by = (email: string) => ({ id: expect.any(String) as string, name: email.replace(/@.*/, ""), email });

  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db, { plan: "Enterprise" });
  });
  afterAll(() => server.stop());

  describe("writes down", () => {
    const call = async (method: string, path: string, body?: unknown, token = people.admin.token) => {
      const answer = await server.call(method, path, { token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body as Record<string, string>;
    };
    const login = (password: string) =>
      server.call("POST", "users/login/", { body: { email: "member@example.org", password } });

    test("signing in, out and wrong passwords, with the address", async () => {
      expect((await login("wrong")).status).toBe(400);
      // It is written after the response, whose timing must not reveal it.
      await expect.poll(async () => (await newest()).action).toBe("session.refused");
      const { token } = (await login(PASSWORD)).body as { token: string };
      expect(await newest()).toMatchObject({
        action: "session.started",
        actor: by("member@example.org"),
        subject: null,
        address: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
      });
      await call("POST", "users/logout/", undefined, token);
      expect((await newest()).action).toBe("session.ended");
      const before = (await read()).count;
      await server.call("POST", "users/login/", { body: { email: "nobody@example.org", password: "wrong" } });
      expect((await login(PASSWORD)).status).toBe(200);
      expect((await read()).count).toBe(before + 1);
    });

    test("roles, invitations, the company and its plan, with before and after", async () => {
      const { companyId, member } = people;
      await call("PUT", `companies/${companyId}/users/${member.id}/change-role/`, { role: "Admin" });
      expect(await newest()).toMatchObject({
        action: "user.role_changed",
        subject: { kind: "user", id: member.id, name: "member@example.org" },
        before: { role: "Member" },
        after: { role: "Admin" },
      });
      await call("PUT", `companies/${companyId}/users/${member.id}/change-role/`, { role: "Member" });
      const invitation = await call("POST", `companies/${companyId}/invitations/`, {
        email: "new@example.org",
        role: "Member",
      });
      expect(await newest()).toMatchObject({ action: "invitation.created", after: { role: "Member" } });
      await call("POST", `companies/${companyId}/invitations/${invitation["id"]}/resend/`);
      expect((await newest()).action).toBe("invitation.resent");
      await call("DELETE", `companies/${companyId}/invitations/${invitation["id"]}/`);
      expect(await newest()).toMatchObject({ action: "invitation.revoked", subject: { name: "new@example.org" } });
      await call("PUT", `companies/${companyId}/`, { name: "Ariadne plc", time_zone: "Europe/Istanbul" });
      expect(await newest()).toMatchObject({
        action: "company.changed",
        before: { name: "Ariadne Ltd", time_zone: "UTC" },
        after: { name: "Ariadne plc", time_zone: "Europe/Istanbul" },
      });
      const count = (await read()).count;
      await call("PUT", `companies/${companyId}/`, { name: "Ariadne plc" });
      expect((await read()).count).toBe(count);
      const context = { db: server.db } as Parameters<(typeof companyCommands)["company set"]["run"]>[0];
      await companyCommands["company set"].run(context, { company: companyId, plan: "Premium" });
      expect(await newest()).toMatchObject({
        action: "company.plan_changed",
        actor: { id: null, name: "Operator" },
        before: { plan: "Enterprise" },
        after: { plan: "Premium" },
      });
      await companyCommands["company set"].run(context, { company: companyId, plan: "Enterprise" });
    });

    test("projects, their people and their sources", async () => {
      const { slug } = await call("POST", "projects/", { name: "Loom", repositories: [], trackers: [], wikis: [] });
      expect(await newest()).toMatchObject({ action: "project.created", subject: { kind: "project", name: slug } });
      await call("PUT", `projects/${slug}/`, { name: "Loom 2" });
      expect(await newest()).toMatchObject({ action: "project.renamed", after: { name: "Loom 2" } });
      await call("POST", `projects/${slug}/users/`, { emails: ["member@example.org"] });
      expect(await newest()).toMatchObject({ action: "member.added", subject: { name: "member@example.org" } });
      await call("PUT", `projects/${slug}/users/${people.member.id}/`, { role: "Viewer" });
      expect(await newest()).toMatchObject({
        action: "member.role_changed",
        before: { project: slug, role: "Developer" },
        after: { project: slug, role: "Viewer" },
      });
      await call("DELETE", `projects/${slug}/users/`, { emails: ["member@example.org"] });
      expect(await newest()).toMatchObject({ action: "member.removed", before: { role: "Viewer" } });
      const { id } = await server.db
        .selectFrom("projects")
        .select("id")
        .where("slug", "=", slug ?? "")
        .executeTakeFirstOrThrow();
      const source = await addSource(server.db, id, "https://example.org/loom.git");
      await call("POST", `sources/${source}/pause/`);
      expect(await newest()).toMatchObject({
        action: "source.paused",
        subject: { name: "https://example.org/loom.git" },
      });
      await call("DELETE", `projects/${slug}/repositories/${source}/`);
      expect((await newest()).action).toBe("source.removed");
      await call("DELETE", `projects/${slug}/`);
      expect(await newest()).toMatchObject({ action: "project.deleted", before: { name: "Loom 2" } });
    });

    test("tokens, sessions, exports; and never a secret", async () => {
      const project = await addProject(server.db, {
        companyId: people.companyId,
        ownerId: people.admin.id,
        slug: "maze",
      });
      await addMember(server.db, project, people.member.id, "Viewer");
      const made = await call("POST", "users/mcp-tokens/", { name: "Agent", projects: ["maze"] });
      expect(await newest()).toMatchObject({ action: "mcp_token.created", after: { projects: ["maze"] } });
      const rotated = await call("POST", `users/mcp-tokens/${made["id"]}/rotate/`);
      expect(rotated["token"]).not.toBe(made["token"]);
      expect((await newest()).action).toBe("mcp_token.rotated");
      const mcp = (secret: string | undefined) =>
        fetch(`${server.url}/mcp`, { method: "POST", headers: { authorization: `Bearer ${secret}` } });
      expect([(await mcp(made["token"])).status, (await mcp(rotated["token"])).status === 401]).toEqual([401, false]);
      await call("DELETE", `users/mcp-tokens/${made["id"]}/`);
      expect((await newest()).action).toBe("mcp_token.deleted");
      await call("GET", "insights/export/?period=30d&granularity=weekly&project=maze");
      expect(await newest()).toMatchObject({ action: "insights.exported", after: { period: "30d" } });
      await call("GET", "projects/maze/search/export/?q=maze");
      expect(await newest()).toMatchObject({ action: "search.exported", after: { q: "maze" } });
      const text = JSON.stringify(await server.db.selectFrom("audit_log").selectAll().execute());
      for (const secret of [made["token"], rotated["token"], people.admin.token, PASSWORD]) {
        expect(text).not.toContain(secret);
      }
    });

    test("nothing of what a transaction takes back", async () => {
      const { count } = await read();
      const { status } = await server.call("DELETE", `companies/${people.companyId}/users/${people.admin.id}/`, {
        token: people.admin.token,
      });
      expect(status).toBe(409);
      expect((await read()).count).toBe(count);
    });
  });

  describe("is read", () => {
    test("by Admins of the company alone", async () => {
      for (const path of [base(), `${base()}export/`]) {
        expect((await server.call("GET", path, { token: people.member.token })).status).toBe(403);
        expect((await server.call("GET", path, { token: people.stranger.token })).status).toBe(404);
        expect((await server.call("GET", path)).status).toBe(401);
      }
      const own = await server.call("GET", `companies/${people.otherCompanyId}/audit/`, {
        token: people.stranger.token,
      });
      expect(own.body).toMatchObject({ count: 0, results: [] });
    });

    test("page by page, without a gap and without one twice", async () => {
      const { count, results } = await read("?limit=200");
      const seen: string[] = [];
      let next: string | null = "";
      while (next !== null) {
        const page: AuditPage = await read(`?limit=3${next === "" ? "" : `&cursor=${next}`}`);
        seen.push(...page.results.map(({ id }) => id));
        expect(page.count).toBe(count);
        ({ next } = page);
      }
      expect(seen).toEqual(results.map(({ id }) => id));
      expect((await server.call("GET", `${base()}?cursor=nonsense`, { token: people.admin.token })).status).toBe(400);
    });

    test("by person, by action and by time", async () => {
      const { results: joined } = await read("?action=invitation.created&action=invitation.revoked");
      expect(new Set(joined.map(({ action }) => action))).toEqual(
        new Set(["invitation.created", "invitation.revoked"]),
      );
      const { results: about } = await read("?person=MEMBER%40");
      expect(about.length).toBeGreaterThan(3);
      // Wildcards of `like` are matched literally.
      expect((await read("?person=%25")).count).toBe(0);
      expect((await read("?from=2100-01-01T00:00:00Z")).count).toBe(0);
      expect((await read("?to=2100-01-01T00:00:00Z")).count).toBe((await read()).count);
    });

    test("as CSV that no spreadsheet runs, and that adds a row to the log", async () => {
      const { id } = await signedIn(server.db, { companyId: people.companyId, email: "cell@example.org" });
      await server.db.updateTable("users").set({ name: '=cmd|"/c calc"' }).where("id", "=", id).execute();
      await server.call("POST", "users/login/", { body: { email: "cell@example.org", password: PASSWORD } });
      const answer = await server.call("GET", `${base()}export/?action=session.started`, { token: people.admin.token });
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
      const lines = String(answer.body).split("\r\n");
      expect(lines[0]).toBe("at,action,actor_name,actor_email,subject_kind,subject_name,before,after,address");
      expect(lines[1]).toContain(`session.started,"'=cmd|""/c calc""",cell@example.org,`);
      expect((await newest()).action).toBe("audit.exported");
    });
  });

  test("the database refuses to change or delete a row", async () => {
    const { db } = server;
    await expect(db.updateTable("audit_log").set({ action: "x" }).execute()).rejects.toThrow("append-only");
    await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
    await expect(sql`delete from companies where id = ${people.companyId}`.execute(db)).rejects.toThrow("append-only");
  });

  test("is kept for the time that the company sets", async () => {
    const { companyId, admin } = people;
    const keep = (kept_days: number) => server.call("PUT", base(), { token: admin.token, body: { kept_days } });
    expect((await keep(29)).status).toBe(400);
    expect((await keep(90)).body).toEqual({ kept_days: 90 });
    expect(await newest()).toMatchObject({ before: { kept_days: 365 }, after: { kept_days: 90 } });
    expect((await read()).kept_days).toBe(90);
    const old = (days: number) => ({
      company_id: companyId,
      at: new Date(Date.now() - days * 86_400_000),
      action: "session.ended",
      actor_id: null,
      actor_name: `${days} days ago`,
      actor_email: "",
      address: "",
    });
    await server.db
      .insertInto("audit_log")
      .values([old(89), old(91)])
      .execute();
    await deleteExpiredRows(server.db);
    expect((await read("?person=89%20days")).count).toBe(1);
    expect((await read("?person=91%20days")).count).toBe(0);
  });
});
