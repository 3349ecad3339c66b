import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { readSourceDetails } from "../../../server/features/sources/sourceDetails.ts";
import { startConfluenceHost } from "../../providers/confluenceHost.ts";
import { heldRows, storedRows } from "../../providers/contractRows.ts";
import { CONTRACT_PROVIDERS, type ContractProvider } from "../../providers/contractProviders.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type Work, type WorkIssue, at, makeWork, workIssue, workPage } from "../../providers/work.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { blobsWith, tablesWith } from "./everyByte.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { addSecret } from "../rows.ts";

/** Occurs in every text of a restricted item, and nowhere else. */
const MARKS = ["zebraquartz", "hunter2plum"];

let database: TestDb;
let running: TestSync;
let host: RestHost;
let work: Work;
let projectId: string;
let sourceId: string;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  ({ projectId } = await makeProject(database));
});
afterEach(async () => {
  // What went wrong that no host caused.
  for (const error of running.errors) throw error;
  await running.stop();
  await host.stop();
  await emptyDatabase(database);
  await rm(join(database.dataDir, "blobs"), { recursive: true, force: true });
});

const rowOf = (name: string): ContractProvider => {
  const row = CONTRACT_PROVIDERS.find((one) => one.name === name);
  if (!row) throw new Error(`There is no ${name}.`);
  return row;
};
async function link({ kind, provider, page }: ContractProvider, token: string | null = "right"): Promise<void> {
  const company = await database.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  await addSecret(database.db, company.id);
  running = await startSync({
    database,
    dataDir: database.dataDir,
    credential: token === null ? null : { token, username: "ada@example.org" },
  });
  const source = { kind, provider, url: `${host.url}${page}`, ...(token !== null && { secretId: "secret" }) };
  sourceId = await addSource(database, projectId, source);
}
const sync = async () => {
  await running.sync.request([sourceId]);
  return whenSettled(database, sourceId);
};
const leftOut = async () => {
  const [detail] = await readSourceDetails(database.db, projectId, "EN", sourceId);
  return Object.fromEntries((detail?.left_out ?? []).map(({ kind, count }) => [kind, count]));
};
const expectNothingOfIt = async () => {
  expect(await tablesWith(database.db, MARKS)).toEqual([]);
  const blobs = openBlobs({ driver: "files", folder: join(database.dataDir, "blobs") });
  expect(await blobsWith(blobs, MARKS)).toEqual([]);
};
/** The byte search finds stored text; otherwise an empty result proves nothing. */
const expectAllOfIt = async () => {
  expect((await tablesWith(database.db, MARKS)).length).toBeGreaterThan(1);
  const blobs = openBlobs({ driver: "files", folder: join(database.dataDir, "blobs") });
  expect(await blobsWith(blobs, ["hunter2plum"])).not.toEqual([]);
};

const secretIssue = (number: number, isHidden: boolean): WorkIssue =>
  workIssue(number, {
    title: `ZebraQuartz in the importer ${number}`,
    body: "The password is hunter2plum",
    labels: ["zebraquartz-label"],
    isHidden,
    comments: [{ id: number * 10, author: "ada", body: "hunter2plum is the password", at: at(number) }],
  });

const TRACKERS = [
  { name: "GitLab", issue: "confidential_issue", comments: { internal: "internal_comment" } },
  { name: "Jira", issue: "secured_issue", comments: { internal: "internal_comment", role: "restricted_comment" } },
] as const;

