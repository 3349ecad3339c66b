import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { findLedger } from "../../../server/db/tables/sources/sourceLedgers.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { type Fault, type HostRequest, withFaults } from "../../providers/githubFaults.ts";
import { ledgerOf } from "../../providers/ledgers.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";

onOneDatabase("the ledger of a GitHub tracker", (engine) => {
  let database: TestDb;
  let running: TestSync;
  let host: GithubHost;
  let data: HostData;
  let projectId: string;
  let fault: ((request: HostRequest) => Fault | undefined) | undefined;

  const start = () => startSync({ database, dataDir: database.dataDir, databaseUrl: database.databaseUrl });
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    fault = undefined;
    ({ projectId } = await makeProject(database));
  });
  afterEach(async () => {
    // What went wrong that no host caused.
    for (const error of running.errors) throw error;
    await running.stop();
    await host.stop();
    await emptyDatabase(database);
  });
  const begin = async (count: number): Promise<string> => {
    const given = trackerData(count);
    const pull = { headRef: "work", headSha: "a".repeat(40), baseSha: "b".repeat(40), mergedAt: null, mergeSha: null };
    data = {
      ...given,
      issues: given.issues.map((issue) =>
        issue.isPullRequest ? { ...issue, pull: { ...pull, reviews: [], files: [] } } : issue,
      ),
    };
    host = await startGithubHost({ data, intercept: withFaults((request) => fault?.(request)) });
    running = await start();
    return addSource(database, projectId, { kind: "tracker", provider: "github", url: `${host.url}/acme/rocket` });
  };
  const sync = async (id: string) => {
    await running.sync.request([id]);
    return whenSettled(database, id);
  };
  const compare = async (id: string) => {
    await running.sync.compare(id);
    return ledgerOf({ database }, id);
  };

  test("30,000 issues and requests are counted in three calls, and a visitor's sample has five", async () => {
    const id = await begin(30_000);
    const rows = data.issues.flatMap((issue) =>
      issue.isPullRequest
        ? []
        : [
            {
              id: newId(),
              source_id: id,
              project_id: projectId,
              external_id: String(data.repository.id * 10_000 + issue.number),
              number: issue.number,
              key: `#${issue.number}`,
              title: issue.title,
              body: issue.body ?? "",
              state: issue.state,
              url: "",
              author_id: null,
              labels: "[]",
              type: null,
              priority: null,
              comments_count: 0,
              created_at: issue.createdAt,
              updated_at: issue.updatedAt,
              closed_at: issue.closedAt,
            },
          ],
    );
    await insertRows(database.db, "issues", rows.slice(0, -9));
    const ledger = await compare(id);
    expect(ledger.counts).toMatchObject([
      { kind: "issues", host: 27_000, held: 26_991, missing: 9, extra: 0, precision: "exact" },
      { kind: "requests", host: 3000, held: 0, missing: 3000 },
    ]);
    expect(ledger.sampled).toBe(5);
    expect(host.requests.slice(0, 8).map((request) => request.split("?")[0])).toEqual([
      "GET /repos/acme/rocket",
      "GET /repos/acme/rocket/pulls",
      "GET /repos/acme/rocket/issues",
      ...Array<string>(5).fill(expect.stringMatching(/^GET \/repos\/acme\/rocket\/issues\/\d+$/) as string),
    ]);
  });

  test("an issue with a field that no answer should have is counted as unreadable, with the field", async () => {
    const id = await begin(40);
    data.issues.push(trackerIssue(41, { createdAt: "soon", updatedAt: "2025-03-01T00:00:00Z" }));
    await sync(id);
    const ledger = await compare(id);
    expect(ledger.counts[0]).toMatchObject({
      kind: "issues",
      host: 37,
      held: 36,
      unreadable: { count: 1, examples: [{ item: "#41", field: "created_at" }] },
      missing: 0,
      refused: 0,
    });
    // It is mended at the host: the sync reads it, and nothing is unreadable any more.
    data.issues.splice(-1, 1, trackerIssue(41, { updatedAt: "2025-03-02T00:00:00Z" }));
    await sync(id);
    expect((await compare(id)).counts[0]).toMatchObject({ host: 37, held: 37, unreadable: { count: 0 }, missing: 0 });
  });

  test("a later change at the host is reported as newer, with each field", async () => {
    const id = await begin(3);
    await sync(id);
    Object.assign(data.issues[1] ?? {}, {
      title: "Changed",
      state: "closed",
      labels: ["bug"],
      assignees: ["ada"],
      closedAt: "2025-06-01T00:00:00Z",
      updatedAt: "2025-06-01T00:00:00Z",
    });
    const ledger = await compare(id);
    expect(ledger.differences).toMatchObject([
      {
        kind: "issue",
        state: "newer",
        fields: ["title", "state", "assignees", "labels", "updated", "closed"],
      },
    ]);
  });

  test("a comparison survives a restart in its middle, and there is one at a time", async () => {
    const id = await begin(30);
    await sync(id);
    let isHeld = true;
    fault = ({ path }) => (isHeld && /issues\/\d+$/.test(path) ? { delayMs: 60_000 } : undefined);
    expect(await running.sync.compare(id)).toBe(true);
    expect(await running.sync.compare(id)).toBe(false);
    while ((await findLedger(database.db, id))?.total !== 5) await new Promise((resolve) => setTimeout(resolve, 20));
    await running.stop();
    isHeld = false;
    running = await start();
    expect(await ledgerOf({ database }, id)).toMatchObject({ state: "done", sampled: 5, differences: [] });
  });

  test("an odd host: a list without a last page is counted by the search", async () => {
    const id = await begin(3);
    const next = `<${host.url}/repositories/4711/issues?after=abc>; rel="next"`;
    fault = ({ path, query }): Fault | undefined => {
      if (path.endsWith("/search/issues"))
        return {
          status: 200,
          body: { total_count: query.get("q")?.includes("is:pr") ? 4 : 12_431, incomplete_results: false, items: [] },
        };
      return path.endsWith("/rocket/issues") ? { status: 200, headers: { link: next }, body: [] } : undefined;
    };
    expect((await compare(id)).counts).toMatchObject([
      { kind: "issues", host: 12_431, held: 0, missing: 12_431 },
      { kind: "requests", host: 0 },
    ]);
  });

  test("a token that may not read pull requests counts the issues alone", async () => {
    const id = await begin(20);
    fault = ({ path }): Fault | undefined => {
      if (path.endsWith("/search/issues"))
        return { status: 200, body: { total_count: 18, incomplete_results: false, items: [] } };
      return path.endsWith("/rocket/pulls") ? { status: 403, body: { message: "Not accessible" } } : undefined;
    };
    expect((await compare(id)).counts).toMatchObject([
      { kind: "issues", host: 18, missing: 18 },
      { kind: "requests", host: null, missing: 0 },
    ]);
  });
});
