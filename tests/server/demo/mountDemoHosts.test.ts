import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DemoHost, startTernHost } from "../../../server/demo/demoHost.ts";
import { mountDemoHosts } from "../../../server/demo/mountDemoHosts.ts";
import { createApp } from "../../../server/http/app.ts";

const NOW = Date.UTC(2027, 1, 3, 15, 30);
const HEADERS = { host: "clew.example:4000" };
const BASE = "http://clew.example:4000/demo-hosts/tern";

describe("the demo's hosts below the app's own address", () => {
  let folder: string;
  let host: DemoHost;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-pages-"));
    host = await startTernHost(folder, NOW);
    app = await appWith(undefined);
  });
  afterAll(async () => {
    await app.close();
    await host.stop();
    rmSync(folder, { recursive: true });
  });

  /** The app with a call that returns what it is given, and one that returns a file. */
  async function appWith(publicUrl: string | undefined): Promise<FastifyInstance> {
    const made = await createApp({ settings: { distDir: join(folder, "dist"), logLevel: "silent" } });
    mountDemoHosts(made, [host], publicUrl);
    made.post("/api/v1/echo/", async ({ body, query }) => ({
      given: JSON.stringify({ body, query }).length,
      body,
      query,
    }));
    made.get("/api/v1/answer/", async () => ({ url: `${host.trackerUrl}/issues/71`, other: `${host.origins[0]}9/x` }));
    made.get("/api/v1/file/", async (_request, reply) => {
      return reply.type("application/octet-stream").send(Buffer.from(host.trackerUrl));
    });
    await made.ready();
    return made;
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ url: path, headers: { ...HEADERS, ...headers } });

  test("an issue, a request, a person, a wiki page and the repository are pages whose links are pages too", async () => {
    const found = new Set(
      ["/tern/tern", "/tern/tern/issues/71", "/tern/tern/pulls", "/priya-raman", "/wiki/spaces/TERN"].map(
        (path) => `/demo-hosts/tern${path}`,
      ),
    );
    const visited = new Set<string>();
    for (const path of found) {
      if (visited.size > 60) break;
      visited.add(path);
      const { statusCode, headers, body } = await get(path);
      expect([path, statusCode, headers["content-type"]]).toEqual([path, 200, "text/html; charset=utf-8"]);
      for (const [, link = ""] of body.matchAll(/href="([^"]+)"/g)) if (link !== "/") found.add(link);
    }
    expect(visited.size).toBeGreaterThan(50);
  });

  test("a page names who serves it in the visitor's language, leads back, and runs nothing", async () => {
    const page = await get("/demo-hosts/tern/tern/tern/issues/71", { "accept-language": "tr" });
    expect(page.body).toContain(
      '<aside lang="tr">Bu sayfayı GitHub yerine Clew’in demosu sunuyor. <a href="/">Clew’e dön</a></aside>',
    );
    expect((await get("/demo-hosts/tern/wiki/spaces/TERN")).body).toContain("in place of Confluence");
    const policy = page.headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox");
    expect(policy).not.toContain("unsafe");
  });

  test("a wrong link leads to a page that reports it", async () => {
    const { statusCode, body } = await get("/demo-hosts/tern/tern/tern/blob/main/%3Cscript%3E");
    expect(statusCode).toBe(404);
    expect(body).toContain('<a href="/demo-hosts/tern/tern/tern">tern/tern</a>');
    expect(body).not.toContain("<script>");
  });

  test("answers name the app's own address, and no longer port and no file is changed", async () => {
    expect((await get("/api/v1/answer/")).json()).toEqual({
      url: `${BASE}/tern/tern/issues/71`,
      other: `${host.origins[0]}9/x`,
    });
    expect((await get("/api/v1/file/")).body).toBe(host.trackerUrl);
  });

  test("an address that was copied is again the host's own, in a body and in a query", async () => {
    const response = await app.inject({
      method: "POST",
      url: `/api/v1/echo/?q=${encodeURIComponent(`see ${BASE}/tern/tern/issues/71`)}`,
      headers: HEADERS,
      payload: { sources: [{ url: `${BASE}/tern/tern` }], count: 1 },
    });
    const answer = response.json<{ given: number; body: unknown }>();
    const query = { q: `see ${host.trackerUrl}/issues/71` };
    expect(answer.given).toBe(
      JSON.stringify({ body: { sources: [{ url: host.trackerUrl }], count: 1 }, query }).length,
    );
    expect(answer.body).toEqual({ sources: [{ url: `${BASE}/tern/tern` }], count: 1 });
  });

  test("a Host header that is no host changes nothing, and a public address wins over it", async () => {
    const hostile = await get("/api/v1/answer/", { host: 'x"y' });
    expect(hostile.json<{ url: string }>().url).toBe(`${host.trackerUrl}/issues/71`);
    const other = await appWith("https://clew.example.org");
    const { url } = (await other.inject({ url: "/api/v1/answer/", headers: HEADERS })).json<{ url: string }>();
    expect(url).toBe("https://clew.example.org/demo-hosts/tern/tern/tern/issues/71");
    await other.close();
  });

  test("without the demo there is no such page", async () => {
    const plain = await createApp({ settings: { distDir: join(folder, "dist"), logLevel: "silent" } });
    expect((await plain.inject({ url: "/demo-hosts/tern/tern/tern" })).statusCode).toBe(404);
    await plain.close();
  });
});

test("links of an earlier port lead to the same pages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-moved-"));
  const first = await startTernHost(folder, NOW);
  const second = await startTernHost(folder, NOW);
  await first.stop();
  try {
    expect(second.origins).toEqual([new URL(second.trackerUrl).origin, new URL(first.trackerUrl).origin]);
    expect(second.origins[0]).not.toBe(second.origins[1]);
  } finally {
    await second.stop();
    rmSync(folder, { recursive: true });
  }
});
