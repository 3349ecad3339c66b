import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { Localization } from "../../../../contract/issues/localization.ts";
import { FilterValues } from "../../../../contract/search/filterValues.ts";
import { GoToAnswer } from "../../../../contract/search/goTo.ts";
import { SearchAllAnswer, SearchAnswer } from "../../../../contract/search/search.ts";
import { openMirrorsIn } from "../../../../server/git/MirrorReads.ts";
import { createApp } from "../../../../server/http/app.ts";
import { createRouter } from "../../../../server/http/router.ts";
import { mountLocalization } from "../../../../server/features/localization/routes.ts";
import { goToProject } from "../../../../server/features/search/goToProject.ts";
import { searcherHere } from "../../../../server/features/search/manyProjects.ts";
import type { ProjectSearchDeps } from "../../../../server/features/search/searchProject.ts";
import { mountProjectSearch, mountSearchOfAll } from "../../../../server/features/search/routes.ts";
import type { RouteRegistrar } from "../../../../server/http/router.ts";
import { encodeManifest } from "../../../../server/index/manifest.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type SampleIndex, sampleIndex } from "../../engines/sampleIndex.ts";
import { type TestDb, openTestDb } from "../../testDb.ts";
import { READ_SOURCE, issueRow } from "../../rows.ts";
import { principal } from "../../support/principal.ts";

/** All of search on the indexes of this thread, without a queue. */
function mountSearch(mount: RouteRegistrar, deps: ProjectSearchDeps): void {
  const { db, indexes } = deps;
  mountProjectSearch(mount, deps);
  mountSearchOfAll(mount, {
    db,
    searcher: searcherHere(deps),
    goToOne: (input, { log }) => goToProject(db, indexes, input, log),
  });
}

let sample: SampleIndex;
let database: TestDb;
let app: FastifyInstance;
const log: string[] = [];

const caller = (id: string) => principal({ id, email: `${id}@example.org` });

beforeAll(async () => {
  [sample, database] = await Promise.all([sampleIndex(), openTestDb()]);
  const { db } = database;
  const now = new Date("2026-01-01T00:00:00Z");
  await db
    .insertInto("companies")
    .values({ id: "company-1", name: "Acme", plan: "Premium", subscription_status: "active", trial_ends_at: null })
    .execute();
  for (const id of ["ada", "eve"]) {
    await db
      .insertInto("users")
      .values({
        id,
        email: `${id}@example.org`,
        name: id,
        password_hash: "",
        language: "EN",
        company_id: "company-1",
        company_role: "Member",
        verified_at: now,
      })
      .execute();
  }
  for (const slug of ["sample", "empty", "broken"]) {
    await db
      .insertInto("projects")
      .values({ id: `project-${slug}`, slug, name: slug, company_id: "company-1", created_by: "ada", updated_at: now })
      .execute();
    await db
      .insertInto("project_members")
      .values({
        id: `member-${slug}`,
        project_id: `project-${slug}`,
        user_id: "ada",
        email: "ada@example.org",
        role: "Viewer",
      })
      .execute();
  }
  const source = {
    ...READ_SOURCE,
    sync_finished_at: now,
    sync_items: 6,
  } as const;
  await db
    .insertInto("sources")
    .values([
      {
        ...source,
        id: "repository-1",
        url: "https://a.example/acme/sample",
        project_id: "project-sample",
        kind: "repository",
        provider: "github",
        name: "sample",
        sync_state: "ready",
      },
      {
        ...source,
        id: "repository-2",
        url: "https://example.org/b",
        project_id: "project-sample",
        kind: "repository",
        provider: "git",
        name: "second",
        sync_state: "queued",
      },
      {
        ...source,
        id: "tracker-1",
        url: "https://example.org/c",
        project_id: "project-sample",
        kind: "tracker",
        provider: "github",
        name: "issues",
        sync_state: "running",
      },
    ])
    .execute();
  await db
    .insertInto("issues")
    .values(
      issueRow({
        id: "issue-1",
        source_id: "tracker-1",
        project_id: "project-sample",
        number: 1,
        title: "Redirect loop is not detected",
        body: "`followRedirects` hangs",
        created_at: now,
      }),
    )
    .execute();
  const artifact = { generation: 1, format_version: 1, updated_at: now };
  const { manifest } = sample;
  const broken = { ...manifest, issues: manifest.issues && { ...manifest.issues, table: "0".repeat(64) } };
  await db
    .insertInto("artifacts")
    .values([
      { ...artifact, project_id: "project-sample", manifest: encodeManifest(manifest) },
      { ...artifact, project_id: "project-broken", manifest: encodeManifest(broken) },
    ])
    .execute();
  app = await createApp({
    settings: { distDir: database.dataDir, logLevel: "warn" },
    logStream: { write: (line) => log.push(line) },
  });
  const authenticate = (token: string) => Promise.resolve(caller(token));
  const mount = createRouter(app, { authenticate, checkAnswers: true });
  const openMirror = openMirrorsIn((id) => (id === "repository-1" ? sample.gitDir : "/nonexistent"));
  const deps = { db, indexes: new IndexCache(sample.blobs), openMirror };
  mountSearch(mount, deps);
  mountLocalization(mount, deps);
});

