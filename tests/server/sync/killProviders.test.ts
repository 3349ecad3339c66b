import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { type OpenDb, openDb } from "../../../server/db/openDb.ts";
import { readManifest } from "../../../server/sync/manifests.ts";
import { startConfluenceHost } from "../../providers/confluenceHost.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { makeWork } from "../../providers/work.ts";
import { temporaryFolder } from "../sources/gitFixture.ts";
import { openTestDb } from "../testDb.ts";
import { addSource, contentOf, makeProject, startSync, whenSettled } from "./syncFixture.ts";

let folder: ReturnType<typeof temporaryFolder>;
let hosts: RestHost[];
beforeEach(async () => {
  folder = temporaryFolder();
  const work = makeWork(30);
  hosts = [await startGitlabHost(work), await startConfluenceHost(work)];
});
afterEach(async () => {
  for (const host of hosts) await host.stop();
  folder.remove();
});

const links = () =>
  [
    { kind: "tracker", provider: "gitlab", url: `${hosts[0]?.url}/acme/rocket` },
    { kind: "wiki", provider: "confluence", url: `${hosts[1]?.url}/wiki/spaces/ROCKET` },
  ] as const;

/** Everything that was copied, without what differs from run to run. */
async function everything(database: Pick<OpenDb, "db"> & OpenDb, projectId: string, ids: readonly string[]) {
  const { db } = database;
  const manifest = await readManifest(db, projectId);
  return {
    tracker: await contentOf(database, ids[0] ?? ""),
    pages: await db
      .selectFrom("pages")
      .select(["external_id", "title", "version", "parent_external_id", "labels", "body"])
      .orderBy("external_id")
      .execute(),
    requests: await db
      .selectFrom("change_requests")
      .leftJoin("request_reviews", "request_reviews.request_id", "change_requests.id")
      .select(["key", "title", "change_requests.state as is", "request_reviews.state as said"])
      .orderBy("key")
      .execute(),
    events: await db.selectFrom("issue_events").select(["external_id", "type"]).orderBy("external_id").execute(),
    links: await db
      .selectFrom("issue_requests")
      .innerJoin("issues", "issues.id", "issue_requests.issue_id")
      .select(["key", "how"])
      .orderBy("key")
      .execute(),
    index: [manifest.issues?.issues, manifest.pages?.pages],
  };
}

/** Runs the sync in a process of its own and kills it when the hosts have been asked so often; true when it ended by itself. */
async function runFor(dataDir: string, requests: number): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "syncProcess.ts"), dataDir, folder.path], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  let asked = 0;
  let isKilled = false;
  for (const host of hosts) {
    host.fault = () => {
      asked += 1;
      if (asked === requests) {
        isKilled = true;
        child.kill("SIGKILL");
      }
      return undefined;
    };
  }
  await new Promise((resolve) => child.once("exit", resolve));
  for (const host of hosts) host.fault = undefined;
  return !isKilled;
}

test("a server that is killed at one step after the other ends with what an undisturbed one has", async () => {
  const calm = await openTestDb();
  const { projectId } = await makeProject(calm);
  const undisturbed = await startSync({ database: calm, dataDir: calm.dataDir });
  let expected: unknown;
  try {
    const ids: string[] = [];
    for (const link of links()) {
      const id = await addSource(calm, projectId, link);
      await undisturbed.sync.request([id]);
      expect(await whenSettled(calm, id)).toMatchObject({ sync_state: "ready", sync_error: null });
      ids.push(id);
    }
    expected = await everything(calm, projectId, ids);
  } finally {
    await undisturbed.stop();
    await calm.close();
  }

  const dataDir = join(folder.path, "data");
  let database = await openDb({ dataDir });
  await migrate(database.db);
  const stormy = await makeProject(database);
  const ids: string[] = [];
  for (const link of links()) ids.push(await addSource(database, stormy.projectId, link));
  await database.close();

  let kills = 0;
  for (let requests = 1; !(await runFor(dataDir, requests)); requests += 12) kills += 1;
  expect(kills).toBeGreaterThanOrEqual(3);

  database = await openDb({ dataDir });
  try {
    expect(await everything(database, stormy.projectId, ids)).toEqual(expected);
  } finally {
    await database.close();
  }
}, 240_000);
