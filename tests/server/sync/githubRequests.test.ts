import { afterEach, beforeEach, expect, test } from "vitest";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { type Fault, withFaults } from "../../providers/githubFaults.ts";
import { readSourceDetails } from "../../../server/features/sources/sourceDetails.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { addSecret } from "../rows.ts";

let database: TestDb;
let running: TestSync;
let host: GithubHost;
let pulls: { number: number; updated_at: string; merged: boolean }[];
beforeEach(async () => {
  database = await openTestDb();
  pulls = Array.from({ length: 230 }, (_, at) => ({ number: 1000 + at, updated_at: time(at), merged: at % 2 === 0 }));
});
afterEach(async () => {
  await running.stop();
  await host.stop();
  await database.close();
});

const releases = Array.from({ length: 103 }, (_, at) => ({
  id: at + 1,
  tag: `v1.${at}.0`,
  name: at % 2 === 0 ? null : `Release ${at}`,
  body: at % 3 === 0 ? null : "Notes",
  author: "ada",
  isPrerelease: at === 102,
  isDraft: at === 0,
  createdAt: `2025-0${1 + Math.floor(at / 28)}-${String(1 + (at % 28)).padStart(2, "0")}T00:00:00Z`,
  publishedAt: at === 0 ? null : `2025-0${1 + Math.floor(at / 28)}-${String(1 + (at % 28)).padStart(2, "0")}T01:00:00Z`,
}));
const time = (minutes: number): string => new Date(Date.UTC(2025, 3, 1) + minutes * 60_000).toISOString();
const user = (login: string, id: number) => ({ id, login, type: "User" });

/** What the host says about pull requests and events, page by page. */
function answer(path: string, query: URLSearchParams, url: string): Fault | undefined {
  const paged = (rows: unknown[]): Fault => {
    const page = Number(query.get("page") ?? 1);
    const next = new URLSearchParams(query);
    next.set("page", String(page + 1));
    const link = page * 100 < rows.length ? { link: `<${url}${path}?${next}>; rel="next"` } : undefined;
    return { status: 200, body: rows.slice((page - 1) * 100, page * 100) as never, ...(link && { headers: link }) };
  };
  const [, number, part] = /\/pulls\/(\d+)\/(reviews|files)$/.exec(path) ?? [];
  if (part === "files") return paged([{ filename: `src/${number}.ts`, additions: 3, deletions: 1 }]);
  if (part === "reviews") {
    return paged([
      { id: Number(number) * 10, user: user("grace", 2), state: "APPROVED", submitted_at: time(1) },
      { id: Number(number) * 10 + 1, user: user("linus", 3), state: "PENDING" },
      { id: Number(number) * 10 + 2, user: user("ada", 1), state: "COMMENTED", submitted_at: time(2) },
    ]);
  }
  if (path.endsWith("/issues/events")) {
    return paged([
      {
        id: 2,
        event: "labeled",
        actor: user("ada", 1),
        created_at: time(9),
        label: { name: "bug" },
        issue: { number: 4 },
      },
      { id: 1, event: "subscribed", actor: user("ada", 1), created_at: time(8), issue: { number: 4 } },
    ]);
  }
  if (!path.endsWith("/pulls")) return undefined;
  const sign = query.get("direction") === "asc" ? 1 : -1;
  const rows = pulls.toSorted((a, b) => sign * a.updated_at.localeCompare(b.updated_at));
  return paged(
    rows.map((pull) => ({
      id: pull.number * 7,
      number: pull.number,
      title: `Pull ${pull.number}`,
      body: "Fixes #4",
      state: pull.merged ? "closed" : "open",
      draft: false,
      user: user("ada", 1),
      html_url: `${url}/acme/rocket/pull/${pull.number}`,
      head: { ref: "topic", sha: "a".repeat(40) },
      base: { ref: "main" },
      merge_commit_sha: "b".repeat(40),
      created_at: pull.updated_at,
      updated_at: pull.updated_at,
      merged_at: pull.merged ? pull.updated_at : null,
    })),
  );
}

test("stores GitHub's pull requests with reviews, files and events, and continues after a crash and a change", async () => {
  let broken = true;
  host = await startGithubHost({
    data: { ...trackerData(12), releases },
    intercept: withFaults(({ path, query }) =>
      broken && path.endsWith("/pulls") && query.get("page") === "3"
        ? { status: 401, body: { message: "Bad credentials" } }
        : answer(path, query, host.url),
    ),
  });
  running = await startSync({ database, dataDir: database.dataDir, credential: { token: "t" } });
  const { projectId, companyId } = await makeProject(database);
  await addSecret(database.db, companyId);
  const url = `${host.url}/acme/rocket`;
  const id = await addSource(database, projectId, { kind: "tracker", provider: "github", url });
  await running.sync.request([id]);
  // The list was interrupted: the rows so far are kept, the issues stay, and the next sync resumes at that page.
  expect(await whenSettled(database, id)).toMatchObject({
    sync_state: "failed",
    sync_error: expect.any(String) as string,
  });
  const count = async () => (await database.db.selectFrom("change_requests").select("id").execute()).length;
  expect(await count()).toBe(200);
  broken = false;
  const requestCount = host.requests.length;
  await running.sync.request([id]);
  expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(await count()).toBe(230);
  expect(host.requests.slice(requestCount).filter((request) => /\/pulls\?/.test(request))).toHaveLength(1);

  const [newest] = await database.db.selectFrom("change_requests").selectAll().where("number", "=", 1228).execute();
  expect(newest).toMatchObject({ state: "merged", merge_hash: "b".repeat(40), source_branch: "topic" });
  const reviews = await database.db
    .selectFrom("request_reviews")
    .innerJoin("accounts", "accounts.id", "request_reviews.account_id")
    .select(["login", "state"])
    .where("request_id", "=", newest?.id ?? "")
    .execute();
  expect(reviews).toEqual([{ login: "grace", state: "approved" }]);
  expect(await database.db.selectFrom("issue_events").select(["type", "detail"]).execute()).toEqual([
    { type: "labeled", detail: "bug" },
  ]);

  // Releases without the draft; the newest that is no preview is named on the source's card.
  const [{ releases: given } = { releases: undefined }] = await readSourceDetails(database.db, projectId, "EN");
  expect(given).toEqual({ total: 102, latest: "v1.101.0" });
  releases.splice(50, 10);

  pulls[0] = { number: 1000, updated_at: time(9000), merged: true };
  await running.sync.request([id]);
  await whenSettled(database, id);
  const changed = await database.db
    .selectFrom("change_requests")
    .select("updated_at")
    .where("number", "=", 1000)
    .executeTakeFirstOrThrow();
  expect(changed.updated_at).toEqual(new Date(time(9000)));
  expect(await count()).toBe(230);
  expect((await database.db.selectFrom("releases").select("tag").execute()).map(({ tag }) => tag).toSorted()).toEqual(
    releases
      .slice(1)
      .map(({ tag }) => tag)
      .toSorted(),
  );
});