afterAll(async () => {
  await app.close();
  await database.close();
  sample.remove();
});

const get = (path: string, who = "ada") =>
  app.inject({ method: "GET", url: `/api/v1/projects/${path}`, headers: { authorization: `Token ${who}` } });

const getAll = (path: string, who = "ada") =>
  app.inject({ method: "GET", url: `/api/v1/search/${path}`, headers: { authorization: `Token ${who}` } });

describe("GET filter-values/", () => {
  const getValues = (query: string, who = "ada") =>
    app.inject({ method: "GET", url: `/api/v1/filter-values/?${query}`, headers: { authorization: `Token ${who}` } });
  const values = async (query: string) => {
    const answer = FilterValues.parse((await getValues(`project=sample&${query}`)).json());
    return answer.values.map(({ value, count }) => `${value} ${count}`);
  };

  test("lists the values of a filter by the number of documents", async () => {
    expect(await values("filter=label")).toEqual(["bug 2", "docs 1", "good first issue 1"]);
    expect(await values("filter=state")).toEqual(["open 3", "closed 1"]);
    expect(await values("filter=label&limit=1")).toEqual(["bug 2"]);
    expect((await values("filter=kind")).map((value) => value.split(" ")[0])).toContain("commit");
    expect(
      (await values("filter=repo")).some((value) => value.startsWith("acme/sample ") || value.startsWith("sample ")),
    ).toBe(true);
    expect(await values("filter=after")).toEqual([]);
  });

  test("values that begin with the text come before those that contain it", async () => {
    expect(await values("filter=label&text=G")).toEqual(["good first issue 1", "bug 2"]);
    const folders = await values("filter=path&text=src/");
    expect(folders.map((folder) => folder.split(" ")[0])).toEqual(["src/", "src/http/", "src/cookies/"]);
    expect(await values("filter=label&text=zzz")).toEqual([]);
  });

  test("a project without an index has none", async () => {
    expect((await getValues("project=empty&filter=label")).json()).toEqual({ filter: "label", values: [] });
  });

  test.each([
    ["a reader who is not a member", "project=sample&filter=label", "eve", 404],
    ["an unknown project", "project=nowhere&filter=label", "ada", 404],
    ["an unknown filter", "project=sample&filter=colour", "ada", 400],
  ])("%s is refused", async (_, query, who, status) => {
    const answer = await getValues(query, who);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toContain("good first issue");
  });
});

describe("GET search/export/ and search/filter-values/", () => {
  test("have the projects of the reader alone", async () => {
    const csv = async (who: string): Promise<string[]> =>
      (await getAll("export/?q=redirect", who)).body.trimEnd().split("\r\n");
    const [head = "", first = ""] = await csv("ada");
    expect(head.startsWith("project,kind,title,source,")).toBe(true);
    expect(first.startsWith("sample,")).toBe(true);
    expect(await csv("eve")).toEqual([head]);
    const labels = async (who: string): Promise<unknown> =>
      FilterValues.parse((await getAll("filter-values/?filter=label&project=sample", who)).json()).values;
    expect(await labels("ada")).toContainEqual({ value: "bug", count: 2 });
    expect(await labels("eve")).toEqual([]);
  });
});

