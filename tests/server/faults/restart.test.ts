/**
 * A real PostgreSQL that is stopped and started under load, once in order and once as by a power cut. A cluster of its own, since others test
 * on the common one meanwhile.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { findPrograms, startCluster } from "../../../scripts/postgresCluster.ts";
import { memberProcess } from "../growth/serverProcess.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";

const WORDS = "The server cannot reach its data at the moment. Try again in a few seconds.";
const isHere = process.env["TEST_DATABASE_URL"] !== undefined && findPrograms() !== undefined;
const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

interface Heard {
  readonly title: string;
  readonly id: string;
}

/** A page that reconnects by itself and resumes after the last event that it received. */
function openPage(url: string, token: string) {
  const heard: Heard[] = [];
  let isOver = false;
  let socket: WebSocket | undefined;
  const dial = (): void => {
    if (isOver) return;
    const last = heard.at(-1)?.id ?? "0";
    socket = new WebSocket(`${url.replace("http", "ws")}/ws/notifications/?token=${token}&after=${last}`);
    socket.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data)) as Heard));
    socket.addEventListener("close", () => setTimeout(dial, 100));
    socket.addEventListener("error", () => undefined);
  };
  dial();
  return {
    heard,
    close: () => {
      isOver = true;
      socket?.close();
    },
  };
}

describe.skipIf(!isHere)("a PostgreSQL that is restarted under load (skipped without its programs)", () => {
  test("loses no acknowledged write, reports the outage, and recovers by itself", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-restart-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const cluster = await startCluster();
    if (typeof cluster === "string") throw new Error(cluster);
    undo.push(() => cluster.remove());
    const before = await openDb({ dataDir: folder, databaseUrl: cluster.url });
    await migrate(before.db);
    const { projectId, userId, companyId } = await makeProject(before);
    const token = await startSession(before.db, userId);
    makeRepository(join(folder, "origin.git"), [{ message: "one", files: { "a.ts": "export const ariadne = 1;\n" } }]);
    const sourceId = await addSource(before, projectId, {
      kind: "repository",
      provider: "git",
      url: join(folder, "origin.git"),
    });
    await before.close();

    const web = await memberProcess(folder, cluster.url, "web", { CLEW_ROLE: "web" });
    const worker = await memberProcess(folder, cluster.url, "worker", { CLEW_ROLE: "worker" });
    undo.push(() => Promise.all([web.end("SIGKILL"), worker.end("SIGKILL")]));
    await web.start();
    await worker.start();
    const page = openPage(web.url, token);
    undo.push(page.close);

    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${web.url}/api/v1/${path}`, {
        method,
        headers: {
          authorization: `Token ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      return { status: response.status, answer, retryAfter: response.headers.get("retry-after") };
    };

    const acknowledged: string[] = [];
    const odd: unknown[] = [];
    let turn = 0;
    let isOver = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          turn += 1;
          const email = `guest${turn}@example.org`;
          const { status, answer, retryAfter } = await ask("POST", `companies/${companyId}/invitations/`, {
            email,
            role: "Member",
          });
          if (status === 201) acknowledged.push(email);
          else if (status !== 503 || answer["detail"] !== WORDS || retryAfter === null) odd.push({ status, answer });
          await new Promise((resolve) => setTimeout(resolve, status === 503 ? 100 : 10));
        }
      }),
    );
    const reached = async (more: number): Promise<void> => {
      const from = acknowledged.length;
      await expect.poll(() => acknowledged.length - from, { timeout: 30_000 }).toBeGreaterThan(more);
    };
    for (const how of ["fast", "crash"] as const) {
      await reached(20);
      // In the middle of a sync, too.
      expect([202, 503]).toContain((await ask("POST", "projects/atlas/sync/")).status);
      await cluster.halt(how);
      await expect.poll(async () => (await ask("GET", "health/ready/")).status).toBe(503);
      expect((await ask("GET", "health/live/")).status).toBe(200);
      expect(await ask("GET", "users/me/")).toMatchObject({ status: 503, answer: { detail: WORDS } });
      // Long enough for every client to meet it.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await cluster.resume();
      await reached(20);
    }
    isOver = true;
    await load;
    expect(odd).toEqual([]);
    expect([web.isRunning, worker.isRunning]).toEqual([true, true]);
    await expect.poll(async () => (await ask("GET", "health/ready/")).status).toBe(200);

    // Looked at from outside of the product.
    const after = await openDb({ dataDir: folder, databaseUrl: cluster.url });
    undo.push(() => after.close());
    const rows = await after.db.selectFrom("invitations").select("email").execute();
    const there = new Set(rows.map(({ email }) => email));
    expect(acknowledged.filter((email) => !there.has(email))).toEqual([]);
    await expect
      .poll(() => after.db.selectFrom("sources").select("sync_state").where("id", "=", sourceId).executeTakeFirst(), {
        timeout: 60_000,
      })
      .toEqual({ sync_state: "ready" });
    // The page received every event, once and in order.
    const unheard = async (): Promise<string[]> => {
      // Read again each time: an event has its place only after the next reading of the feed.
      const recorded = await after.db
        .selectFrom("events")
        .select(["place", "type"])
        .where("project_id", "=", projectId)
        .execute();
      if (recorded.length === 0) return ["There is no event."];
      return recorded.flatMap(({ place, type }) =>
        page.heard.some(({ id }) => id === String(place)) ? [] : `${place} ${type}`,
      );
    };
    await expect.poll(unheard, { timeout: 20_000 }).toEqual([]);
    const ids = page.heard.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  });
});