describe.each(TRACKERS)("what $name keeps from some people", ({ name, issue: kind, comments }) => {
  const row = rowOf(name);
  const held = () => heldRows(work, row.forms);
  const stored = async () => {
    const { requests, reviews, files, ...rest } = await storedRows(database.db);
    const { requests: _requests, reviews: _reviews, files: _files, ...expected } = held();
    return { rest, expected, requests, reviews, files };
  };
  const expectHeld = async () => {
    const { rest, expected } = await stored();
    expect(rest).toEqual(expected);
  };

  test("is not read, and counted by kind", async () => {
    work = makeWork(12);
    work.issues.push(secretIssue(40, true), secretIssue(41, true));
    for (const [index, hidden] of (["internal", "role"] as const).entries())
      work.issues[index]?.comments.push({ id: 7000 + index, author: "ada", body: "hunter2plum", at: at(1), hidden });
    host = await row.start(work);
    await link(row);
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    await expectHeld();
    const expected = name === "GitLab" ? { internal_comment: 2 } : { internal_comment: 1, restricted_comment: 1 };
    expect(await leftOut()).toEqual({ [kind]: 2, ...expected });
    expect(Object.keys(comments).length).toBe(Object.keys(expected).length);
    await expectNothingOfIt();
    expect(await sync()).toMatchObject({ sync_state: "ready" });
    expect(await leftOut()).toEqual({ [kind]: 2, ...expected });
  });

  test("leaves every table and blob once it is hidden, and comes back when it is not", async () => {
    work = makeWork(12);
    work.issues.push(secretIssue(40, false));
    work.issues[0]?.comments.push({ id: 7000, author: "ada", body: "hunter2plum zebraquartz", at: at(1) });
    host = await row.start(work);
    await link(row);
    await sync();
    await expectAllOfIt();
    Object.assign(work.issues[12] ?? {}, { isHidden: true, updatedAt: at(9000) });
    for (const hidden of Object.keys(comments) as (keyof typeof comments)[]) {
      Object.assign(work.issues[0]?.comments.at(-1) ?? {}, { hidden });
      Object.assign(work.issues[0] ?? {}, { updatedAt: at(9001) });
      expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
      await expectHeld();
      expect(await leftOut()).toEqual({ [kind]: 1, [comments[hidden]]: 1 });
      await expectNothingOfIt();
    }
    delete work.issues[0]?.comments.at(-1)?.hidden;
    Object.assign(work.issues[0] ?? {}, { updatedAt: at(9002) });
    Object.assign(work.issues[12] ?? {}, { isHidden: false, updatedAt: at(9003) });
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    await expectHeld();
    expect(await leftOut()).toEqual({});
    await expectAllOfIt();
  });

  test("leaves also the blobs of builds before the last one", async () => {
    work = makeWork(12);
    work.issues.push(secretIssue(40, false));
    host = await row.start(work);
    await link(row);
    await sync();
    for (const time of [8000, 8001]) {
      Object.assign(work.issues[0] ?? {}, { title: `Retitled at ${time}`, updatedAt: at(time) });
      await sync();
    }
    await expectAllOfIt();
    Object.assign(work.issues[12] ?? {}, { isHidden: true, updatedAt: at(9000) });
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    await expectNothingOfIt();
    expect(await database.db.selectFrom("superseded_blobs").selectAll().execute()).toEqual([]);
  });

  test("leaves also when every issue is hidden at once, and is counted no more when the host deletes it", async () => {
    work = makeWork(0);
    work.issues.push(...Array.from({ length: 60 }, (_, index) => secretIssue(index + 1, false)));
    host = await row.start(work);
    await link(row);
    await sync();
    await expectAllOfIt();
    // Without a new time of change: the list of all issues has to find it.
    for (const issue of work.issues) issue.isHidden = true;
    if (name === "GitLab") for (const issue of work.issues) issue.updatedAt = at(9000);
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    expect(await leftOut()).toEqual({ [kind]: 60 });
    await expectNothingOfIt();
    work.issues.splice(0, 20);
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    expect(await leftOut()).toEqual({ [kind]: 40 });
  });

  test("is in no sample of a validation", async () => {
    work = makeWork(2);
    work.issues.push(secretIssue(40, true));
    host = await row.start(work);
    await link(row);
    const url = `${host.url}${row.page}`;
    const credential = { token: "right", username: "ada@example.org" };
    const { sample } = await running.sources.validateTracker({ provider: row.provider, url, credential });
    expect(sample?.length).toBe(2);
    expect(JSON.stringify(sample).toLowerCase()).not.toContain("zebraquartz");
  });
});

test("a confidential issue is noted also where it alone is read again, as after a change", async () => {
  work = makeWork(3);
  work.issues.push(secretIssue(40, false));
  host = await rowOf("GitLab").start(work);
  await link(rowOf("GitLab"));
  await sync();
  const { external_id: externalId, key } = await database.db
    .selectFrom("issues")
    .select(["external_id", "key"])
    .where("key", "like", "%40")
    .executeTakeFirstOrThrow();
  Object.assign(work.issues[3] ?? {}, { isHidden: true, updatedAt: at(9000) });
  expect(await running.sync.refreshIssue(sourceId, { externalId, key })).toBe(false);
  expect(await leftOut()).toEqual({ confidential_issue: 1 });
  expect(await database.db.selectFrom("issues").select("id").where("key", "=", key).execute()).toEqual([]);
});

test("GitLab before 15.5 calls an internal note confidential; notes on merge requests count too", async () => {
  work = { ...makeWork(3), isOld: true };
  work.issues[0]?.comments.push({ id: 7000, author: "ada", body: "hunter2plum", at: at(1), hidden: "internal" });
  Object.assign(work.requests[0] ?? {}, { internalNotes: ["hunter2plum"] });
  host = await rowOf("GitLab").start(work);
  await link(rowOf("GitLab"));
  expect(await sync()).toMatchObject({ sync_state: "ready" });
  expect(await leftOut()).toEqual({ internal_comment: 2 });
  const reviewers = (await storedRows(database.db)).reviews.map(({ login }) => login);
  expect(reviewers).not.toContain("linus");
  await expectNothingOfIt();
});

