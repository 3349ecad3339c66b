import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GithubHost, startGithubHost } from "../../../server/demo/githubHost.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { readManifest } from "../../../server/sync/manifests.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { openTestDb } from "../testDb.ts";
import { addSource, contentOf, makeProject, startSync, whenSettled } from "./syncFixture.ts";

let folder: ReturnType<typeof temporaryFolder>;
let host: GithubHost;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  folder = temporaryFolder();
  host = await startGithubHost({
    data: trackerData(600),
    // Slow enough to be killed between two pages.
    faults: ({ path }) => (path.includes("/issues") ? { delayMs: 40 } : undefined),
  });
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await host.stop();
  folder.remove();
});

/** Runs the sync in a process of its own until `isEnough` says so of a line, kills it there, and gives what it last said. */
async function runUntil(dataDir: string, isEnough: (line: string) => boolean): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "syncProcess.ts"), dataDir, folder.path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    if (isEnough(line)) child.kill("SIGKILL");
  }
  await ended;
  children.delete(child);
  return last;
}

test("a server that is killed again and again ends with what an undisturbed one has", async () => {
  const origin = join(folder.path, "origin.git");
  makeRepository(
    origin,
    Array.from({ length: 6000 }, (_, index) => ({
      message: `change ${index}, fixes #${(index % 500) + 1}`,
      author: `Author ${index % 13}`,
      files: Object.fromEntries(
        Array.from({ length: 6 }, (_, file) => [
          `src/dir${(index + file) % 40}/file${(index * file) % 90}.ts`,
          `export const a = ${index};\n`,
        ]),
      ),
    })),
  );
  const links = [
    { kind: "repository", provider: "git", url: origin },
    { kind: "tracker", provider: "github", url: `${host.url}/acme/rocket` },
  ] as const;

  const calm = await openTestDb();
  const { projectId } = await makeProject(calm);
  const undisturbed = await startSync({ database: calm, dataDir: calm.dataDir, allowedPaths: [folder.path] });
  const expected: unknown[] = [];
  const parts: unknown[] = [];
  const outline = async (database: Pick<typeof calm, "db">, project: string) => {
    const { code, commits, issues } = await readManifest(database.db, project);
    return {
      files: code[0]?.files,
      symbols: code[0]?.symbols?.symbols,
      commits: commits[0]?.commits,
      issues: issues?.issues,
    };
  };
  try {
    for (const link of links) {
      const id = await addSource(calm, projectId, link);
      await undisturbed.sync.request([id]);
      expect(await whenSettled(calm, id)).toMatchObject({ sync_state: "ready" });
      expected.push(await contentOf(calm, id));
    }
    parts.push(await outline(calm, projectId));
  } finally {
    await undisturbed.stop();
    await calm.close();
  }

  // The same again in a folder whose server is killed in every stage.
  const dataDir = join(folder.path, "data");
  let database = await openDb({ dataDir });
  await migrate(database.db);
  const stormy = await makeProject(database);
  const ids: string[] = [];
  for (const link of links) ids.push(await addSource(database, stormy.projectId, link));
  await database.close();

  const stages = [
    /running (?:connect|fetch|files)/,
    /running issues [1-9]/,
    /running history [1-9]\d{3}/,
    /running comments/,
    /running (?:index|symbols)/,
  ];
  const killedAt: string[] = [];
  for (const stage of stages) killedAt.push(await runUntil(dataDir, (line) => stage.test(line)));
  expect(killedAt.filter((line) => line.includes("running")).length).toBeGreaterThanOrEqual(2);
  expect(await runUntil(dataDir, () => false)).toMatch(/^ready - \d+ \| ready - \d+$/);

  database = await openDb({ dataDir });
  try {
    const actual = [];
    for (const id of ids) actual.push(await contentOf(database, id));
    expect(actual).toEqual(expected);
    expect(await outline(database, stormy.projectId)).toEqual(parts[0]);
  } finally {
    await database.close();
  }
}, 240_000);
