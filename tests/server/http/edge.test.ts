/** The edge: headers, origins, proxies, and what a client can do to HTTP itself. */
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addPeople, PASSWORD, startTestServer, type TestServer } from "./testServer.ts";

/** Sends bytes as they are, and gives all that comes until the connection is quiet. */
function raw(url: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(1500, () => socket.destroy());
    socket.on("data", (bytes) => (said += bytes.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(said));
  });
}
const statuses = (said: string): number[] =>
  [...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code));

describe("a server as it is installed", () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer("pglite");
    token = (await addPeople(server.db)).admin.token;
  });
  afterAll(() => server.stop());
  const request = (lines: string[], body = ""): Promise<string> =>
    raw(server.url, `${[...lines, "host: clew.example", ""].join("\r\n")}\r\n${body}`);

  test("answers nothing to pages of other origins", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await fetch(`${server.url}/api/v1/users/me/`, {
        method,
        headers: { origin: "https://evil.example", "access-control-request-method": "PUT" },
      });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  test("sends the careful headers with every answer, and no word of what it is made with", async () => {
    for (const path of ["/", "/api/v1/users/me/", "/api/v1/nothing/", "/mcp", "/api/v1/users/%ff/"]) {
      const { headers } = await fetch(server.url + path);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()") as string,
        "content-security-policy": expect.stringMatching(/frame-ancestors 'none'/) as string,
      });
      expect([headers.get("server"), headers.get("x-powered-by")]).toEqual([null, null]);
      // Without TLS in front it would have no effect.
      expect(headers.get("strict-transport-security")).toBeNull();
    }
  });

  test("runs no script and no style of a page", async () => {
    const policy = (await fetch(server.url)).headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/unsafe|\*/);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "script-src-attr 'none'",
      "frame-src 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
  });

  test("forbids caches to store answers", async () => {
    const me = await server.call("GET", "users/me/", { token });
    expect(me.headers.get("cache-control")).toBe("no-store");
    expect(me.headers.get("set-cookie")).toBeNull();
  });

  test("finds nothing at an address with a NUL, and logs no failure", async () => {
    const paths = [
      ["GET", "/api/v1/projects/a%00b/"],
      ["POST", "/api/v1/webhooks/a%00b/"],
      ["POST", "/api/v1/slack/a%00b/commands/"],
      ["POST", "/api/v1/slack/a%00b/interactions/"],
      ["POST", "/api/v1/teams/a%00b/activities/"],
      ["POST", "/api/v1/users/sso/logout/a%00b/"],
      ["GET", "/api/v1/users/sso/callback/a%00b/"],
      ["GET", "/api/v1/users/sso/metadata/a%00b/"],
    ] as const;
    for (const [method, path] of paths) {
      const { status } = await fetch(server.url + path, { method, redirect: "manual" });
      expect({ path, status }).toEqual({ path, status: 404 });
    }
    expect(server.log.filter((line) => line.includes("invalid byte sequence"))).toEqual([]);
  });

  test("rejects request smuggling", async () => {
    const post = ["POST /api/v1/users/login/ HTTP/1.1", "content-type: application/json"];
    const inner = "GET /api/v1/health/live HTTP/1.1\r\nhost: x\r\n\r\n";
    const attempts = [
      await request([...post, "content-length: 4", "transfer-encoding: chunked"], `0\r\n\r\n${inner}`),
      await request([...post, "content-length: 0", `content-length: ${inner.length}`], inner),
      await request([...post, "transfer-encoding: chunked, identity"], `0\r\n\r\n${inner}`),
      await request([...post, "transfer-encoding : chunked"], `0\r\n\r\n${inner}`),
      await request([...post, "transfer-encoding: xchunked"], `0\r\n\r\n${inner}`),
      await request([...post, "content-length: +5"], inner),
      await request([...post, "content-length: 0x5"], inner),
      await request([...post, "x: a", " folded: b"], inner),
      await request([...post, "x\u0000y: a"], inner),
    ];
    for (const said of attempts) {
      // Refused, and the connection is closed before the following bytes are parsed as a request.
      expect(statuses(said)).toEqual([400]);
    }
    expect(statuses(await request([...post, `x: ${"a".repeat(20_000)}`]))).toEqual([431]);
    expect(statuses(await raw(server.url, "GET / HTTP/1.1\r\n\r\n"))).toEqual([400]);
    expect(statuses(await raw(server.url, "\u0016\u0003\u0001\u0002\u0000\u0001"))).toEqual([400]);
  });

  test("refuses what two machines on the way could read differently, in the shape of all other answers", async () => {
    const end = "connection: close\r\n\r\n";
    expect(statuses(await raw(server.url, `GET /api/v1/health/live HTTP/1.1\r\nhost: a\r\nHost: b\r\n${end}`))).toEqual(
      [400],
    );
    expect(statuses(await raw(server.url, "GET /api/v1/health/live\r\n\r\n"))).toEqual([400]);
    const unreadable = [
      [await raw(server.url, "GET / HTTP/1.1\nhost: a\n\n"), 400, "The request cannot be read.", "request.unreadable"],
      [
        await request(["GET / HTTP/1.1", `x: ${"a".repeat(20_000)}`]),
        431,
        "The head of the request is too large.",
        "request.head_too_large",
      ],
    ] as const;
    for (const [said, status, detail, code] of unreadable) {
      expect(statuses(said)).toEqual([status]);
      const [head = "", body = ""] = said.split("\r\n\r\n");
      expect(JSON.parse(body)).toEqual({ detail, code });
      expect(head).toContain("x-content-type-options: nosniff");
      expect(head).toContain("connection: close");
    }
  });

  test("serves no file but those of the build, in any notation of the path", async () => {
    const paths = [
      "/../package.json",
      "/%2e%2e/package.json",
      "/..%2fpackage.json",
      "/assets/..%5c..%5cpackage.json",
      "/assets/%c0%ae%c0%ae/package.json",
      "/assets/....//package.json",
      "/assets/%252e%252e/package.json",
      "//etc/passwd",
      "/master.key",
      "/operator.json",
      "/database/PG_VERSION",
      "/assets/",
      "/.env",
      "/index.html%00.js",
    ];
    for (const path of paths) {
      const said = await request([`GET ${path} HTTP/1.1`, "connection: close"]);
      expect(statuses(said), path).toHaveLength(1);
      expect(statuses(said)[0], path).toBeLessThan(504);
      // Neither a file of the server nor a listing: a refusal, or the page of the app (without a build, the hint to build it).
      expect(said, path).not.toMatch(/"dependencies"|root:|PG_VERSION|"token"|Index of/);
      expect(said, path).toMatch(/\{"(?:detail|non_field_errors)":|<div id="root">|npm run build|has not been built/);
    }
  });

  test("writes one line of JSON for each request, with any content", async () => {
    const before = server.log.length;
    const forged = '%0a{"level":60,"msg":"forged"}%0d%0a%1b[2J';
    await fetch(`${server.url}/api/v1/nothing/${forged}?q=${forged}`, { headers: { "x-request-id": "a%0aforged-id" } });
    // What could colour a terminal does not even get past the parser.
    expect(statuses(await request(["GET /api/v1/nothing HTTP/1.1", "user-agent: \u001b[31mred"]))).toEqual([400]);
    await expect.poll(() => server.log.length - before).toBeGreaterThanOrEqual(1);
    for (const line of server.log.slice(before)) {
      expect(line.indexOf("\n")).toBe(line.length - 1);
      expect(line).not.toContain("\u001b");
      expect(JSON.parse(line)).not.toMatchObject({ msg: "forged" });
    }
  });

  test("gives each sign-in a separate token, and accepts none that a client sends", async () => {
    const brought = "a-token-that-another-user-has-chosen-before-the-sign-in";
    const signIn = async (): Promise<string> => {
      const answer = await fetch(`${server.url}/api/v1/users/login/?token=${brought}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Token ${brought}`,
          cookie: `token=${brought}; session=${brought}`,
        },
        body: JSON.stringify({ email: "admin@example.org", password: PASSWORD, token: brought }),
      });
      expect(answer.headers.get("set-cookie")).toBeNull();
      return ((await answer.json()) as { token: string }).token;
    };
    const tokens = [await signIn(), await signIn(), token];
    expect(new Set([...tokens, brought]).size).toBe(4);
    for (const each of tokens) expect((await server.call("GET", "users/me/", { token: each })).status).toBe(200);
    expect((await server.call("GET", "users/me/", { token: brought })).status).toBe(401);
    // Nor is a cookie ever a sign-in.
    const byCookie = await fetch(`${server.url}/api/v1/users/me/`, {
      headers: { cookie: `token=${token}; authToken=${token}` },
    });
    expect(byCookie.status).toBe(401);
  });

  test("upgrades no connection but the socket's own", async () => {
    const upgrade = (path: string) =>
      request([
        `GET ${path} HTTP/1.1`,
        "upgrade: websocket",
        "connection: upgrade",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version: 13",
      ]);
    for (const path of ["/", "/api/v1/users/me/", "/mcp", "/ws/notifications/x", "/ws/notifications%2f"]) {
      expect(statuses(await upgrade(path)), path).toEqual([404]);
    }
    // The refused ones are closed, also if the client keeps listening.
    const held = connect(Number(new URL(server.url).port), "127.0.0.1");
    const ended = new Promise((resolve) => held.once("close", resolve));
    held.resume().write("GET /mcp HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
    await ended;
    for (const path of ["/ws/notifications/?token=x", "/ws/notifications?token=x"]) {
      expect(statuses(await upgrade(path)), path).toEqual([101]);
    }
  });

  test("unpacks no body, so none can be a bomb", async () => {
    const bomb = gzipSync(`{"email": "a@b.cd", "password": "${"x".repeat(50 << 20)}"}`);
    const answer = await fetch(`${server.url}/api/v1/users/login/`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: new Uint8Array(bomb),
    });
    expect(answer.status).toBe(400);
  });

  test("takes no body that is nested to the end of the stack, or larger than a megabyte", async () => {
    const deep = `{"name": ${"[".repeat(400_000)}${"]".repeat(400_000)}, "language": "EN"}`;
    expect((await server.call("PUT", "users/me/", { token, raw: deep })).status).toBe(400);
    const wide = JSON.stringify({ name: "x".repeat(1 << 20), language: "EN" });
    expect((await server.call("PUT", "users/me/", { token, raw: wide })).status).toBe(413);
  });

  test("ignores an address that a client claims for itself", async () => {
    const login = (address: string) =>
      fetch(`${server.url}/api/v1/users/login/`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": address, "x-real-ip": address },
        body: JSON.stringify({ email: `${address}@example.org`, password: "wrong" }),
      });
    // The thirtieth wrong guess of one machine, whatever it calls itself.
    const codes: number[] = [];
    for (let n = 0; n < 31; n += 1) codes.push((await login(`198.51.100.${n}`)).status);
    expect(codes.slice(0, 30)).not.toContain(429);
    expect(codes[30]).toBe(429);
    await server.db.deleteFrom("rate_limits").execute();
  });

  test("answers an unknown address as it does a known one, where mails are requested", async () => {
    const ask = async (path: string, email: string) => {
      const { status, body, headers } = await server.call("POST", path, { body: { email } });
      return [status, body, headers.get("content-type")];
    };
    for (const path of ["users/forgot-password/", "users/resend-verification/"]) {
      expect(await ask(path, "admin@example.org")).toEqual(await ask(path, "nobody@example.org"));
    }
    const wrong = (email: string) =>
      server
        .call("POST", "users/login/", { body: { email, password: `not ${PASSWORD}` } })
        .then(({ status, body }) => [status, body]);
    expect(await wrong("admin@example.org")).toEqual(await wrong("nobody@example.org"));
  });
});

