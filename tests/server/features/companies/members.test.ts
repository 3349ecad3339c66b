import type { CompiledQuery, KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMembers } from "../../../../server/features/members/addMembers.ts";
import { createMail } from "../../../../server/mail/Mail.ts";
import type { Db } from "../../../../server/db/openDb.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { addProject, addUser } from "../../rows.ts";
import { onEachDatabase } from "../../testDb.ts";

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}-${at}@example.org`);

onEachDatabase("a hundred addresses", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());

  const project = async (slug: string, ownerId: string) => {
    const { companyId } = people;
    const id = await addProject(server.db, { companyId, ownerId, slug });
    return { id, slug, name: slug, companyId };
  };
  const change = (method: "POST" | "DELETE", slug: string, token: string, emails: readonly string[]) =>
    server.call(method, `projects/${slug}/users/`, { token, body: { emails } });
  const countRows = async (table: "project_members" | "invitations" | "outbox") =>
    (await server.db.selectFrom(table).selectAll().execute()).length;

  test("that a Member adds are one announcement to the Admins, with their number", async () => {
    await project("expected", people.member.id);
    const before = await countRows("invitations");
    const answer = await change("POST", "expected", people.member.token, addresses("expected", 100));
    expect([answer.status, (answer.body as unknown[]).length]).toEqual([200, 101]);
    const events = await server.db
      .selectFrom("events")
      .select("message")
      .where("user_id", "=", people.admin.id)
      .where("type", "=", "announcement")
      .execute();
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).toMatch(/"notification\.members_expected".*"count":100/);
    expect(await countRows("invitations")).toBe(before);
    // The same addresses again: none of them is new.
    await change("POST", "expected", people.member.token, addresses("expected", 100));
    const all = await server.db.selectFrom("events").select("id").where("type", "=", "announcement").execute();
    expect(all).toHaveLength(1);
  });

  test("are each invited once by an Admin, noted in the audit log and removed again", async () => {
    const { id } = await project("invited", people.admin.id);
    const emails = addresses("invited", 100);
    const before = [await countRows("invitations"), await countRows("outbox")];
    expect((await change("POST", "invited", people.admin.token, emails)).status).toBe(200);
    expect((await change("POST", "invited", people.admin.token, emails)).status).toBe(200);
    expect([await countRows("invitations"), await countRows("outbox")]).toEqual(before.map((count) => count + 100));
    const actions = await server.db.selectFrom("audit_log").select(["action", "subject_name"]).execute();
    const of = (action: string) =>
      actions.filter((row) => row.action === action && row.subject_name?.startsWith("invited-"));
    expect([of("member.added").length, of("invitation.created").length]).toEqual([100, 100]);
    expect((await change("DELETE", "invited", people.admin.token, emails)).status).toBe(204);
    const rest = await server.db.selectFrom("project_members").select("user_id").where("project_id", "=", id).execute();
    expect(rest).toEqual([{ user_id: people.admin.id }]);
  });

  test("take as many statements as two", async () => {
    const mail = createMail({
      isSent: true,
      seal: { seal: (text) => Buffer.from(text), open: (bytes) => Buffer.from(bytes).toString() },
      publicUrl: () => "https://clew.example",
    });
    const notices = { mail, announceInvitation: () => undefined };
    const by = {
      ...people.admin,
      name: "Ada",
      language: "EN",
      companyRole: "Admin",
      companyId: people.companyId,
    } as const;
    const statementsFor = async (count: number): Promise<number> => {
      const users = addresses(`user-${count}`, count);
      for (const email of users) await addUser(server.db, { companyId: people.companyId, email });
      const own = await project(`counted-${count}`, people.admin.id);
      const statements: CompiledQuery[] = [];
      await server.db.transaction().execute(async (tx) => {
        const audit = { id: by.id, name: by.name, email: by.email, companyId: by.companyId, address: "" };
        const emails = [...users, ...addresses(`new-${count}`, count)];
        const links = await addMembers(tx.withPlugin(recorder(tx, statements)), notices, { ...by, audit }, own, emails);
        expect(links).toHaveLength(count);
      });
      return statements.length;
    };
    const few = await statementsFor(2);
    expect(await statementsFor(50)).toBe(few);
  });
});

const recorder = (db: Db, statements: CompiledQuery[]): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => {
    statements.push(db.getExecutor().compileQuery(node, queryId));
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});
