import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EventLoopLag } from "../../../server/observability/EventLoopLag.ts";
import { addProject, addSource } from "../rows.ts";
import { addPeople, listen, startTestServer, type TestServer } from "../http/testServer.ts";
import { readMetricsText, type Sample } from "./readMetricsText.ts";

const TOKEN = "the-operator-reads-this";

describe("the metrics", () => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer("pglite", { environment: { CLEW_METRICS_TOKEN: TOKEN } });
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());

  const read = async (path = "/api/v1/metrics"): Promise<readonly Sample[]> => {
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    return readMetricsText(await response.text());
  };
  const value = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number | undefined =>
    samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, wanted]) => sample.labels[label] === wanted),
    )?.value;

  test.each(["/metrics", "/api/v1/metrics", "/api/v1/metrics/"])(
    "%s is there for the operator's token alone",
    async (path) => {
      for (const authorization of [undefined, "Bearer wrong", `Token ${people.admin.token}`, `Bearer ${TOKEN}x`]) {
        const response = await fetch(server.url + path, { headers: authorization ? { authorization } : {} });
        expect([response.status, await response.json()]).toEqual([404, { detail: "Not found.", code: "not_found" }]);
      }
      expect((await read(path)).length).toBeGreaterThan(30);
    },
  );

  test("counts requests by the template of their route, with labels that name no person", async () => {
    const projectId = await addProject(server.db, {
      companyId: people.companyId,
      ownerId: people.admin.id,
      slug: "atlas",
    });
    const { token } = people.admin;
    expect((await server.call("GET", "projects/atlas/", { token })).status).toBe(200);
    expect((await server.call("GET", "projects/gone/", { token })).status).toBe(404);
    await server.call("GET", "no-such-call-4711/");
    const samples = await read();
    const route = "/api/v1/projects/:id/";
    expect(value(samples, "clew_http_requests_total", { method: "GET", route, status: "200" })).toBe(1);
    expect(value(samples, "clew_http_requests_total", { method: "GET", route, status: "404" })).toBe(1);
    expect(value(samples, "clew_http_request_duration_seconds_count", { method: "GET", route })).toBe(2);
    expect(value(samples, "clew_http_requests_total", { route: "unknown", status: "404" })).toBeGreaterThan(0);
    const labels = samples.flatMap((sample) => Object.values(sample.labels)).join("\n");
    for (const secret of ["atlas", "gone", "4711", "example.org", people.admin.id, people.companyId, projectId]) {
      expect(labels).not.toContain(secret);
    }
  });

  test("queue, sources, mail, sockets, event loop, memory and database are there, each in its unit", async () => {
    const projectId = await addProject(server.db, {
      companyId: people.companyId,
      ownerId: people.admin.id,
      slug: "loom",
    });
    const source = await addSource(server.db, projectId);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const asRead = { kind: "tracker", sync_state: "ready", sync_finished_at: hourAgo } as const;
    await server.db.updateTable("sources").set(asRead).where("id", "=", source).execute();
    const heard = await listen(server, `token=${people.admin.token}`);
    await expect.poll(async () => value(await read(), "clew_sockets")).toBe(1);
    heard.socket.close();
    const samples = await read();
    const age = value(samples, "clew_sync_lag_seconds", { kind: "tracker" }) ?? 0;
    expect(age).toBeGreaterThan(3599);
    expect(age).toBeLessThan(7200);
    expect(value(samples, "clew_sources", { kind: "tracker", state: "ready" })).toBe(1);
    expect(value(samples, "clew_database_up")).toBe(1);
    expect(value(samples, "clew_database_connections")).toBe(1);
    expect(value(samples, "clew_database_wait_seconds_count")).toBeGreaterThan(0);
    expect(value(samples, "clew_event_loop_lag_seconds_count")).toBeGreaterThan(0);
    expect(value(samples, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(value(samples, "clew_build_info", { engine: "pglite", roles: "web,worker" })).toBe(1);
    for (const name of [
      "clew_index_open_bytes",
      "clew_engines_waiting",
      "clew_mail_oldest_seconds",
      "clew_index_projects",
    ]) {
      expect(value(samples, name), name).toBe(0);
    }
    expect(value(samples, "clew_http_refused_total", { reason: "busy" })).toBe(0);
  });

  test("the number of series does not grow with what people ask for", async () => {
    const before = (await read()).length;
    for (let index = 0; index < 20; index += 1) {
      await server.call("GET", `projects/p-${index}/`, { token: people.admin.token });
      await fetch(`${server.url}/some/screen/${index}`);
      await fetch(`${server.url}/metrics/${index}`);
    }
    expect((await read()).length - before).toBeLessThan(20);
  });

  test("a database that lacks a table counts as down, and its gauges are omitted", async () => {
    await server.db.schema.alterTable("outbox").renameTo("hidden").execute();
    try {
      const samples = await read();
      expect(value(samples, "clew_database_up")).toBe(0);
      expect(value(samples, "clew_mail")).toBeUndefined();
      expect(value(samples, "clew_http_requests_total")).toBeGreaterThan(0);
    } finally {
      await server.db.schema.alterTable("hidden").renameTo("outbox").execute();
    }
  });
});

