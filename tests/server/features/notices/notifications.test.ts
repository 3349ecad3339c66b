import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession, startSession } from "../../../../server/access/sessions/sessions.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import { publish } from "../../../../server/events/publish.ts";
import { addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import {
  addPeople,
  listen,
  PASSWORD,
  signedIn,
  startTestServer,
  type Heard,
  type TestServer,
} from "../../http/testServer.ts";
import { verbatim } from "../../../../server/messages/messages.ts";

onOneDatabase("the notifications channel", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let projectId: string;
  const open: Heard[] = [];
  const hear = async (query: string): Promise<Heard> => {
    const heard = await listen(server, query);
    open.push(heard);
    return heard;
  };
  const titles = ({ messages }: Heard) => messages.map(({ title }) => title);

  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    projectId = await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "maze" });
  });
  afterAll(async () => {
    for (const { socket } of open) socket.close();
    await server.stop();
  });

  test.each(["", "token=", "token=nonsense", `token=${"x".repeat(5000)}`, "token=a&token=b"])(
    "closes with 4401 for %j",
    async (query) => {
      expect(await (await hear(query)).closed).toBe(4401);
    },
  );

  test("closes with 4401 for a session that has ended", async () => {
    const token = await startSession(server.db, people.admin.id);
    await endSession(server.db, hashToken(token));
    expect(await (await hear(`token=${token}`)).closed).toBe(4401);
  });

  test("sends a project's events to its members alone, and a person's to that person", async () => {
    const { db } = server;
    const [admin, member, stranger] = await Promise.all([
      hear(`token=${people.admin.token}`),
      hear(`token=${people.member.token}`),
      hear(`token=${people.stranger.token}`),
    ]);
    const event = { projectId, type: "project.changed", project: "maze" } as const;
    await publish(db, { ...event, title: verbatim("for members"), href: "/projects/maze", data: { a: 1 } });
    await publish(db, { userId: people.member.id, type: "member.added", title: verbatim("for one") });
    await publish(db, { companyId: people.companyId, type: "announcement", title: verbatim("for the company") });
    await publish(db, { type: "announcement", title: verbatim("for all") });
    await expect.poll(() => titles(stranger)).toEqual(["for all"]);
    await expect.poll(() => titles(admin)).toEqual(["for members", "for the company", "for all"]);
    await expect.poll(() => titles(member)).toEqual(["for one", "for the company", "for all"]);
    expect(admin.messages[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      type: "project.changed",
      title: "for members",
      body: null,
      project: "maze",
      href: "/projects/maze",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      data: { a: 1 },
    });

    await addMember(db, projectId, people.member.id, "Viewer");
    await publish(db, { ...event, title: verbatim("now for both") });
    await expect.poll(() => titles(member).at(-1)).toBe("now for both");
  });

  test("delivers a transaction's notifications on commit, and never on rollback", async () => {
    const { db } = server;
    const heard = await hear(`token=${people.admin.token}`);
    const event = { userId: people.admin.id, type: "announcement" } as const;
    await db
      .transaction()
      .execute(async (transaction) => {
        await publish(transaction, { ...event, title: verbatim("rolled back") });
        throw new Error("no");
      })
      .catch(() => {});
    await db.transaction().execute((transaction) => publish(transaction, { ...event, title: verbatim("committed") }));
    await expect.poll(() => titles(heard)).toEqual(["committed"]);
  });

  test("after a gap sends what was missed, once, and then what comes", async () => {
    const { db } = server;
    const event = { projectId, type: "project.changed", project: "maze" } as const;
    const before = await hear(`token=${people.admin.token}`);
    await publish(db, { ...event, title: verbatim("seen") });
    await expect.poll(() => titles(before)).toEqual(["seen"]);
    const seen = String(before.messages[0]?.["id"]);
    await publish(db, { ...event, title: verbatim("missed 1") });
    await publish(db, { userId: people.stranger.id, type: "announcement", title: verbatim("not mine") });
    await publish(db, { ...event, title: verbatim("missed 2") });
    const heard = await hear(`token=${people.admin.token}&after=${seen}`);
    await publish(db, { ...event, title: verbatim("live") });
    await expect.poll(() => titles(heard)).toEqual(["missed 1", "missed 2", "live"]);
    const odd = await hear(`token=${people.admin.token}&after=nonsense`);
    await publish(db, { ...event, title: verbatim("later") });
    await expect.poll(() => titles(odd)).toEqual(["later"]);
  });

  test("an event of a transaction that ends late comes after the delivered ones, and a page that was away gets it", async () => {
    const { db } = server;
    const event = { userId: people.member.id, type: "announcement" } as const;
    const first = await hear(`token=${people.member.token}`);
    const tellEarly = async (): Promise<void> => {
      await publish(db, { ...event, title: verbatim("early") });
      await expect.poll(() => titles(first)).toEqual(["early"]);
      first.socket.close();
      await first.closed;
    };
    if (engine === "postgres") {
      // Its row is written, and has its id, before the others have theirs.
      const written = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const late = db.transaction().execute(async (transaction) => {
        await publish(transaction, { ...event, title: verbatim("late") });
        written.resolve();
        await mayEnd.promise;
      });
      await written.promise;
      await tellEarly();
      mayEnd.resolve();
      await late;
    } else {
      // One connection cannot be in the middle of two transactions: a lower id that appears later is the same thing.
      await tellEarly();
      const lowest = await db.selectFrom("events").select("id").orderBy("id").executeTakeFirstOrThrow();
      const message = { title: "late", body: null, project: null, href: null, data: {} };
      await db
        .insertInto("events")
        .values({ id: lowest.id - 1, user_id: event.userId, type: event.type, message: JSON.stringify(message) })
        .execute();
    }
    const again = await hear(`token=${people.member.token}&after=${String(first.messages[0]?.["id"])}`);
    await publish(db, { ...event, title: verbatim("last") });
    await expect.poll(() => titles(again)).toEqual(["late", "last"]);
  });

  test("after an early disconnect a page receives all events since its start", async () => {
    const { db } = server;
    const event = { userId: people.member.id, type: "announcement" } as const;
    await publish(db, { ...event, title: verbatim("long ago") });
    const all = await hear(`token=${people.member.token}&after=0`);
    await expect.poll(() => titles(all)).toContain("long ago");
    await sql`update events set told_at = told_at - interval '1 hour'`.execute(db);
    await publish(db, { ...event, title: verbatim("while it was away") });
    const back = await hear(`token=${people.member.token}&away=7000`);
    await expect.poll(() => titles(back)).toEqual(["while it was away"]);
  });

  test("a place that is not there yet, after a restore, shuts no page out", async () => {
    const ahead = await hear(`token=${people.member.token}&after=999999999`);
    await publish(server.db, { userId: people.member.id, type: "announcement", title: verbatim("heard all the same") });
    await expect.poll(() => titles(ahead)).toEqual(["heard all the same"]);
  });

  test("closes the sockets of a company whose subscription ends, and refuses new ones without a replay", async () => {
    const { db } = server;
    const heard = await hear(`token=${people.member.token}`);
    const stranger = await hear(`token=${people.stranger.token}`);
    await publish(db, { companyId: people.companyId, type: "announcement", title: verbatim("before the end") });
    await expect.poll(() => titles(heard)).toEqual(["before the end"]);
    const company = db.updateTable("companies").where("id", "=", people.companyId);
    await company.set({ subscription_status: "trial", trial_ends_at: new Date(Date.now() - 1000) }).execute();
    expect(await heard.closed).toBe(4403);
    const late = await hear(`token=${people.member.token}&after=0`);
    expect(await late.closed).toBe(4403);
    expect(late.messages).toEqual([]);
    expect(stranger.socket.readyState).toBe(WebSocket.OPEN);
    await company.set({ subscription_status: "active", trial_ends_at: null }).execute();
    const again = await hear(`token=${people.member.token}&after=0`);
    await expect.poll(() => titles(again)).toContain("before the end");
  });

  test("closes the sockets of a member who is removed from the company", async () => {
    const leaver = await signedIn(server.db, { companyId: people.companyId, email: "leaver@example.org" });
    const heard = await hear(`token=${leaver.token}`);
    await server.call("POST", "users/me/confirm/", { token: people.admin.token, body: { password: PASSWORD } });
    const path = `companies/${people.companyId}/users/${leaver.id}/`;
    expect((await server.call("DELETE", path, { token: people.admin.token })).status).toBe(204);
    expect(await heard.closed).toBe(4401);
  });

  test("a client that sends too much is disconnected, and one that sends a little is not", async () => {
    const quiet = await hear(`token=${people.admin.token}`);
    quiet.socket.send("hello");
    const loud = await hear(`token=${people.admin.token}`);
    loud.socket.send("x".repeat(100_000));
    expect([1006, 1009]).toContain(await loud.closed);
    await publish(server.db, { userId: people.admin.id, type: "announcement", title: verbatim("still here") });
    await expect.poll(() => titles(quiet)).toContain("still here");
  });
});
