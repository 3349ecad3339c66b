/**
 * Three web and two worker processes on one PostgreSQL, killed in turn while people sign in, write, search and listen, and while sources
 * are copied. What was acknowledged is counted outside and compared with what is there at the end.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { withFaults } from "../../providers/githubFaults.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { git, makeRepository } from "../sources/gitFixture.ts";
import { makeStorage } from "../testDb.ts";
import { startRoundRobin } from "./roundRobin.ts";
import { Ledger } from "./clusterClients.ts";
import {
  COMMITS,
  ISSUES,
  LISTENERS,
  PATIENCE,
  PEOPLE,
  commit,
  expectNothingLost,
  linker,
  makeStage,
  openListeners,
  person,
} from "./clusterStage.ts";
import { memberProcess, type ServerProcess } from "./serverProcess.ts";
import { isWholeRun } from "../../wholeRun.ts";

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("several machines on one database", () => {
  test.runIf(isWholeRun)(
    "any process may die at any time, and nothing acknowledged is lost",
    { timeout: 300_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "clew-cluster-"));
      undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
      const storage = await makeStorage("postgres", { isEmpty: true });
      undo.push(() => storage.remove());
      const database = await openDb(storage);
      undo.push(() => database.close());
      const { db } = database;
      await migrate(db);

      const host = await startGithubHost({
        data: trackerData(ISSUES),
        intercept: withFaults(({ path }) => (path.includes("/issues") ? { delayMs: 60 } : undefined)),
      });
      undo.push(() => host.stop());
      const stage = await makeStage(database, folder, `${host.url}/acme/rocket`);
      const { people, colleagues, origins } = stage;

      const member = (name: string, role: "web" | "worker") =>
        memberProcess(folder, storage.databaseUrl, name, { CLEW_ROLE: role, CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" });
      const webs: ServerProcess[] = [];
      const workers: ServerProcess[] = [];
      for (const n of [0, 1, 2]) webs.push(await member(`web${n}`, "web"));
      for (const n of [0, 1]) workers.push(await member(`worker${n}`, "worker"));
      undo.push(() => Promise.all([...webs, ...workers].map((one) => one.end("SIGKILL"))));
      const balancer = await startRoundRobin(webs.map(({ port }) => port));
      undo.push(() => balancer.close());
      await Promise.all([...webs, ...workers].map((one) => one.start()));

      const ledger = new Ledger();
      const work = new AbortController();
      const listeners = await openListeners(database, balancer, people[2] ?? "");
      undo.push(() => listeners.forEach((listener) => listener.close()));
      const load = [
        ...people.map((email, n) => person(balancer.url, ledger, work.signal, { email, n, colleagues })),
        linker(balancer.url, ledger, work.signal, people[0] ?? ""),
      ];

      // Each dies once, at whatever it is doing, and comes back while the next one is still well.
      const killed: { port: number; at: number }[] = [];
      const [web0, web1, web2] = webs;
      const [worker0, worker1] = workers;
      for (const [round, victim] of [web0, worker0, web1, worker1, web2].entries()) {
        if (!victim) continue;
        await new Promise((resolve) => setTimeout(resolve, 1500));
        killed.push({ port: victim.port, at: Date.now() });
        await victim.end("SIGKILL");
        // New commits at the origins while a process is down.
        for (const origin of origins)
          makeRepository(origin, [commit(COMMITS + round)], { from: git(origin, "rev-parse", "main") });
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await victim.start();
      }
      // There is something to lose: a busy machine takes longer to get there.
      await expect
        .poll(() => [ledger.tokens.length >= PEOPLE, ledger.added.length > 20, ledger.hits > 0], PATIENCE)
        .toEqual([true, true, true]);
      work.abort();
      await Promise.all(load);

      // Connections die only with their process.
      expect(ledger.wrong).toEqual([]);
      expect(ledger.died).toBe(balancer.lost.length);
      for (const { port, at } of balancer.lost) {
        expect(killed.some((death) => death.port === port && Math.abs(at - death.at) < 5000)).toBe(true);
      }

      await expectNothingLost({
        database,
        ledger,
        listeners,
        stage,
        urls: webs.map(({ url }) => url),
        extraCommits: 5,
      });
      expect(listeners.reduce((sum, { reconnects }) => sum + reconnects, 0)).toBeGreaterThanOrEqual(LISTENERS / 2);
    },
  );
});