test("a comment that was read before goes although its issue keeps its time: everything is read again after an upgrade", async () => {
  work = makeWork(3);
  work.issues[0]?.comments.push({ id: 7000, author: "ada", body: "hunter2plum zebraquartz", at: at(1) });
  host = await rowOf("GitLab").start(work);
  await link(rowOf("GitLab"));
  await sync();
  Object.assign(work.issues[0]?.comments.at(-1) ?? {}, { hidden: "internal" });
  // What the migration does to the cursor of a tracker.
  await database.db
    .updateTable("sources")
    .set({ cursor: JSON.stringify({}) })
    .execute();
  await sync();
  expect(await leftOut()).toEqual({ internal_comment: 1 });
  await expectNothingOfIt();
});

describe("what Confluence keeps from some people", () => {
  const row = rowOf("Confluence");
  const secretPage = (id: number, changes: Partial<Work["pages"][number]> = {}) =>
    workPage(id, {
      title: `ZebraQuartz ${id}`,
      body: "<p>hunter2plum</p>",
      labels: ["zebraquartz"],
      attachments: ["zebraquartz.pdf"],
      ...changes,
    });
  const begin = async (pages: Work["pages"]) => {
    work = { ...makeWork(0), pages };
    host = await startConfluenceHost(work);
    await link(row);
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  };
  const stored = async () => (await storedRows(database.db)).pages;
  const expectHeld = async () => expect(await stored()).toEqual(heldRows(work, row.forms).pages);

  test("is not read: restricted pages, what is below them, and archived ones", async () => {
    await begin([
      ...makeWork(0).pages,
      secretPage(50, { readers: ["ada"] }),
      secretPage(51, { parent: 50 }),
      secretPage(52, { parent: 51 }),
      secretPage(60, { isArchived: true }),
    ]);
    expect((await stored()).length).toBe(12);
    await expectHeld();
    expect(await leftOut()).toEqual({ restricted_page: 3, archived_page: 1 });
    await expectNothingOfIt();
    const requestCount = host.requests.length;
    await sync();
    // A few lists return the restrictions of all pages; no page is requested separately.
    expect(host.requests.slice(requestCount).filter((path) => /restriction|ancestors|pages\/\d+/.test(path))).toEqual(
      [],
    );
  });

  test("leaves every table and blob although no page has a new version, and comes back", async () => {
    await begin([...makeWork(0).pages, secretPage(50), secretPage(51, { parent: 50 })]);
    await expectAllOfIt();
    Object.assign(work.pages[12] ?? {}, { readers: ["ada"] });
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    await expectHeld();
    expect(await leftOut()).toEqual({ restricted_page: 2 });
    await expectNothingOfIt();
    Object.assign(work.pages[12] ?? {}, { readers: [] });
    await sync();
    await expectHeld();
    expect(await leftOut()).toEqual({});
    await expectAllOfIt();
    // Below a restricted page from now on.
    Object.assign(work.pages[0] ?? {}, { readers: ["ada"] });
    Object.assign(work.pages[12] ?? {}, { parent: 1 });
    await sync();
    await expectHeld();
    await expectNothingOfIt();
  });

  test("a page that the search does not know yet is asked about by itself", async () => {
    await begin(makeWork(0).pages);
    work.pages.push(secretPage(50, { readers: ["ada"] }), secretPage(51, { parent: 50 }), workPage(52));
    const isBehind = ({ path }: { path: string }) => path.endsWith("/content/search");
    host.fault = (request) => (isBehind(request) ? { status: 200, body: { results: [], _links: {} } } : undefined);
    expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
    await expectHeld();
    expect(await leftOut()).toEqual({ restricted_page: 2 });
    await expectNothingOfIt();
  });

  test.each([
    [403, { message: "Forbidden" }],
    [404, { message: "Not found" }],
    [410, { message: "Gone" }],
  ])("a host that does not tell restrictions (%i) is not read, in words", async (status, body) => {
    work = { ...makeWork(0), pages: [workPage(1), secretPage(50, { readers: ["ada"] })] };
    host = await startConfluenceHost(work);
    host.fault = ({ path }) => (path.endsWith("/content/search") ? { status, body } : undefined);
    await link(row);
    const failed = await sync();
    expect(failed).toMatchObject({ sync_state: "failed" });
    expect(failed.sync_error).toContain("read:content-details:confluence");
    expect(await stored()).toEqual([]);
    const url = `${host.url}${row.page}`;
    const credential = { token: "right", username: "ada@example.org" };
    expect(await running.sources.validateWiki({ provider: "confluence", url, credential })).toMatchObject({
      missing: ["read:content-details:confluence"],
    });
  });
});
