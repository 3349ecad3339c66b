import { expect, test } from "vitest";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import type { ContractStage } from "../../providers/ContractStage.ts";
import { isRecord } from "../../providers/restHost.ts";
import { at, workIssue, workPage } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";
import { join } from "node:path";

/*
 * What hosts do by their documentation, and no host of the contract does by itself: each case sets one up, and in the end what is stored
 * is what it holds.
 */

const stages = contractStages();
let stage: ContractStage;
const isReady = { sync_state: "ready", sync_error: null };

test("GitLab behind a proxy, whose links name the host inside: they are followed where it is reached", async () => {
  stage = await stages.open("GitLab");
  stage.work.linksAt = "http://gitlab.internal:8929";
  // More than a page of one time, so that the host's own link has to be followed.
  for (const issue of stage.work.issues.slice(10, 125)) issue.updatedAt = at(3000);
  expect(await stage.sync()).toMatchObject(isReady);
  expect(await stage.stored()).toEqual(stage.held());
});

test("GitLab refuses pages beyond an offset: everything is read, and what is deleted is found all the same", async () => {
  stage = await stages.open("GitLab");
  stage.work.mostOffset = 100;
  expect(await stage.sync()).toMatchObject(isReady);
  stage.work.issues.splice(120, 2);
  expect(await stage.sync()).toMatchObject(isReady);
  expect(await stage.stored()).toEqual(stage.held());
});

test("continues from the last page after Jira has dropped the token of a page", async () => {
  stage = await stages.open("Jira");
  let forgotten = 0;
  stage.host.fault = ({ path, body }) => {
    const isNext = path.endsWith("/search/jql") && isRecord(body) && body["nextPageToken"] !== undefined;
    if (!isNext || forgotten > 0) return undefined;
    forgotten += 1;
    return { status: 400, body: { errorMessages: ["The nextPageToken is invalid or has expired."] } };
  };
  expect(await stage.sync()).toMatchObject(isReady);
  expect(forgotten).toBe(1);
  expect(await stage.stored()).toEqual(stage.held());
});

test("issues that change while Jira pages by number are not skipped, new ones and those that were stored before", async () => {
  stage = await stages.open("Jira");
  const { work, host } = stage;
  await stage.sync();
  // A long absence: all of them changed, days apart, so that no overlap of the next reading reaches back to them.
  for (const [index, issue] of work.issues.entries()) {
    Object.assign(issue, { title: `Later ${index}`, updatedAt: at(100_000 + index * 1440) });
  }
  work.issues.push(workIssue(400, { createdAt: at(90_000), updatedAt: at(90_000) }));
  let pages = 0;
  host.fault = ({ path, body }) => {
    if (!path.endsWith("/search/jql") || !isRecord(body) || body["nextPageToken"] === undefined) return undefined;
    pages += 1;
    // Between two pages one that was read is changed: it moves to the end, and all that follow move up by one.
    if (pages === 1) Object.assign(work.issues[0] ?? {}, { title: "Changed meanwhile", updatedAt: at(900_000) });
    return undefined;
  };
  expect(await stage.sync()).toMatchObject(isReady);
  host.fault = undefined;
  expect(await stage.stored()).toEqual(stage.held());
});

