/** A process that is asked to end reports that it is not ready, and answers until the balancer has noticed. */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings } from "../../../server/settings.ts";
import { serverProcess, type ServerProcess } from "./serverProcess.ts";

const DRAIN_SECONDS = 3;
/** Milliseconds that a stop without a wait takes on a busy machine. */
const PROMPT_MS = 2500;

let folder: string;
let server: ServerProcess;
let agent: Agent;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-drain-"));
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  server = await serverProcess({
    CLEW_DATA: join(folder, "data"),
    CLEW_DIST: join(folder, "dist"),
    CLEW_DRAIN_SECONDS: String(DRAIN_SECONDS),
  });
  await server.start();
});
afterEach(async () => {
  agent.destroy();
  await server.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Asks over the one connection that is kept. */
const ask = (path: string): Promise<{ status: number | undefined; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/v1/${path}`, { agent }, (answer: IncomingMessage) => {
      answer.resume();
      answer.on("end", () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
    });
    sent.on("error", reject).end();
  });

test("after SIGTERM it is not ready, answers for a while and ends each connection with its answer", async () => {
  expect(await ask("health/ready/")).toEqual({ status: 200, connection: "keep-alive" });
  const ended = server.end("SIGTERM");
  await expect.poll(() => ask("health/ready/"), { interval: 50 }).toEqual({ status: 503, connection: "close" });
  expect(await ask("health/live/")).toEqual({ status: 200, connection: "close" });
  expect(await ask("users/me/")).toEqual({ status: 401, connection: "close" });
  expect(await ended).toBe(0);
  await expect(ask("health/live/")).rejects.toThrow("ECONNREFUSED");
});

test("after Ctrl+C it ends at once", async () => {
  expect(await ask("health/ready/")).toMatchObject({ status: 200 });
  const from = performance.now();
  expect(await server.end("SIGINT")).toBe(0);
  expect(performance.now() - from).toBeLessThan(PROMPT_MS);
});

test("it waits by default where other processes can answer", () => {
  const data = { CLEW_DATA: folder };
  expect(readSettings(data).drainMs).toBe(0);
  expect(readSettings({ ...data, DATABASE_URL: "postgres://clew@db/clew" }).drainMs).toBe(5000);
  expect(readSettings({ ...data, CLEW_DRAIN_SECONDS: "20" }).drainMs).toBe(20_000);
});
