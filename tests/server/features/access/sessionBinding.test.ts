/** A session that began in a browser is of no use outside of it, unless in the network in which it began. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addPeople, PASSWORD, startTestServer, type TestServer } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";

const HOME = "198.51.100.7";
const ELSEWHERE = "203.0.113.9";

onOneDatabase("a session of a browser", (engine) => {
  let server: TestServer;
  let email: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { CLEW_TRUSTED_PROXIES: "127.0.0.1" } });
    ({
      member: { email },
    } = await addPeople(server.db));
  });
  afterAll(() => server.stop());
  beforeEach(() => server.db.deleteFrom("sessions").execute());

  const send = async (path: string, from: string, headers: Record<string, string>, body?: unknown) => {
    const answer = await fetch(`${server.url}/api/v1/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text(), cookie: answer.headers.get("set-cookie") };
  };
  const signIn = async (headers: Record<string, string>, from = HOME) => {
    const { text, cookie } = await send("users/login/", from, headers, { email, password: PASSWORD });
    return { token: (JSON.parse(text) as { token: string }).token, set: cookie, cookie: cookie?.split(";")[0] ?? "" };
  };
  const here = () => ({ origin: server.url });
  const me = (token: string, from: string, cookie = "") =>
    send("users/me/", from, { authorization: `Token ${token}`, ...(cookie !== "" && { cookie }) });

  test("is refused elsewhere with the reason, and stays open for its owner", async () => {
    const { token, cookie } = await signIn(here());
    expect((await me(token, ELSEWHERE, cookie)).status).toBe(200);
    const copied = await me(token, ELSEWHERE);
    expect([copied.status, copied.text]).toEqual([401, expect.stringContaining("another browser")]);
    const other = await signIn(here(), ELSEWHERE);
    expect(other.cookie).not.toBe(cookie);
    expect((await me(token, ELSEWHERE, other.cookie)).status).toBe(401);
    expect((await me(token, ELSEWHERE, cookie)).status).toBe(200);
  });

  test("has its first refusal in the list of its owner, and once in the audit log", async () => {
    const refusals = () =>
      server.db
        .selectFrom("audit_log")
        .select(["address", "after"])
        .where("action", "=", "session.refused")
        .orderBy("id")
        .execute();
    const before = (await refusals()).length;
    const { token, cookie } = await signIn(here());
    await Promise.all(Array.from({ length: 5 }, () => me(token, ELSEWHERE)));
    const { text } = await send("users/me/sessions/", HOME, { authorization: `Token ${token}`, cookie });
    expect((JSON.parse(text) as { refused_at: string | null }[])[0]?.refused_at).toEqual(expect.any(String));
    expect((await refusals()).slice(before)).toEqual([
      { address: expect.stringContaining("203.0.113"), after: { reason: "other_browser" } },
    ]);
  });

  test("opens no socket elsewhere", async () => {
    const { token } = await signIn(here());
    const ticket = (from: string) => send("users/me/socket-ticket/", from, { authorization: `Token ${token}` }, {});
    expect((await ticket(ELSEWHERE)).status).toBe(401);
    expect((await ticket(HOME)).status).toBe(201);
  });

  test("is open to other programs in the network in which it began", async () => {
    const { token } = await signIn(here());
    expect((await me(token, HOME)).status).toBe(200);
    expect((await me(token, "198.51.100.8")).status).toBe(401);
  });

  test("keeps its browser over several sign-ins, in a cookie that no script and no other site can use", async () => {
    const first = await signIn(here());
    const second = await signIn({ ...here(), cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    expect((await me(first.token, ELSEWHERE, second.cookie)).status).toBe(200);
    expect(first.set).toMatch(/^clew_browser=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    const overHttps = await signIn({ origin: server.url.replace("http:", "https:") });
    expect(overHttps.set).toMatch(/^__Host-clew_browser=.*; HttpOnly; SameSite=Strict; Secure$/);
    expect((await me(overHttps.token, ELSEWHERE, overHttps.cookie)).status).toBe(200);
    expect((await me(overHttps.token, ELSEWHERE, `clew_browser=${"a".repeat(43)}`)).status).toBe(401);
  });

  test("takes over no value that a neighbouring host has planted", async () => {
    const planted = `clew_browser=${"a".repeat(43)}`;
    const { token, set, cookie } = await signIn({ origin: server.url.replace("http:", "https:"), cookie: planted });
    expect(set).toMatch(/^__Host-clew_browser=(?!a{43})/);
    expect((await me(token, ELSEWHERE, `__Host-${planted}`)).status).toBe(401);
    expect((await me(token, ELSEWHERE, `${planted}; ${cookie}`)).status).toBe(200);
  });

  test.each<Record<string, string>>([{}, { origin: "https://other.example" }, { origin: "null" }])(
    "a program and a page of another host (%o) get no cookie and are bound to nothing",
    async (headers) => {
      const { token, set } = await signIn(headers);
      expect(set).toBeNull();
      expect((await me(token, ELSEWHERE)).status).toBe(200);
    },
  );
});
