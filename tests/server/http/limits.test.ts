import { ServerBusyError } from "../../../server/errors.ts";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket as Client } from "ws";
import { createApp } from "../../../server/http/app.ts";
import { ConcurrencyLimiter } from "../../../server/http/limits/ConcurrencyLimiter.ts";
import { publish } from "../../../server/events/publish.ts";
import { Metrics } from "../../../server/observability/Metrics.ts";
import { addPeople, listen, startTestServer, type TestServer } from "./testServer.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const never = new AbortController().signal;
const OPTIONS = { concurrency: 1, maxQueued: 10, maxQueuedPerUser: 3, queueTimeoutMs: 60_000 };

/** Work that ends when the test releases it, and reports its start. */
function setUp(options: Partial<ConstructorParameters<typeof ConcurrencyLimiter>[0]> = {}) {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, ...options });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, person = name, signal = never): Promise<string> =>
    limiter.run(person, signal, () => {
      began.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { limiter, began, ask, end };
}

describe("the limiter before the engines", () => {
  test("serves the queues of several users in turn, independent of their length", async () => {
    const { limiter, began, ask, end } = setUp();
    const answers = [ask("a1", "a"), ask("a2", "a"), ask("a3", "a"), ask("b1", "b"), ask("c1", "c"), ask("b2", "b")];
    expect([limiter.running, limiter.waiting]).toEqual([1, 5]);
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await end(name);
    expect(began).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
    expect(await Promise.all(answers)).toHaveLength(6);
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  test("refuses only the user whose own queue is too long", async () => {
    let refused = 0;
    const { ask, end } = setUp({ onRefused: () => (refused += 1) });
    const answers = [ask("a1", "a"), ask("a2", "a"), ask("a3", "a"), ask("a4", "a")];
    await expect(ask("a5", "a")).rejects.toThrow(ServerBusyError);
    answers.push(ask("b1", "b"));
    expect(refused).toBe(1);
    for (const name of ["a1", "a2", "b1", "a3", "a4"]) await end(name);
    expect(await Promise.all(answers)).toHaveLength(5);
  });

  test("refuses all callers when the queues together are too long, with Retry-After", async () => {
    const { ask, end } = setUp({ maxQueued: 1 });
    const answers = [ask("a"), ask("b")];
    const error: unknown = await ask("c").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) as number });
    expect((error as ServerBusyError).retryAfterSeconds).toBeGreaterThanOrEqual(1);
    await end("a");
    await end("b");
    expect(await Promise.all(answers)).toEqual(["a", "b"]);
  });

  test("who has gone leaves the line; who waited too long is sent away; a failure frees the place", async () => {
    const { limiter, began, ask, end } = setUp({ queueTimeoutMs: 1 });
    const first = ask("a");
    const gone = new AbortController();
    const left = ask("b", "b", gone.signal);
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await expect(ask("c")).rejects.toThrow(ServerBusyError);
    expect(limiter.waiting).toBe(0);
    await end("a");
    await first;
    await expect(limiter.run("d", never, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect([limiter.running, began]).toEqual([0, ["a"]]);
  });
});

describe("under overload", () => {
  test("a call is refused with 503 and a moment to come back, in the caller's language; health and pages are answered", async () => {
    const metrics = new Metrics({ version: "1", engine: "pglite", roles: ["web"] });
    const app = await createApp({
      settings: { distDir: "/nowhere", logLevel: "silent" },
      metrics,
      loadLimits: { inFlight: 0, lagSeconds: 2 },
    });
    app.get("/api/v1/health/live/", () => ({ status: "live" }));
    app.get("/api/v1/users/me/", () => ({}));
    const refused = await app.inject({ url: "/api/v1/users/me/", headers: { "accept-language": "tr" } });
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      {
        detail: "Sunucu meşgul. Birazdan yeniden deneyin.",
        code: "server.busy",
        request_id: refused.headers["x-request-id"],
      },
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect((await app.inject("/api/v1/health/live")).statusCode).toBe(200);
    expect((await app.inject("/screen")).body).toContain("has not been built");
    expect(await metrics.text(null)).toContain('clew_http_refused_total{reason="busy"} 1');
    expect(metrics.inFlight).toBe(0);
    await app.close();
  });
});

describe("beyond the limit of requests in flight", () => {
  test("refuses the users with more than an equal share with 429, and answers the others", async () => {
    const metrics = new Metrics({ version: "1", engine: "pglite", roles: ["web"] });
    const app = await createApp({
      settings: { distDir: "/nowhere", logLevel: "silent" },
      metrics,
      loadLimits: { inFlight: 10, lagSeconds: 1000 },
    });
    const answer: (() => void)[] = [];
    app.get("/api/v1/slow/", () => new Promise((resolve) => answer.push(() => resolve({}))));
    app.get("/api/v1/users/me/", () => ({}));
    const get = (url: string, who: string) =>
      app.inject({ url, headers: { authorization: `Token ${who}`, "accept-language": "tr" } });
    const held = Array.from({ length: 10 }, () => get("/api/v1/slow/", "greedy"));
    await expect.poll(() => answer.length).toBe(10);
    expect((await get("/api/v1/users/me/", "modest")).statusCode).toBe(200);
    const refused = await get("/api/v1/users/me/", "greedy");
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { detail: "Aynı anda çok fazla istek gönderdiniz. Biraz bekleyip sürdürün.", code: "limit.concurrent" },
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    for (const one of answer) one();
    expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    // A served caller occupies nothing.
    expect((await get("/api/v1/users/me/", "greedy")).statusCode).toBe(200);
    await app.close();
  });

  test("a client that has gone before its answer occupies nothing", async () => {
    const metrics = new Metrics({ version: "1", engine: "pglite", roles: ["web"] });
    const app = await createApp({
      settings: { distDir: "/nowhere", logLevel: "silent" },
      metrics,
      loadLimits: { inFlight: 1, lagSeconds: 1000 },
    });
    app.get("/api/v1/slow/", () => new Promise(() => undefined));
    app.get("/api/v1/users/me/", () => ({}));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const get = (path: string, who: string) =>
      request(`${url}/api/v1/${path}`, { headers: { authorization: `Token ${who}` } }).on("error", () => undefined);
    for (let time = 0; time < 20; time++) {
      const dropped = get("slow/", "impatient").end();
      await expect.poll(() => metrics.inFlight).toBe(1);
      dropped.destroy();
      await expect.poll(() => metrics.inFlight).toBe(0);
    }
    const other = get("slow/", "other").end();
    await expect.poll(() => metrics.inFlight).toBe(1);
    const [answer] = (await once(get("users/me/", "impatient").end(), "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    other.destroy();
    await app.close();
  });
});

describe("what a client may send", () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer("pglite");
    token = (await addPeople(server.db)).admin.token;
  });
  afterAll(() => server.stop());

  test("a body that is too large is refused with 413", async () => {
    const { status, body } = await server.call("POST", "users/login/", { raw: `{"email":"${"x".repeat(2 << 20)}"}` });
    expect([status, body]).toEqual([413, { detail: "The request is too large.", code: "request.too_large" }]);
  });

  test("a question, a filter and a page that are too long or too many are refused in words", async () => {
    for (const query of [`q=${"x".repeat(5000)}`, "q=a&limit=100000"]) {
      expect((await server.call("GET", `search/?${query}`, { token })).status, query.slice(0, 20)).toBe(400);
    }
  });

  test("answers that one connection asks for and does not read are few; the rest is refused and it ends", async () => {
    const { port } = new URL(server.url);
    const client = connect(Number(port), "127.0.0.1");
    client.on("error", () => undefined);
    const ended = new Promise((resolve) => client.once("close", resolve));
    client.pause();
    client.write("GET /api/v1/schema/ HTTP/1.1\r\nhost: a\r\n\r\n".repeat(400));
    // Others are answered meanwhile.
    expect((await fetch(`${server.url}/api/v1/health/live`)).status).toBe(200);
    let said = "";
    client.on("data", (bytes) => (said += bytes.toString("latin1")));
    client.resume();
    await ended;
    const codes = [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => code);
    expect(codes.filter((code) => code === "200").length).toBeLessThan(100);
    expect(codes.at(-1)).toBe("503");
    expect(new Set(codes)).toEqual(new Set(["200", "503"]));
  });

  test("an address without an end, and headers without an end, do not hold a connection", async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(`GET /api/v1/users/me/ HTTP/1.1\r\nHost: x\r\n`);
    socket.write(`X-Long: ${"x".repeat(20 * 1024)}\r\n`);
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk)));
    await once(socket, "close");
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect((await server.call("GET", "users/me/", { token })).status).toBe(200);
  });

  test("closes the connection of a silent client, and the others do not wait", async () => {
    const slow = await startTestServer("pglite", { connections: { headers: 200, request: 400, checkEvery: 50 } });
    try {
      const { hostname, port } = new URL(slow.url);
      const [idle, half] = [connect(Number(port), hostname), connect(Number(port), hostname)];
      await Promise.all([once(idle, "connect"), once(half, "connect")]);
      idle.write("GET /api/v1/users/me/ HTTP/1.1\r\n");
      half.write(
        "POST /api/v1/users/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{",
      );
      expect((await slow.call("GET", "health/live/")).status).toBe(200);
      idle.resume();
      half.resume();
      await Promise.all([once(idle, "close"), once(half, "close")]);
      expect((await slow.call("GET", "health/live/")).status).toBe(200);
    } finally {
      await slow.stop();
    }
  });
});

