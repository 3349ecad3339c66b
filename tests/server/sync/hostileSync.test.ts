import { afterAll, beforeAll, expect, test } from "vitest";
import { BEHAVIOURS, type HostileHost, startHostileHost } from "../../../bench/load/hostileHost.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type Work, makeWork } from "../../providers/work.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

/*
 * A host that answers as a GitLab until a project is linked and copied, and then as no host should. The sync runs as the worker runs it,
 * with the database: it fails with a sentence about the host, what was stored stays, and other sources are copied meanwhile.
 */

const WORST = [
  "60 MB of empty objects",
  "a million keys in one object",
  "endless trailers",
  "an endless chunk extension",
  "a gzip bomb inside of another",
  "a body without an end",
];
const [first] = BEHAVIOURS;
if (!first) throw new Error("There are no behaviours.");
let database: TestDb;
let running: TestSync;
let work: Work;
let gitlab: RestHost;
let hostile: HostileHost;
let sourceId: string;
let otherId: string;
beforeAll(async () => {
  database = await openTestDb();
  work = makeWork(12);
  gitlab = await startGitlabHost(work);
  hostile = await startHostileHost(first);
  hostile.passes = () => gitlab.url;
  const { projectId } = await makeProject(database);
  const source = { kind: "tracker", provider: "gitlab" } as const;
  sourceId = await addSource(database, projectId, { ...source, url: `${hostile.url}/${work.path}` });
  otherId = await addSource(database, projectId, { ...source, url: `${gitlab.url}/${work.path}` });
  running = await startSync({ database, dataDir: database.dataDir });
  await running.sync.request([sourceId]);
  const { sync_state: state } = await whenSettled(database, sourceId);
  if (state !== "ready") throw new Error(`The first sync ended as ${state}.`);
});
afterAll(async () => {
  await running.stop();
  await hostile.stop();
  await gitlab.stop();
  await database.close();
});

const stored = async () => {
  const { db } = database;
  const issues = db.selectFrom("issues").select(["key", "title", "body"]).where("source_id", "=", sourceId);
  const comments = db.selectFrom("issue_comments").innerJoin("issues", "issues.id", "issue_comments.issue_id");
  return [
    await issues.orderBy("key").execute(),
    await comments
      .select(["issue_comments.external_id", "issue_comments.body"])
      .where("source_id", "=", sourceId)
      .orderBy("issue_comments.external_id")
      .execute(),
  ];
};

test.each(["issues", "notes"].flatMap((list) => WORST.map((name) => [name, list] as const)))(
  "%s in the middle of a sync, as the list of %s",
  async (name, list) => {
    const behaviour = BEHAVIOURS.find((one) => one.name === name);
    if (!behaviour) throw new Error(`There is no ${name}.`);
    hostile.behaviour = behaviour;
    // So that there is something to be read again.
    for (const issue of work.issues) issue.updatedAt = new Date(Date.parse(issue.updatedAt) + 1000).toISOString();
    const before = await stored();
    expect(before[0]).toHaveLength(12);
    hostile.passes = (_method, path) => (new RegExp(`/${list}\\?`).test(path) ? undefined : gitlab.url);
    await running.sync.request([sourceId, otherId]);
    const { sync_state: state, sync_error: error } = await whenSettled(database, sourceId);
    expect([state, error]).toEqual(["failed", expect.stringContaining("127.0.0.1")]);
    expect(await stored()).toEqual(before);
    expect(await whenSettled(database, otherId)).toMatchObject({ sync_state: "ready", sync_error: null });
    // No failure of it is one of this server's.
    expect(running.errors).toEqual([]);
    hostile.passes = () => gitlab.url;
    await running.sync.request([sourceId]);
    expect(await whenSettled(database, sourceId)).toMatchObject({ sync_state: "ready", sync_error: null });
  },
);
