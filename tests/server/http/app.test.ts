import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";
import { addPeople, listen, startTestServer, type TestServer } from "./testServer.ts";

/** A path exactly as written: fetch would tidy it up. */
async function rawGet(url: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const [response] = (await once(request({ hostname, port, path }).end(), "response")) as [
    import("node:http").IncomingMessage,
  ];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  return { status: response.statusCode ?? 0, text };
}

describe("the built app", () => {
  let server: TestServer;
  let storage: TestStorage;
  const page = `<!doctype html><script>document.title = "x";</script><script src="/assets/main-abc123.js"></script>`;
  beforeAll(async () => {
    storage = await makeStorage("pglite");
    const dist = join(storage.dataDir, "built");
    mkdirSync(join(dist, "assets"), { recursive: true });
    writeFileSync(join(dist, "index.html"), page);
    writeFileSync(join(dist, "assets", "main-abc123.js"), "let plain;");
    writeFileSync(join(dist, "assets", "main-abc123.js.gz"), gzipSync("let packed;"));
    writeFileSync(join(storage.dataDir, "secret.txt"), "secret");
    server = await startTestServer("pglite", { environment: { CLEW_DIST: dist } });
  });
  afterAll(async () => {
    await server.stop();
    await storage.remove();
  });
  const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

  test.each(["/", "/projects", "/projects/a/issues/b?x=1", "/login/", "/404"])("%s is the page", async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, page]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  test("a hashed file is cached without expiry, and sent compressed to clients that accept it", async () => {
    const plain = await get("/assets/main-abc123.js", { headers: { "accept-encoding": "identity" } });
    expect(await plain.text()).toBe("let plain;");
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const packed = await get("/assets/main-abc123.js", { headers: { "accept-encoding": "gzip" } });
    expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["gzip", "let packed;"]);
  });

  test.each([
    "/assets/main-gone.js",
    "/assets/nothing",
    "/favicon.png",
    "/api",
    "/api/v1/nope",
    "/api/v2/users/me/",
    "/mcp/more",
    "/ws/other",
  ])("%s is a 404 in JSON and never the page", async (path) => {
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([404, { detail: "Not found.", code: "not_found" }]);
  });

  test("a write to a screen's path, and a call that there is not, are 404 too", async () => {
    expect((await get("/projects", { method: "POST" })).status).toBe(404);
    expect((await server.call("POST", "users/no-such-call/", { body: { email: "a@b.cd" } })).status).toBe(404);
    expect((await server.call("PATCH", "users/me/")).status).toBe(404);
  });

  test.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/....//secret.txt",
  ])("%s does not leave the folder", async (path) => {
    const { text, status } = await rawGet(server.url, path);
    expect(text).not.toContain("secret\n");
    expect(text).not.toBe("secret");
    expect([200, 400, 403, 404]).toContain(status);
  });

  test("an address that cannot be read is a 400 in the shape of all others", async () => {
    const { status, text } = await rawGet(server.url, "/api/v1/projects/%ZZ/");
    expect([status, JSON.parse(text)]).toEqual([400, { non_field_errors: ["The request cannot be read."] }]);
  });

  test("every answer has its request id and the headers that keep browsers careful", async () => {
    const ids = new Set<string | null>();
    for (const path of ["/", "/api/v1/users/me/", "/nothing.png"]) {
      const { headers } = await get(path);
      ids.add(headers.get("x-request-id"));
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'self'");
      expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]+='/);
      expect(policy).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
    }
    expect(ids.size).toBe(3);
    expect((await get("/api/v1/health/live")).headers.get("cache-control")).toBe("no-store");
  });

  test("with and without the last slash is the same answer, and no redirect", async () => {
    for (const path of ["/api/v1/health/ready", "/api/v1/health/ready/"]) {
      const response = await get(path, { redirect: "error" });
      expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
    }
  });

  test("every endpoint of the contract has a handler", async () => {
    const missing: string[] = [];
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      const { status, body } = await server.call(method, path.replaceAll(/:\w+/g, "none"));
      // Without a handler the path itself is unknown to every caller.
      if (status === 404 && (body as { detail: string }).detail === "Not found.") missing.push(name);
    }
    expect(missing).toEqual([]);
  });

  test("reports a failure of the server without internals, with the id that is in the log", async () => {
    const { admin } = await addPeople(server.db);
    const broken = startTestServer("pglite");
    const other = await broken;
    const { admin: theirs } = await addPeople(other.db);
    await other.db.schema.alterTable("project_members").renameTo("hidden_members").execute();
    const { status, body } = await other.call("GET", "projects/", { token: theirs.token });
    expect(status).toBe(500);
    expect(body).toEqual({
      detail: "Something went wrong.",
      code: "server.failure",
      request_id: expect.any(String) as string,
    });
    const { request_id } = body as { request_id: string };
    expect(other.log.join("")).toContain(request_id);
    expect(other.log.join("")).toContain("project_members");
    await other.stop();
    expect((await server.call("GET", "projects/", { token: admin.token })).status).toBe(200);
  });
});

