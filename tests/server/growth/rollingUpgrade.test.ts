/**
 * Processes behind a balancer that asks whether they are ready are replaced one after the other under load. No request fails, nothing that
 * was acknowledged is lost, and nothing is done twice. The long form replaces processes of the former version, on the database that it made.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { startMailHost } from "../../e2e/mailHost.ts";
import { withFaults } from "../../providers/githubFaults.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { git, makeRepository } from "../sources/gitFixture.ts";
import { makeStorage } from "../testDb.ts";
import { isWholeRun } from "../../wholeRun.ts";
import { Ledger } from "./clusterClients.ts";
import {
  COMMITS,
  commit,
  expectNothingLost,
  ISSUES,
  linker,
  makeStage,
  openListeners,
  PATIENCE,
  PEOPLE,
  person,
  reader,
} from "./clusterStage.ts";
import { startReadyBalancer } from "./roundRobin.ts";
import { memberProcess, type ServerProcess } from "./serverProcess.ts";

const ROOT = join(import.meta.dirname, "../../..");

interface Release {
  readonly version: string;
  readonly commit: string;
  readonly lastMigration: string;
}
const RELEASES = JSON.parse(readFileSync(join(ROOT, "tests/fixtures/releases/releases.json"), "utf8")) as Release[];
/** The version that an upgrade to the present one begins with. */
const former = RELEASES.at(-1);

/** Milliseconds that requests of a process that gives no notice have to end, after the balancer has withdrawn it. */
const WITHDRAWN_MS = 3000;

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const isInClone = (revision: string): boolean => {
  try {
    execFileSync("git", ["cat-file", "-e", `${revision}^{commit}`], { cwd: ROOT, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** The files of a release. @returns the path of its `server/main.ts` */
function checkOut(folder: string, revision: string): string {
  mkdirSync(folder);
  execFileSync("sh", ["-c", `git archive "${revision}" server contract package.json | tar -x -C "${folder}"`], {
    cwd: ROOT,
  });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return join(folder, "server/main.ts");
}

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("a rolling upgrade", () => {
  test.runIf(isWholeRun)(
    "of processes of this version fails no request, loses nothing and repeats nothing",
    { timeout: 300_000 },
    async () => {
      await expect(replaceEach(undefined)).resolves.toBeUndefined();
    },
  );

  const isLong = isWholeRun && former !== undefined && isInClone(former.commit);
  test.skipIf(!isLong)(
    "from the former version fails no request, loses nothing and repeats nothing",
    { timeout: 600_000 },
    async () => {
      await expect(replaceEach(former)).resolves.toBeUndefined();
    },
  );
});

/** Replaces two processes under load, with the expectations of the test. @param release the version that they run first */
async function replaceEach(release: Release | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "clew-rolling-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const formerMain = release && checkOut(join(folder, "former"), release.commit);
  const storage = await makeStorage("postgres", { isEmpty: true });
  undo.push(() => storage.remove());
  const database = await openDb(storage);
  undo.push(() => database.close());
  await migrate(database.db, release ? { to: release.lastMigration } : {});
  const host = await startGithubHost({
    data: trackerData(ISSUES),
    intercept: withFaults(({ path }) => (path.includes("/issues") ? { delayMs: 60 } : undefined)),
  });
  undo.push(() => host.stop());
  const mails = await startMailHost();
  undo.push(() => mails.stop());
  const stage = await makeStage(database, folder, `${host.url}/acme/rocket`);
  const { people, colleagues, origins } = stage;

  const started: ServerProcess[] = [];
  undo.push(() => Promise.all(started.map((one) => one.end("SIGKILL"))));
  const balancer = await startReadyBalancer();
  undo.push(() => balancer.close());
  const start = async (main?: string): Promise<ServerProcess> => {
    const settings = {
      CLEW_ROLE: "web,worker",
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_SMTP_URL: mails.url,
    } as const;
    const name = `process${started.length}`;
    const more = { ...settings, CLEW_MAIL_FROM: "clew@example.org" };
    const member = await memberProcess(folder, storage.databaseUrl, name, more, main);
    started.push(member);
    await member.start();
    await balancer.join(member.port);
    return member;
  };
  const olds = [await start(formerMain), await start(formerMain)];

  const ledger = new Ledger();
  const work = new AbortController();
  const listeners = await openListeners(database, balancer, people[2] ?? "");
  undo.push(() => listeners.forEach((listener) => listener.close()));
  const load = [
    ...people.map((email, n) => person(balancer.url, ledger, work.signal, { email, n, colleagues })),
    reader(balancer.url, ledger, work.signal, people[1] ?? ""),
    linker(balancer.url, ledger, work.signal, people[0] ?? ""),
  ];
  // A search that found something: the first syncs are under way.
  await expect.poll(() => ledger.hits, PATIENCE).toBeGreaterThan(0);

  const news: ServerProcess[] = [];
  for (const [round, old] of olds.entries()) {
    news.push(await start());
    for (const origin of origins)
      makeRepository(origin, [commit(COMMITS + round)], { from: git(origin, "rev-parse", "main") });
    if (release) {
      balancer.withdraw(old.port);
      await new Promise((resolve) => setTimeout(resolve, WITHDRAWN_MS));
    }
    expect(await old.end("SIGTERM")).toBe(0);
  }
  const [tokens, searches] = [ledger.tokens.length, ledger.searches];
  await expect
    .poll(() => [ledger.tokens.length > tokens, ledger.searches > searches + PEOPLE], PATIENCE)
    .toEqual([true, true]);
  expect(tokens).toBeGreaterThanOrEqual(PEOPLE);
  work.abort();
  await Promise.all(load);

  expect(ledger.added.length).toBeGreaterThan(20);
  // The load was answered throughout.
  const errors = started.flatMap(({ lines }) => lines.filter((line) => line.includes('"level":50')));
  expect(ledger.wrong, errors.join("\n")).toEqual([]);
  expect({ died: ledger.died, lost: balancer.lost }).toEqual({ died: 0, lost: [] });
  const urls = news.map(({ url }) => url);
  await expectNothingLost({ database, ledger, listeners, stage, urls, extraCommits: olds.length });
  // Nothing was done twice: an event arrives once, and a colleague who was added has one mail.
  expect(listeners.flatMap(({ twice }) => twice)).toEqual([]);
  const sent = () => ledger.added.map((email) => mails.count(email));
  await expect.poll(() => sent().filter((count) => count === 0), PATIENCE).toEqual([]);
  expect(sent().filter((count) => count !== 1)).toEqual([]);
}
