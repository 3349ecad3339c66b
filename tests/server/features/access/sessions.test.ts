import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../contract/access/sessions.ts";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import { newSocketTicket, redeemSocketTicket } from "../../../../server/access/sessions/socketTickets.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import WebSocket from "ws";
import { openMailbox } from "../../mail/mailbox.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addPeople, listen, PASSWORD, startTestServer, type TestServer } from "../../http/testServer.ts";

onOneDatabase("sessions", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { CLEW_TRUSTED_PROXIES: "127.0.0.1" } });
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());
  const list = async (token: string): Promise<Session[]> =>
    (await server.call("GET", "users/me/sessions/", { token })).body as Session[];

  test("are listed with what they are used with, and the one that asks comes first", async () => {
    const response = await fetch(`${server.url}/api/v1/users/login/`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        "x-forwarded-for": "198.51.100.77",
      },
      body: JSON.stringify({ email: people.member.email, password: PASSWORD }),
    });
    const { token } = (await response.json()) as { token: string };
    const sessions = await list(token);
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[0]).toMatchObject({
      user_agent: expect.stringContaining("Firefox/145.0") as string,
      address: "198.51.100.0/24",
    });
    // Neither the token nor its stored hash.
    expect(JSON.stringify(sessions)).not.toContain(token);
    expect(JSON.stringify(sessions)).not.toContain(hashToken(token));
  });

  test("end one by one, and only for their own user", async () => {
    const { db } = server;
    const [one, two] = [await startSession(db, people.admin.id), await startSession(db, people.admin.id)];
    const other = (await list(one)).filter(({ current }) => !current);
    const { id } = (await list(two))[0] as Session;
    expect(other.map((session) => session.id)).toContain(id);
    const revoke = (token: string) => server.call("DELETE", `users/me/sessions/${id}/`, { token });
    expect((await revoke(people.member.token)).status).toBe(404);
    expect((await server.call("GET", "users/me/", { token: two })).status).toBe(200);
    expect((await revoke(one)).status).toBe(204);
    expect((await server.call("GET", "users/me/", { token: two })).status).toBe(401);
    expect((await revoke(one)).status).toBe(404);
  });

  test("all others end at once", async () => {
    const { db } = server;
    const [mine, other] = [await startSession(db, people.admin.id), await startSession(db, people.admin.id)];
    expect((await server.call("DELETE", "users/me/sessions/", { token: mine })).status).toBe(204);
    expect(await list(mine)).toHaveLength(1);
    expect((await server.call("GET", "users/me/", { token: other })).status).toBe(401);
    expect((await server.call("GET", "users/me/", { token: people.member.token })).status).toBe(200);
  });

  test("a name that no database holds, or without an end, is cut", async () => {
    const token = await startSession(server.db, people.member.id, new Date(), {
      address: "nonsense",
      userAgent: `a\u0000b\ud800${"x".repeat(5000)}`,
    });
    const [session] = await list(token);
    expect(session?.user_agent).toMatch(/^ab\ufffdx{290,}$/);
    expect(session?.address).toBe("");
  });

  test("a ticket opens the socket once, for the session that asked", async () => {
    const token = await startSession(server.db, people.member.id);
    const made = await server.call("POST", "users/me/socket-ticket/", { token });
    const { ticket } = made.body as { ticket: string };
    expect([made.status, ticket]).toEqual([201, expect.stringMatching(/^[\w-]{43}$/)]);
    const heard = await listen(server, `ticket=${ticket}`);
    const again = await listen(server, `ticket=${ticket}`);
    // One of the two was first: the other one is late.
    expect(await Promise.race([heard.closed, again.closed])).toBe(4401);
    const open = [heard, again].filter(({ socket }) => socket.readyState === socket.OPEN);
    expect(open).toHaveLength(1);
    open[0]?.socket.close();
    // The log contains none of it.
    expect(server.log.join("")).not.toContain(ticket);
  });

  test("a ticket that is late, or whose session has ended, opens nothing", async () => {
    const { db } = server;
    const token = await startSession(db, people.member.id);
    const late = await newSocketTicket(db, hashToken(token));
    expect(await redeemSocketTicket(db, late.ticket, "127.0.0.1", new Date(Date.now() + 31_000))).toBeUndefined();
    const orphan = await newSocketTicket(db, hashToken(token));
    expect((await server.call("POST", "users/logout/", { token })).status).toBe(204);
    expect(await redeemSocketTicket(db, orphan.ticket, "127.0.0.1")).toBeUndefined();
    for (const nonsense of ["", "x", "x".repeat(1000)])
      expect(await redeemSocketTicket(db, nonsense, "127.0.0.1")).toBeUndefined();
  });

  test("a page of another origin opens no socket; this one's and a program do", async () => {
    const address = `${server.url.replace("http", "ws")}/ws/notifications/?token=${people.member.token}`;
    const open = (origin?: string): Promise<number> =>
      new Promise((resolve) => {
        const socket = new WebSocket(address, origin === undefined ? {} : { origin });
        socket.on("open", () => {
          socket.close();
          resolve(101);
        });
        socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
        socket.on("error", () => undefined);
      });
    expect(await open("https://evil.example")).toBe(403);
    expect(await open("null")).toBe(403);
    expect(await open(server.url.replace(/\d+$/, "1"))).toBe(403);
    expect(await open(server.url)).toBe(101);
    expect(await open()).toBe(101);
  });
});

onOneDatabase("a sign-in on a new device", (engine) => {
  test("is mailed to its user once for each browser, system and network", async () => {
    const mailbox = await openMailbox();
    const server = await startTestServer(engine, {
      environment: {
        CLEW_TRUSTED_PROXIES: "127.0.0.1",
        CLEW_SMTP_URL: mailbox.url,
        CLEW_MAIL_FROM: "clew@example.org",
      },
    });
    const { member } = await addPeople(server.db);
    const signIn = async (userAgent: string, address: string, password = PASSWORD) =>
      (
        await fetch(`${server.url}/api/v1/users/login/`, {
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": userAgent, "x-forwarded-for": address },
          body: JSON.stringify({ email: member.email, password }),
        })
      ).status;
    const chrome = (version: number) =>
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`;
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    const texts = async () =>
      (await server.db.selectFrom("outbox").select(["subject", "recipient"]).where("kind", "=", "newDevice").execute())
        .length;
    expect(await Promise.all([signIn(chrome(140), "203.0.113.9"), signIn(chrome(140), "203.0.113.9")])).toEqual([
      200, 200,
    ]);
    expect(await texts()).toBe(1);
    // The next version of the browser, and another machine of the same network, are no other device.
    expect(await signIn(chrome(141), "203.0.113.77")).toBe(200);
    expect(await texts()).toBe(1);
    expect(await signIn(chrome(141), "198.51.100.1", "wrong")).toBe(400);
    expect(await texts()).toBe(1);
    expect(await signIn(chrome(141), "198.51.100.1")).toBe(200);
    expect(await signIn(firefox, "203.0.113.9")).toBe(200);
    expect(await texts()).toBe(3);
    await expect.poll(() => mailbox.received.length).toBe(3);
    const [first] = mailbox.received;
    expect(first?.to).toEqual([member.email]);
    expect(first?.text).toContain("Chrome on macOS from the address 203.0.113.0/24");
    expect(first?.text).toContain("/settings/password");
    await server.stop();
    await mailbox.stop();
  });
});