describe("a server behind a proxy that the operator did not name", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer("pglite");
  });
  afterAll(() => server.stop());
  const login = (forwarded: string, email: string, password: string) =>
    fetch(`${server.url}/api/v1/users/login/`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": forwarded },
      body: JSON.stringify({ email, password }),
    });

  test("wrong passwords of one client do not close sign-in for a client that has signed in before", async () => {
    const { member } = await addPeople(server.db);
    expect((await login("198.51.100.8", member.email, PASSWORD)).status).toBe(200);
    for (let n = 0; n < 30; n += 1) {
      expect((await login("198.51.100.7", `${n}@example.org`, "wrong")).status).toBe(400);
    }
    expect((await login("198.51.100.7", "new@example.org", "wrong")).status).toBe(429);
    expect((await login("198.51.100.7", member.email, PASSWORD)).status).toBe(429);
    expect((await login("198.51.100.8", member.email, PASSWORD)).status).toBe(200);
  });

  test("warns the operator once, with the setting to change", () => {
    const warnings = server.log.filter((line) => line.includes("CLEW_TRUSTED_PROXIES"));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("127.0.0.1");
  });
});

describe("a server behind TLS, with another origin and a proxy that the operator names", () => {
  const ORIGIN = "https://app.example.org";
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer("pglite", {
      environment: {
        CLEW_PUBLIC_URL: "https://clew.example.org",
        CLEW_ALLOWED_ORIGINS: ORIGIN,
        CLEW_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
  });
  afterAll(() => server.stop());

  test("requires TLS of browsers", async () => {
    expect((await fetch(server.url)).headers.get("strict-transport-security")).toMatch(/^max-age=31536000; includeSub/);
  });

  test("lets pages of that origin read, without credentials, and no other", async () => {
    const ask = (origin: string, method = "GET") =>
      fetch(`${server.url}/api/v1/users/me/`, {
        method,
        headers: { origin, ...(method === "OPTIONS" && { "access-control-request-method": "PUT" }) },
      });
    const preflight = await ask(ORIGIN, "OPTIONS");
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, ORIGIN]);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    const read = await ask(ORIGIN);
    expect([read.status, read.headers.get("access-control-allow-origin"), read.headers.get("vary")]).toEqual([
      401,
      ORIGIN,
      "Origin",
    ]);
    for (const other of ["https://app.example.org.evil.example", "http://app.example.org", "null"]) {
      expect((await ask(other)).headers.get("access-control-allow-origin")).toBeNull();
      expect((await ask(other, "OPTIONS")).headers.get("access-control-allow-methods")).toBeNull();
    }
  });

  test("believes that proxy, and only the last address that it has added", async () => {
    const login = (forwarded: string) =>
      fetch(`${server.url}/api/v1/users/login/`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": forwarded },
        body: JSON.stringify({ email: `${Math.random()}@example.org`, password: "wrong" }),
      });
    // Entries that the client added in front of it are not trusted.
    for (let n = 0; n < 30; n += 1) expect((await login(`203.0.113.${n}, 198.51.100.7`)).status).toBe(400);
    expect((await login("203.0.113.99, 198.51.100.7")).status).toBe(429);
    expect((await login("203.0.113.99, 198.51.100.7:4711")).status).toBe(429);
    expect((await login("198.51.100.8")).status).toBe(400);
  });
});