describe("GET projects/{id}/search/", () => {
  test("answers with results, facets and how fresh each source is", async () => {
    const answer = SearchAnswer.parse((await get("sample/search/?q=redirect+loop&kind=code&kind=issue")).json());
    expect(answer.results.length).toBe(answer.total);
    expect(answer.sources.map(({ id, ready }) => [id, ready])).toEqual([
      ["repository-1", true],
      ["repository-2", false],
      ["tracker-1", true],
    ]);
  });

  test("narrows by repeated parameters", async () => {
    const { results } = SearchAnswer.parse((await get("sample/search/?q=redirect&folder=docs/&folder=dist/")).json());
    expect(new Set(results.map(({ path }) => path))).toEqual(new Set(["dist/client.min.js", "docs/redirects.md"]));
  });

  test("the export has the results of the search in their order, with the names of their sources", async () => {
    const { results, sources } = SearchAnswer.parse((await get("sample/search/?q=redirect&limit=100")).json());
    const answer = await get("sample/search/export/?q=redirect");
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...rows] = answer.body.trimEnd().split("\r\n");
    expect(head).toBe("kind,title,source,path,line,language,state,author,updated_at,url,text");
    expect(rows.length).toBeGreaterThanOrEqual(results.length);
    for (const [at, { kind, source, path, line }] of results.slice(0, 5).entries()) {
      const name = sources.find(({ id }) => id === source)?.name ?? "";
      const row = rows[at] ?? "";
      expect(row).toContain(`"${kind}"`.slice(1, -1));
      for (const cell of [name, path ?? "", String(line ?? "")]) expect(row).toContain(cell);
    }
    expect((await get("empty/search/export/?q=redirect")).body.trimEnd()).toBe(head);
  });

  test("a commit comes with its page at the host", async () => {
    const hash = sample.commits[1] ?? "";
    const page = `https://a.example/acme/sample/commit/${hash}`;
    const isIt = ({ id }: { id: string }) => id.endsWith(hash);
    const one = SearchAnswer.parse((await get("sample/search/?q=cookies&kind=commit")).json());
    expect(one.results.find(isIt)?.url).toBe(page);
    const everywhere = await app.inject({
      method: "GET",
      url: "/api/v1/search/?q=cookies&kind=commit",
      headers: { authorization: "Token ada" },
    });
    expect(SearchAllAnswer.parse(everywhere.json()).results.find(isIt)?.url).toBe(page);
  });

  test("a project without an index answers that nothing is there yet", async () => {
    const answer = SearchAnswer.parse((await get("empty/search/?q=redirect")).json());
    expect(answer).toMatchObject({ total: 0, results: [], sources: [] });
  });

  test("treats an index that cannot be opened as absent, and logs it for the operator", async () => {
    const answer = await get("broken/search/?q=redirect");
    expect([answer.statusCode, SearchAnswer.parse(answer.json()).total]).toEqual([200, 0]);
    expect(log.join("")).toContain("the project's index cannot be used");
  });

  test.each([
    ["a limit of nothing", "sample/search/?q=a&limit=0", 400],
    ["an unknown kind", "sample/search/?q=a&kind=everything", 400],
    ["a question without end", `sample/search/?q=${"a".repeat(12_000)}`, 400],
    ["an unknown project", "nowhere/search/?q=a", 404],
  ])("%s is refused", async (_, path, status) => {
    expect((await get(path)).statusCode).toBe(status);
  });

  test("does not reveal the project to a user who is not a member", async () => {
    expect((await get("sample/search/?q=a", "eve")).json()).toEqual((await get("nowhere/search/?q=a", "eve")).json());
  });
});

