import { afterAll, beforeAll, expect, test } from "vitest";
import type { DashboardPage } from "../../../../contract/insights/dashboards.ts";
import { listDashboardReaders } from "../../../../server/db/tables/insights/dashboards.ts";
import { publish } from "../../../../server/events/publish.ts";
import { verbatim } from "../../../../server/messages/messages.ts";
import {
  type Heard,
  listen,
  signedIn,
  type SignedInUser,
  startTestServer,
  type TestServer,
} from "../../http/testServer.ts";
import { addCompany } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const LAYOUT = { period: "3m", granularity: "weekly", cards: [] } as const;

onOneDatabase("events of dashboards", (engine) => {
  let server: TestServer;
  const users: Record<string, SignedInUser> = {};
  const sockets: Record<string, Heard> = {};
  beforeAll(async () => {
    server = await startTestServer(engine);
    const companyId = await addCompany(server.db, { plan: "Enterprise" });
    const otherId = await addCompany(server.db, { plan: "Enterprise" });
    users["owner"] = await signedIn(server.db, { companyId, email: "owner@example.org" });
    users["colleague"] = await signedIn(server.db, { companyId, email: "colleague@example.org" });
    users["admin"] = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
    users["outsider"] = await signedIn(server.db, { companyId: otherId, email: "outsider@example.org", role: "Admin" });
    for (const [name, { token }] of Object.entries(users)) sockets[name] = await listen(server, `token=${token}`);
  });
  afterAll(async () => {
    for (const { socket } of Object.values(sockets)) socket.close();
    await server.stop();
  });

  const call = (name: string, method: string, path: string, body?: object) =>
    server.call(method, `dashboards/${path}`, { token: users[name]?.token ?? "", ...(body && { body }) });
  const create = async (sharing: string): Promise<string> => {
    const { body } = await call("owner", "POST", "", { name: "Board", sharing, layout: LAYOUT });
    return (body as DashboardPage).id;
  };
  const change = async (name: string, id: string, body: object): Promise<void> => {
    expect((await call(name, "PUT", `${id}/`, body)).status).toBe(200);
  };
  let marks = 0;
  /** What each user has heard since the last call. An announcement to all users ends it. */
  const heard = async (): Promise<Record<string, unknown[]>> => {
    marks += 1;
    const mark = `mark ${marks}`;
    await publish(server.db, { type: "announcement", title: verbatim(mark) });
    const answers: Record<string, unknown[]> = {};
    for (const [name, { messages }] of Object.entries(sockets)) {
      await expect.poll(() => messages.at(-1)?.["title"]).toBe(mark);
      const all = messages.splice(0).slice(0, -1);
      answers[name] = all.map(({ type, data }) => [String(type).replace("dashboard.", ""), data]);
    }
    return answers;
  };

  test("only users who see a dashboard hear of its changes, and of a private one its owner alone", async () => {
    const id = await create("private");
    const changed = (version: number, by: string) => ["changed", { dashboard: id, version, by }];
    const removed = ["removed", { dashboard: id }];
    await change("owner", id, { version: 1, name: "Secret" });
    expect(await heard()).toEqual({ owner: [changed(2, "owner")], colleague: [], admin: [], outsider: [] });

    await change("owner", id, { version: 2, sharing: "admins" });
    await change("admin", id, { version: 3, layout: LAYOUT });
    const both = [changed(3, "owner"), changed(4, "admin")];
    expect(await heard()).toEqual({ owner: both, colleague: [], admin: both, outsider: [] });

    await change("owner", id, { version: 4, sharing: "edit" });
    await change("colleague", id, { version: 5, layout: LAYOUT });
    const all = [changed(5, "owner"), changed(6, "colleague")];
    expect(await heard()).toEqual({ owner: all, colleague: all, admin: all, outsider: [] });

    // Who loses it learns that, and neither the version nor who did it.
    await change("owner", id, { version: 6, sharing: "admins" });
    const last = [changed(7, "owner")];
    expect(await heard()).toEqual({ owner: last, colleague: [removed], admin: last, outsider: [] });
    await change("owner", id, { version: 7, sharing: "private" });
    expect(await heard()).toEqual({ owner: [changed(8, "owner")], colleague: [], admin: [removed], outsider: [] });

    expect((await call("owner", "DELETE", `${id}/`)).status).toBe(204);
    expect(await heard()).toEqual({ owner: [removed], colleague: [], admin: [], outsider: [] });
  });

  test("a shared dashboard that is deleted is gone for the company, and a refused change has no event", async () => {
    const id = await create("read");
    expect((await call("colleague", "PUT", `${id}/`, { version: 1, name: "Mine" })).status).toBe(403);
    expect((await call("owner", "PUT", `${id}/`, { version: 9, name: "Late" })).status).toBe(409);
    expect((await call("colleague", "DELETE", `${id}/`)).status).toBe(403);
    expect((await call("outsider", "DELETE", `${id}/`)).status).toBe(404);
    expect((await call("admin", "DELETE", `${id}/`)).status).toBe(204);
    const removed = [["removed", { dashboard: id }]];
    expect(await heard()).toEqual({ owner: removed, colleague: removed, admin: removed, outsider: [] });
  });

  test("an owner who has left the company hears nothing of what they left there", async () => {
    const id = await create("admins");
    await server.db
      .updateTable("users")
      .set({ company_id: null })
      .where("id", "=", users["owner"]?.id ?? "")
      .execute();
    await change("admin", id, { version: 1, name: "Ours" });
    const [last] = await server.db.selectFrom("events").select(["user_id", "type"]).orderBy("id", "desc").execute();
    expect(last).toEqual({ user_id: users["admin"]?.id, type: "dashboard.changed" });
    expect(await listDashboardReaders(server.db, id)).toEqual([users["admin"]?.id]);
  });
});