describe("the process", () => {
  let storage: TestStorage;
  const running = new Set<import("node:child_process").ChildProcess>();
  afterEach(async () => {
    for (const child of running) child.kill("SIGKILL");
    running.clear();
    await storage.remove();
  });

  /** Starts `node server/main.ts` and returns its output. */
  function start(environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../../server/main.ts")], {
      env: {
        ...process.env,
        CLEW_DATA: storage.dataDir,
        CLEW_DEMO: "off",
        PORT: "0",
        NODE_ENV: "test",
        DATABASE_URL: "",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    const output = { said: "", errors: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.said += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.errors += text));
    const exited = once(child, "exit").then(([code]) => code as number | null);
    return { child, output, exited };
  }

  const address = (said: string) => /Clew is at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];

  test(
    "answers running requests on SIGTERM, closes sockets with a close frame, and ends with 0",
    { timeout: 60_000 },
    async () => {
      storage = await makeStorage("pglite");
      const { child, output, exited } = start();
      await expect.poll(() => address(output.said)).toBeDefined();
      const url = address(output.said) ?? "";
      const tokenOf = () => /register\?token=([0-9a-f-]{36})/.exec(output.said)?.[1];
      // The link to register follows the address, maybe in a chunk of its own.
      await expect.poll(tokenOf).toBeDefined();
      const token = tokenOf();
      const post = (path: string, body: unknown, headers = {}) =>
        fetch(`${url}/api/v1/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
      const password = "a long password";
      const made = await post(`users/register/?invitation_token=${token}`, {
        name: "First",
        email: "first@example.org",
        password,
        confirm_password: password,
      });
      expect(made.status).toBe(201);
      const session = ((await made.json()) as { token: string }).token;
      const heard = await listen({ url } as TestServer, `token=${session}`);
      // Hashing keeps these busy for a while.
      const inFlight = Array.from({ length: 6 }, () => post("users/login/", { email: "first@example.org", password }));
      const first = await inFlight[0];
      // From the terminal, and again from npm.
      child.kill("SIGTERM");
      child.kill("SIGTERM");
      expect(first?.status).toBe(200);
      expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      expect(await heard.closed).toBe(1001);
      expect(await exited).toBe(0);
      expect(output.errors).toBe("");

      const again = start();
      await expect.poll(() => address(again.output.said)).toBeDefined();
      expect(again.output.said).not.toContain("register?token");
      again.child.kill("SIGKILL");
      await again.exited;
    },
  );

  test("starts where nothing that was compiled can be kept, and where what was kept is damaged", async () => {
    storage = await makeStorage("pglite", { isEmpty: true });
    const file = join(storage.dataDir, "file");
    writeFileSync(file, "");
    const kept = join(storage.dataDir, "kept");
    const tell = async (folder: string) => {
      const { output, exited } = start({ PORT: "many", NODE_COMPILE_CACHE: folder });
      return [await exited, output.errors];
    };
    const right = [1, "Wrong settings: PORT must be a number from 0 to 65535.\n"];
    expect(await tell(join(file, "below"))).toEqual(right);
    expect(await tell(kept)).toEqual(right);
    const files = readdirSync(kept, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    for (const { parentPath, name } of files) writeFileSync(join(parentPath, name), "what is this?");
    expect(await tell(kept)).toEqual(right);
  });

  test("reports in one sentence why it cannot start, and ends with 1", { timeout: 120_000 }, async () => {
    storage = await makeStorage("pglite");
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const taken = blocker.address();
    const file = join(storage.dataDir, "file");
    writeFileSync(file, "");
    const port = typeof taken === "object" && taken !== null ? String(taken.port) : "";
    const cases: [Record<string, string>, string][] = [
      [{ PORT: "many" }, "Wrong settings: PORT must be a number from 0 to 65535.\n"],
      [{ PORT: port }, `Port ${port} of 127.0.0.1 is in use. Set PORT to another one.\n`],
      [{ HOST: "192.0.2.1" }, "HOST is 192.0.2.1, which is no address of this machine.\n"],
      [
        { CLEW_DATA: join(file, "data") },
        `The data folder ${join(file, "data")} cannot be written: a part of its path is a file. CLEW_DATA names another one.\n`,
      ],
    ];
    for (const [environment, sentence] of cases) {
      const { output, exited } = start(environment);
      expect(await exited).toBe(1);
      expect(output.errors).toBe(sentence);
    }
    blocker.close();
  });
});