test("a page tree that runs in circles, and titles of 64 kB, are a wiki like another", async () => {
  stage = await stages.open("Confluence");
  const { work } = stage;
  work.pages.splice(0, work.pages.length);
  work.pages.push(
    workPage(1, { parent: 3, title: "One" }),
    workPage(2, { parent: 1, title: "Two" }),
    workPage(3, { parent: 2, title: "Three" }),
    workPage(4, { parent: 4, title: "Its own" }),
    workPage(5, { parent: 2, title: "x".repeat(65_536) }),
  );
  expect(await stage.sync()).toMatchObject(isReady);
  const stored = await stage.stored();
  expect(stored.pages.map(({ external_id, parent_external_id }) => [external_id, parent_external_id])).toEqual(
    stage.held().pages.map(({ external_id, parent_external_id }) => [external_id, parent_external_id]),
  );
  const { database } = stages.server;
  const project = await database.db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
  const store = new IndexCache(createFileBlobs(join(database.dataDir, "blobs")));
  const { pages } = await store.open(await readStoredManifest(database.db, project.id));
  const above = Array.from({ length: pages?.table.length ?? 0 }, (_, page) => {
    const row = pages?.table.row(page);
    return `${row?.title.slice(0, 10)} below ${row?.ancestors.join(", ")}`;
  });
  expect(above.toSorted((a, b) => a.localeCompare(b))).toEqual([
    "Its own below ",
    "One below Two, Three",
    "Three below One, Two",
    "Two below Three, One",
    "xxxxxxxxxx below Three, One, Two",
  ]);
});

test.each([
  ["GitHub", /\/issues\/\d+$/],
  ["GitLab", /\/issues\/\d+$/],
  ["Confluence", /\/pages\/\d+$/],
] as const)("%s: rights that are lost while deleted things are looked at delete nothing", async (name, detailPath) => {
  stage = await stages.open(name);
  await stage.sync();
  const before = await stage.stored();
  stage.work.issues.splice(100, 2);
  stage.work.pages.splice(7, 1);
  let isLost = false;
  // From the first request for one of them on everything is 404, as hosts answer callers without access.
  stage.host.fault = ({ path }) => {
    isLost ||= detailPath.test(path);
    return isLost ? { status: 404, body: { message: "Not Found" } } : undefined;
  };
  expect(await stage.sync()).toMatchObject({ sync_state: "failed", sync_error_code: "not_found" });
  expect(isLost).toBe(true);
  expect(await stage.stored()).toEqual(before);
  stage.host.fault = undefined;
  expect(await stage.sync()).toMatchObject(isReady);
  expect(await stage.stored()).toEqual(stage.held());
});

test.each([
  ["a time that is none", { updatedAt: "yesterday" }],
  ["a time that no database holds", { createdAt: "+100000-01-01T00:00:00Z" }],
  ["a number that no host gives", { number: 99_999_999_999 }],
])(
  "%s: the issue is skipped and named, the others are read, and after its repair everything is there",
  async (_what, odd) => {
    stage = await stages.open("GitLab");
    const wrong = workIssue(500, { updatedAt: at(9000) });
    const whole = { ...wrong };
    stage.work.issues.push(Object.assign(wrong, odd));
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.notes()).toMatch(/skipped .* could not be read: 1\. Example: #\d+, field \w+/);
    expect(stages.server.running.errors).toEqual([]);
    expect((await stage.stored()).issues).toHaveLength(stage.work.issues.length - 1);
    Object.assign(wrong, whole);
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.notes()).toBe("");
    expect(await stage.stored()).toEqual(stage.held());
  },
);

test("an issue that is stored and becomes odd stays", async () => {
  for (const name of ["GitHub", "GitLab", "Jira"]) {
    stage = await stages.open(name);
    expect(await stage.sync(), name).toMatchObject(isReady);
    const before = await stage.stored();
    const [issue] = stage.work.issues;
    if (!issue) throw new Error("There are issues.");
    issue.createdAt = "yesterday";
    expect(await stage.syncWhole(), name).toMatchObject(isReady);
    expect((await stage.stored()).issues, name).toHaveLength(before.issues.length);
    await stage.close();
  }
});

test("an answer that is no list of the provider is reported as the host's", async () => {
  stage = await stages.open("GitLab");
  stage.host.fault = ({ path }) => (path.endsWith("/issues") ? { status: 200, body: [{ name: "x" }] } : undefined);
  const failed = await stage.sync();
  expect(failed).toMatchObject({ sync_state: "failed", sync_error_code: "bad_answer" });
  expect(failed.sync_error).toMatch(/GitLab/);
});
