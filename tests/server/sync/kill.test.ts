import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { symbolsOf } from "../../../server/index/manifest.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { startBitbucketRepositoryHost } from "../../providers/bitbucketRepositoryHost.ts";
import { startConfluenceHost } from "../../providers/confluenceHost.ts";
import { storedRows } from "../../providers/contractRows.ts";
import { startGithubWorkHost } from "../../providers/githubWorkHost.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { makeWork, workPage } from "../../providers/work.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { makeStorage } from "../testDb.ts";
import { sampled } from "../../wholeRun.ts";
import { addSource, makeProject, startSync, storedHistory, whenSettled } from "./syncFixture.ts";

/*
 * A real process, ended by SIGKILL at steps that are named, and never by the clock: in the middle of a transaction, between two pages,
 * before and while an index is built. everyStep.test.ts does the same at each answer of a host without the process.
 */

type Kind = "repository" | "tracker" | "wiki";
/** Where a sync of each is killed, one after the other, each time by another process: a step or a writing method, and which time. The gate takes every second. */
const KILLS: readonly (readonly [name: string, kind: Kind, page: string, points: readonly string[]])[] = [
  ["git", "repository", "", ["files", "history 3", "symbols", "links"]],
  ["github", "tracker", "/acme/rocket", ["writeIssues 2", "comments", "writeDetails"]],
  ["gitlab", "tracker", "/acme/rocket", ["writeIssues 2", "writeDetails 3"]],
  ["jira", "tracker", "/browse/ROCKET", ["writeIssues 2", "reconcile"]],
  ["confluence", "wiki", "/wiki/spaces/ROCKET", ["writePages 2", "index"]],
  ["bitbucket", "repository", "/acme/rocket", ["writeRequests 2", "writeDetails 2"]],
];

let folder: ReturnType<typeof temporaryFolder>;
let hosts: Record<string, RestHost>;
beforeEach(async () => {
  folder = temporaryFolder();
  const work = { ...makeWork(130), pages: Array.from({ length: 45 }, (_, index) => workPage(index + 1)) };
  hosts = {
    github: await startGithubWorkHost(work),
    gitlab: await startGitlabHost(work),
    jira: await startJiraHost(work),
    confluence: await startConfluenceHost(work),
    bitbucket: await startBitbucketRepositoryHost(work),
  };
  makeRepository(
    join(folder.path, "origin.git"),
    Array.from({ length: 1300 }, (_, index) => ({
      message: `change ${index}, fixes ROCKET-${(index % 120) + 1}`,
      author: `Author ${index % 13}`,
      files: Object.fromEntries(
        Array.from({ length: 3 }, (_, file) => [
          `src/dir${(index + file) % 20}/file${(index * file) % 40}.ts`,
          `export function change${index}() {}\n`,
        ]),
      ),
    })),
  );
});
afterEach(async () => {
  for (const host of Object.values(hosts)) await host.stop();
  folder.remove();
});

/** Links all of them to a new project; ids by name. */
async function link(database: OpenDb): Promise<{ projectId: string; ids: Record<string, string> }> {
  const { projectId, companyId } = await makeProject(database);
  await database.db
    .insertInto("secrets")
    // A credential belongs to one host.
    .values(KILLS.map(([name]) => ({ id: name, company_id: companyId, cipher: Buffer.from("x") })))
    .execute();
  const ids: Record<string, string> = {};
  for (const [name, kind, page] of KILLS) {
    const url = name === "git" ? join(folder.path, "origin.git") : `${hosts[name]?.url}${page}`;
    const secretId = name === "git" ? {} : { secretId: name };
    ids[name] = await addSource(database, projectId, { kind, provider: name, url, ...secretId });
  }
  return { projectId, ids };
}

/** All stored rows and built blobs, without values that differ from run to run. */
async function everything(database: OpenDb, projectId: string, ids: Readonly<Record<string, string>>) {
  const { db } = database;
  const { code, commits, issues, pages } = await readStoredManifest(db, projectId);
  const states = await db
    .selectFrom("sources")
    .select(["provider", "sync_state", "sync_error", "sync_items"])
    .execute();
  const links = {
    commits: db
      .selectFrom("issue_commits")
      .innerJoin("issues", "issues.id", "issue_id")
      .innerJoin("git_commits", "git_commits.id", "commit_id")
      .select(["issues.external_id as issue", "hash as to", "how"]),
    requests: db
      .selectFrom("issue_requests")
      .innerJoin("issues", "issues.id", "issue_id")
      .innerJoin("change_requests", "change_requests.id", "request_id")
      .select(["issues.external_id as issue", "change_requests.url as to", "how"]),
  };
  return {
    states: states.toSorted((a, b) => a.provider.localeCompare(b.provider)),
    rows: await storedRows(db),
    git: await storedHistory(database, ids["git"] ?? ""),
    events: await db.selectFrom("issue_events").select(["external_id", "type"]).orderBy("external_id").execute(),
    versions: await db.selectFrom("page_versions").select("number").orderBy("number").execute(),
    commits: await links.commits.orderBy("issue").orderBy("to").orderBy("how").execute(),
    requests: await links.requests.orderBy("issue").orderBy("to").orderBy("how").execute(),
    symbols: await db.selectFrom("page_symbols").select(["name", "path"]).orderBy("name").execute(),
    index: {
      files: code.map((part) => [part.files, symbolsOf(part)?.symbols]).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
      commits: commits.map((part) => part.commits).toSorted((a, b) => a - b),
      issues: issues?.issues,
      pages: pages?.pages,
    },
  };
}

/** Runs the sync in a separate process; true if it was killed, false if it completed. */
function runUntil(dataDir: string, ...point: readonly string[]): Promise<boolean> {
  const script = join(import.meta.dirname, "syncProcess.ts");
  const child = spawn(process.execPath, [script, dataDir, folder.path, ...point], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal === "SIGKILL")));
}

test("a server that is killed at one step after the other ends with what an undisturbed one has", async () => {
  const calm = await makeStorage("pglite");
  let database = await openDb({ dataDir: calm.dataDir });
  const undisturbed = await startSync({
    database,
    dataDir: calm.dataDir,
    allowedPaths: [folder.path],
    credential: { token: "right", username: "" },
  });
  let expected: Awaited<ReturnType<typeof everything>>;
  try {
    const { projectId, ids } = await link(database);
    for (const id of Object.values(ids)) {
      await undisturbed.sync.request([id]);
      await whenSettled(database, id);
    }
    expected = await everything(database, projectId, ids);
  } finally {
    await undisturbed.stop();
    await database.close();
    await calm.remove();
  }
  expect(expected.states.map(({ sync_state, sync_error }) => [sync_state, sync_error])).toEqual(
    KILLS.map(() => ["ready", null]),
  );
  expect(expected.commits.length).toBeGreaterThan(100);

  const stormy = await makeStorage("pglite");
  try {
    database = await openDb({ dataDir: stormy.dataDir });
    await migrate(database.db);
    const { projectId, ids } = await link(database);
    await database.close();
    for (const [at, [name, , , points]] of KILLS.entries()) {
      for (const point of sampled(points, 3, at)) {
        expect(await runUntil(stormy.dataDir, ids[name] ?? "", ...point.split(" ")), `${name}: ${point}`).toBe(true);
      }
    }
    expect(await runUntil(stormy.dataDir)).toBe(false);
    database = await openDb({ dataDir: stormy.dataDir });
    try {
      expect(await everything(database, projectId, ids)).toEqual(expected);
    } finally {
      await database.close();
    }
  } finally {
    await stormy.remove();
  }
}, 480_000);