describe("GET search/", () => {
  const all = (query: string, who = "ada") =>
    app.inject({ method: "GET", url: `/api/v1/search/?${query}`, headers: { authorization: `Token ${who}` } });

  test("answers over every project of the caller, each result with its project", async () => {
    const answer = SearchAllAnswer.parse((await all("q=redirect+loop&limit=3")).json());
    expect(answer.results.map(({ project }) => project.slug)).toEqual(["sample", "sample", "sample"]);
    expect(answer.total).toBeGreaterThan(3);
    expect(
      answer.projects
        .map(({ slug, searched }) => [slug, searched])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ["broken", true],
      ["empty", true],
      ["sample", true],
    ]);
  });

  test("searches the named projects, and returns nothing to a user without projects", async () => {
    const named = SearchAllAnswer.parse((await all("q=redirect&project=empty&project=no-such")).json());
    expect([named.total, named.projects.map(({ slug }) => slug)]).toEqual([0, ["empty"]]);
    const nothing = SearchAllAnswer.parse((await all("q=redirect&project=sample", "eve")).json());
    expect([nothing.total, nothing.results, nothing.projects]).toEqual([0, [], []]);
  });

  test("with scope=ready only open indexes are searched, and the project in `first`; the others are named", async () => {
    const fresh = await createApp({ settings: { distDir: database.dataDir, logLevel: "silent" } });
    const indexes = new IndexCache(sample.blobs);
    const authenticate = (token: string) => Promise.resolve(caller(token));
    mountSearch(createRouter(fresh, { authenticate, checkAnswers: true }), {
      db: database.db,
      indexes,
      openMirror: () => Promise.resolve(null),
    });
    const ask = async (query: string) => {
      const url = `/api/v1/search/?q=redirect&scope=ready${query}`;
      const answer = await fresh.inject({ method: "GET", url, headers: { authorization: "Token ada" } });
      const { projects, total, total_capped } = SearchAllAnswer.parse(answer.json());
      const of = ({ slug, searched }: (typeof projects)[number]) => slug === "sample" && searched;
      return { isSearched: projects.some(of), hasResults: total > 0, total_capped, count: projects.length };
    };
    expect(await ask("")).toEqual({ isSearched: false, hasResults: false, total_capped: true, count: 3 });
    expect(await ask("&first=sample")).toMatchObject({ isSearched: true, hasResults: true });
    expect(await ask("")).toMatchObject({ isSearched: true, hasResults: true });
    await fresh.close();
  });

  test("ranks an exact name first, and reports a mistake once", async () => {
    const answer = SearchAllAnswer.parse((await all("q=cookieJar.ts+state:opne")).json());
    expect(answer.results[0]).toMatchObject({ exact: "file", path: "src/cookies/cookieJar.ts" });
    expect(answer.mistakes).toMatchObject([{ code: "unknownValue", at: 13, fix: "state:open" }]);
  });
});

describe("GET projects/{id}/issues/{issueId}/localization/", () => {
  test("answers with ranked files, and names a repository that is not indexed yet", async () => {
    const answer = Localization.parse((await get("sample/issues/issue-1/localization/")).json());
    expect(answer.files[0]?.path).toBe("src/http/client.ts");
    expect(answer.repositories.map(({ id, commit }) => [id, commit])).toEqual([
      ["repository-1", sample.commits.at(-1)],
      ["repository-2", null],
    ]);
  });

  test("an issue of another project is not there", async () => {
    expect((await get("empty/issues/issue-1/localization/")).statusCode).toBe(404);
    expect((await get("sample/issues/no-such/localization/")).statusCode).toBe(404);
  });
});

describe("POST projects/{id}/localize/ and its feedback", () => {
  const post = (path: string, payload: object, who = "ada") =>
    app.inject({
      method: "POST",
      url: `/api/v1/projects/${path}`,
      headers: { authorization: `Token ${who}` },
      payload,
    });
  const TEXT = {
    title: "",
    text: "RedirectLoopError: too many redirects\n    at followRedirects (src/http/client.ts:9:5)",
  };
  const located = async (payload: object, who?: string) =>
    Localization.parse((await post("sample/localize/", payload, who)).json());

  test("finds the file of a pasted trace, and rejects an empty text", async () => {
    expect((await located(TEXT)).files[0]).toMatchObject({ path: "src/http/client.ts", verdict: null });
    const empty = await post("sample/localize/", { text: " " });
    expect([empty.statusCode, empty.json()]).toEqual([400, { text: ["This field is required"] }]);
    expect((await post("sample/localize/", { text: "x".repeat(60_001) })).statusCode).toBe(400);
    expect((await post("sample/localize/", TEXT, "eve")).statusCode).toBe(404);
  });

  test("right or wrong is kept for one person and one question, replaced, and taken back", async () => {
    const about = { repository: "repository-1", path: "src/http/client.ts" };
    const verdict = async () => (await located(TEXT)).files.find(({ path }) => path === about.path)?.verdict;
    for (const said of ["right", "wrong"] as const) {
      expect((await post("sample/localize/feedback/", { ...TEXT, ...about, verdict: said })).statusCode).toBe(204);
      expect(await verdict()).toBe(said);
    }
    const of = Localization.parse((await get("sample/issues/issue-1/localization/")).json());
    expect([...new Set(of.files.map((file) => file.verdict))]).toEqual([null]);
    expect((await post("sample/localize/feedback/", { ...TEXT, ...about, verdict: null })).statusCode).toBe(204);
    expect(await verdict()).toBeNull();
  });

  test("about an issue, and a question that cannot be answered is refused in words", async () => {
    const said = { issue: "issue-1", repository: "repository-1", path: "src/http/client.ts", verdict: "right" };
    expect((await post("sample/localize/feedback/", said)).statusCode).toBe(204);
    const answer = Localization.parse((await get("sample/issues/issue-1/localization/")).json());
    expect(answer.files[0]).toMatchObject({ path: "src/http/client.ts", verdict: "right" });
    expect((await post("sample/localize/feedback/", { ...said, issue: "no-such" })).statusCode).toBe(404);
    const gone = await post("sample/localize/feedback/", { ...said, path: "src/gone.ts" });
    expect([gone.statusCode, gone.json()]).toEqual([400, { path: ["The code has no such file. Reload the page."] }]);
    expect((await post("sample/localize/feedback/", { ...said, verdict: "maybe" })).statusCode).toBe(400);
    expect((await post("sample/localize/feedback/", said, "eve")).statusCode).toBe(404);
  });
});