describe("sockets", () => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer("pglite", { socketLimits: { perUser: 2, total: 3 } });
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());

  test("of one user are limited; the next is refused with a time to retry, and a closed one frees a place", async () => {
    const { admin, member } = people;
    const first = await listen(server, `token=${admin.token}`);
    const second = await listen(server, `token=${admin.token}`);
    expect(await (await listen(server, `token=${admin.token}`)).closed).toBe(1013);
    const other = await listen(server, `token=${member.token}`);
    // All slots of the process are busy now.
    expect(await (await listen(server, `token=${member.token}`)).closed).toBe(1013);
    first.socket.close();
    await first.closed;
    const again = await listen(server, `token=${admin.token}`);
    expect([again.socket.readyState, other.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    for (const one of [second, other, again]) {
      one.socket.close();
      await one.closed;
    }
  });

  test("that do not read are closed when too many bytes wait for them, and the others receive everything", async () => {
    const deaf = new Client(`${server.url.replace("http", "ws")}/ws/notifications/?token=${people.admin.token}`);
    await once(deaf, "open");
    const closed = once(deaf, "close");
    deaf.pause();
    const hears = await listen(server, `token=${people.member.token}`);
    const body = "x".repeat(1 << 20);
    // The kernel's buffers hold bytes in addition to those that the server keeps.
    for (let index = 0; index < 24; index += 1) {
      await publish(server.db, { type: "announcement", title: verbatim(String(index)), body: verbatim(body) });
    }
    await expect.poll(() => hears.messages.length).toBe(24);
    deaf.resume();
    const [code] = (await closed) as [number];
    expect(code).toBe(1006);
  });
});