test("without a token of the operator's there are no metrics on the app's port, and its own port has them", async () => {
  const server = await startTestServer("pglite", { environment: { CLEW_OPS_PORT: "0" } });
  try {
    for (const authorization of ["Bearer undefined", "Bearer ", ""]) {
      expect((await fetch(`${server.url}/metrics`, { headers: { authorization } })).status).toBe(404);
    }
    const line = server.log.find((one) => one.includes("the operator's port is open"));
    const { port } = JSON.parse(line ?? "{}") as { port: number };
    const samples = readMetricsText(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    expect(samples.some(({ name }) => name === "clew_build_info")).toBe(true);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/users/me/`)).status).toBe(404);
  } finally {
    await server.stop();
  }
});

test("the name that the browser gives a request is that of the answer, of the error and of the log; others are replaced", async () => {
  const server = await startTestServer("pglite");
  try {
    const ask = (id: string): Promise<Response> =>
      fetch(`${server.url}/api/v1/users/me/?token=planted-secret`, { headers: { "x-request-id": id } });
    const id = "0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11";
    expect((await ask(id)).headers.get("x-request-id")).toBe(id);
    const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const logged = lines.find(({ requestId }) => requestId === id);
    expect(logged).toMatchObject({ msg: "request", status: 401, req: { method: "GET" } });
    expect(server.log.join("")).not.toContain("planted-secret");
    for (const hostile of [
      "short",
      "x".repeat(65),
      "with space in it",
      'quote"quote"quote',
      "\u00fcmlaut-\u00fcmlaut",
    ]) {
      expect((await ask(hostile)).headers.get("x-request-id")).not.toBe(hostile);
    }
    await server.db.schema.alterTable("companies").renameTo("hidden").execute();
    const failed = await server.call("GET", "invitations/0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11/");
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({ request_id: failed.headers.get("x-request-id") });
  } finally {
    await server.stop();
  }
});

describe("the lag of the event loop", () => {
  test("a stall counts for as long as it lasted, not as one sample", () => {
    let now = 0;
    const lags: number[] = [];
    const loop = new EventLoopLag(
      (seconds) => lags.push(seconds),
      () => now,
    );
    loop.tick();
    lags.length = 0;
    now += 20;
    loop.tick();
    expect(lags).toEqual([0]);
    now += 120;
    loop.tick();
    expect(lags.slice(1)).toEqual([0.1, 0.08, 0.06, 0.04, 0.02, 0]);
  });

  test("the present lag goes up with a stall and comes down again", () => {
    let now = 0;
    const loop = new EventLoopLag(
      () => {},
      () => now,
    );
    const run = (milliseconds: number, times: number): void => {
      for (let turn = 0; turn < times; turn += 1) {
        now += milliseconds;
        loop.tick();
      }
    };
    run(20, 10);
    expect(loop.current).toBe(0);
    run(5020, 3);
    expect(loop.current).toBeGreaterThan(2);
    run(20, 300);
    expect(loop.current).toBeLessThan(0.1);
  });
});