describe("going to a name", () => {
  const goTo = async (query: string, user = "ada") => {
    const { statusCode, body } = await app.inject({
      url: `/api/v1/go-to/?${query}`,
      headers: { authorization: `Token ${user}` },
    });
    return { statusCode, answer: statusCode === 200 ? GoToAnswer.parse(JSON.parse(body)) : null };
  };

  test("finds names of the project on the screen, and names the projects that are not open", async () => {
    const { answer } = await goTo("q=retrypol&first=sample");
    expect(answer?.results[0]).toMatchObject({
      kind: "file",
      path: "src/http/retryPolicy.ts",
      project: { slug: "sample" },
    });
    expect(answer?.not_searched).not.toContain("sample");
  });

  test("what a key press does not find open is opened for the next one, which is reported, and is tried once", async () => {
    const fresh = await createApp({ settings: { distDir: database.dataDir, logLevel: "silent" } });
    const authenticate = (token: string) => Promise.resolve(caller(token));
    mountSearch(createRouter(fresh, { authenticate, checkAnswers: true }), {
      db: database.db,
      indexes: new IndexCache(sample.blobs),
      openMirror: () => Promise.resolve(null),
    });
    const changedLast = { updated_at: new Date(Date.now() + 1000) };
    await database.db.updateTable("projects").set(changedLast).where("slug", "in", ["sample", "broken"]).execute();
    const ask = async () => {
      const headers = { authorization: "Token ada" };
      return GoToAnswer.parse((await fresh.inject({ url: "/api/v1/go-to/?q=retrypol", headers })).json());
    };
    const answer = await ask();
    expect(answer).toMatchObject({ results: [], opening: true });
    expect(answer.not_searched).toContain("sample");
    await expect.poll(async () => (await ask()).results[0]?.path).toBe("src/http/retryPolicy.ts");
    // The index of the other project is broken.
    await expect.poll(async () => (await ask()).opening).toBe(false);
    expect((await ask()).not_searched).toContain("broken");
    await fresh.close();
  });

  test("finds requests that a tracker has", async () => {
    await database.db
      .insertInto("change_requests")
      .values({
        id: "request-1",
        source_id: "tracker-1",
        project_id: "project-sample",
        external_id: "9",
        number: 9,
        key: "!9",
        title: "Quicker handshake",
        body: "",
        state: "open",
        is_draft: false,
        author_id: null,
        source_branch: null,
        target_branch: null,
        head_hash: null,
        merge_hash: null,
        url: "https://example.org/9",
        created_at: new Date(),
        updated_at: new Date(),
        merged_at: null,
        closed_at: null,
        details_at: null,
      })
      .execute();
    await database.db.updateTable("sources").set({ sync_items: 77 }).where("id", "=", "tracker-1").execute();
    const { answer } = await goTo("q=quicker&first=sample&kind=request");
    expect(answer?.results).toMatchObject([
      { kind: "request", name: "Quicker handshake", url: "https://example.org/9" },
    ]);
  });

  test("a user without a project finds nothing, for any named project", async () => {
    expect((await goTo("q=retrypol&first=sample", "eve")).answer?.results).toEqual([]);
  });

  test("an empty query asks nothing", async () => {
    expect((await goTo("q=%20&first=sample")).answer).toMatchObject({ results: [], not_searched: [] });
  });
});
