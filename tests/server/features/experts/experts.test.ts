import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Expert, ExpertContext, KnowledgeMap } from "../../../../contract/people/experts.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { createApp } from "../../../../server/http/app.ts";
import { placeExperts } from "../../../../server/features/experts/placeExperts.ts";
import { mountExperts } from "../../../../server/features/experts/routes.ts";
import { feedbackTerms } from "../../../../server/engines/localize/features/feedback.ts";
import { newId } from "../../../../server/db/newId.ts";
import { deleteFeedback, upsertFeedback } from "../../../../server/db/tables/issues/localizationFeedback.ts";
import { readQuestion } from "../../../../server/engines/question/question.ts";
import { createRouter } from "../../../../server/http/router.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type ExpertSample, START, DAY, expertSample } from "../../engines/expertSample.ts";
import { READ_SOURCE, accountRow, addCompany, addManifest, addProject, addUser, issueRow } from "../../rows.ts";
import { type TestDb, openTestDb } from "../../testDb.ts";
import { principal } from "../../support/principal.ts";

let sample: ExpertSample & { fix: string };
let database: TestDb;
let app: FastifyInstance;
const callers = new Map<string, Principal>();
const iso = (day: number): string => new Date((START + day * DAY) * 1000).toISOString();

beforeAll(async () => {
  const issue = { source: "tracker-1", comments: "", author: null, url: null, labels: [], updatedAt: 0 };
  const at = (day: number) => (START + day * DAY) * 1000;
  sample = await expertSample([
    {
      ...issue,
      id: "old",
      key: "#1",
      title: "Comma after a token breaks parseTokens",
      body: "",
      state: "closed",
      createdAt: at(690),
      closedAt: at(705),
      fixCommits: [],
    },
    {
      ...issue,
      id: "new",
      key: "#2",
      title: "parseTokens drops the token after a comma",
      body: "",
      state: "open",
      createdAt: at(750),
      closedAt: null,
      fixCommits: [],
    },
  ]);
  database = await openTestDb();
  const { db } = database;
  const companyId = await addCompany(db);
  const users: Record<string, string> = {};
  for (const name of ["ada", "bora", "eve"])
    users[name] = await addUser(db, { companyId, email: `${name}@example.org`, name });
  const projectId = await addProject(db, { companyId, ownerId: users["ada"] ?? "", slug: "sample" });
  await addProject(db, { companyId, ownerId: users["ada"] ?? "", slug: "empty" });
  await db
    .insertInto("project_members")
    .values({
      id: "viewer",
      project_id: projectId,
      user_id: users["bora"] ?? "",
      email: "bora@example.org",
      role: "Viewer",
    })
    .execute();
  const source = {
    project_id: projectId,
    ...READ_SOURCE,
    sync_finished_at: iso(770),
  } as const;
  await db
    .insertInto("sources")
    .values([
      {
        ...source,
        id: "repository-1",
        kind: "repository",
        provider: "github",
        url: "https://github.com/acme/a",
        name: "a",
      },
      { ...source, id: "repository-2", kind: "repository", provider: "git", url: "https://example.org/b", name: "b" },
      { ...source, id: "tracker-1", kind: "tracker", provider: "github", url: "https://github.com/acme/a", name: "a" },
    ])
    .execute();
  await db
    .insertInto("accounts")
    .values([
      accountRow({
        id: "p-ada",
        source_id: "tracker-1",
        external_id: "1",
        login: "Ada-B",
        name: "Ada Byron",
        avatar_url: "https://a.example/ada.png",
      }),
      accountRow({ id: "p-deniz", source_id: "tracker-1", external_id: "2", login: "den", name: "Deniz Ak" }),
    ])
    .execute();
  const row = { source_id: "tracker-1", project_id: projectId, updated_at: iso(755) };
  await db
    .insertInto("issues")
    .values([
      issueRow({
        ...row,
        id: "old",
        number: 1,
        title: "Comma after a token breaks parseTokens",
        state: "closed",
        created_at: iso(690),
        closed_at: iso(705),
      }),
      issueRow({
        ...row,
        id: "new",
        number: 2,
        title: "parseTokens drops the token after a comma",
        created_at: iso(750),
      }),
    ])
    .execute();
  await db
    .insertInto("issue_assignees")
    .values([
      { issue_id: "old", account_id: "p-deniz" },
      { issue_id: "new", account_id: "p-ada" },
    ])
    .execute();
  await addManifest(db, projectId, sample.manifest, new Date(iso(770)));
  for (const [name, id] of Object.entries(users)) {
    callers.set(name, principal({ id, name, email: `${name}@example.org`, companyId }));
  }
  app = await createApp({ settings: { distDir: database.dataDir, logLevel: "silent" } });
  const authenticate = (token: string) => Promise.resolve(callers.get(token));
  mountExperts(createRouter(app, { authenticate, checkAnswers: true }), {
    db,
    indexes: new IndexCache(sample.blobs),
  });
});

afterAll(async () => {
  await app.close();
  await database.close();
  sample.remove();
});

const call = (method: "GET" | "PUT", path: string, who = "ada", payload?: object) =>
  app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Token ${who}` },
    ...(payload && { payload }),
  });
const experts = async (path: string, who = "ada") =>
  z.array(Expert).parse((await call("GET", `projects/sample/${path}`, who)).json());
const context = async (query: string) =>
  ExpertContext.parse((await call("GET", `projects/sample/experts/context/?${query}`)).json());
const names = (found: readonly Expert[]) => found.map(({ person }) => person.name);

describe("accounts", () => {
  test("a file that a user marked as right for an issue counts for the experts of the issue", async () => {
    const pointsOfFiles = async (): Promise<number[]> =>
      (await experts("issues/new/experts/")).flatMap(({ reasons }) =>
        reasons.flatMap(({ code, points }) => (code === "files" ? [points] : [])),
      );
    const before = await pointsOfFiles();
    const title = "parseTokens drops the token after a comma";
    const { db } = database;
    const [project] = await db.selectFrom("projects").select("id").where("slug", "=", "sample").execute();
    const { id: userId = "" } = callers.get("ada") ?? {};
    const given = {
      projectId: project?.id ?? "",
      userId,
      question: "new",
      terms: feedbackTerms(readQuestion(title, "").terms),
    };
    const place = { repository: "repository-1", path: "src/printer/print.ts" };
    await upsertFeedback(db, { ...given, ...place, id: newId(), verdict: "right" });
    expect(await pointsOfFiles()).not.toEqual(before);
    await deleteFeedback(db, { ...given, ...place });
    expect(await pointsOfFiles()).toEqual(before);
  });

  test("of an issue: who works on its place, with reasons that add up, links, and the load next to the score", async () => {
    const found = await experts("issues/new/experts/");
    expect(names(found)[0]).toBe("Ada Byron");
    for (const { score, reasons } of found)
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9);
    expect(found[0]).toMatchObject({
      presence: "active",
      load: 1,
      availability: null,
      person: { email: "ada@example.org", avatar_url: "https://a.example/ada.png" },
    });
    const commits = found[0]?.reasons.find(({ code }) => code === "files")?.evidence.map(({ href }) => href);
    expect(commits).toContain(`/projects/sample/commits/${sample.fix}`);
    const issues = found
      .find(({ person }) => person.name === "Deniz Ak")
      ?.reasons.find(({ code }) => code === "issues");
    expect(issues?.evidence).toEqual([
      { text: "#1 Comma after a token breaks parseTokens", href: "/projects/sample/issues/1" },
    ]);
  });

  test("a rule gets the list of the page, with who is a member, has an account at the tracker, and how many issues they have", async () => {
    const { db } = database;
    const { id: projectId } = await db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "sample")
      .executeTakeFirstOrThrow();
    const deps = { db, indexes: new IndexCache(sample.blobs), now: () => new Date() };
    const ask = () => placeExperts(deps, { projectId, issueIds: ["new", "of another project"] }, app.log);
    const answer = await ask();
    expect(Object.keys(answer)).toEqual(["new"]);
    const place = answer["new"] ?? { experts: [], memberLoads: [] };
    expect(place.experts.map(({ name }) => name)).toEqual(names(await experts("issues/new/experts/")));
    const of = (name: string) => place.experts.find((expert) => expert.name === name);
    const account = { id: "p-ada", externalId: "1", login: "Ada-B" };
    expect(of("Ada Byron")).toEqual({ name: "Ada Byron", account, isMember: true, isAway: false, load: 1 });
    expect(of("Deniz Ak")).toMatchObject({ account: { login: "den" }, isMember: false });
    expect(of("Cem Demir")).toMatchObject({ account: null, isAway: true });
    // Of the two members, ada alone has an account there.
    expect(place.memberLoads).toEqual([1]);
    await call("PUT", "users/me/expert-preference/", "ada", { recommended: false });
    expect((await ask())["new"]?.experts.map(({ name }) => name)).not.toContain("Ada Byron");
    await call("PUT", "users/me/expert-preference/", "ada", { recommended: true });
  });

  test("keeps a person who has left in the list, with another person to ask", async () => {
    const cem = (await experts("experts/?path=src/parser")).find(({ person }) => person.name === "Cem Demir");
    expect([cem?.presence, cem?.deputy?.name]).toEqual(["gone", "Ada Byron"]);
    expect(cem?.reasons.find(({ code }) => code === "away")?.points).toBeLessThan(0);
  });

  test("of a path, a question and the whole project; a Viewer may ask", async () => {
    expect(names(await experts("experts/?path=src/printer/print.ts", "bora"))[0]).toBe("Deniz Ak");
    expect(names(await experts("experts/?q=who+knows+the+parser%27s+comma"))[0]).toBe("Ada Byron");
    expect((await experts("experts/")).length).toBeGreaterThan(2);
    expect(await experts("experts/?path=src/nowhere")).toEqual([]);
    expect(names(await experts("experts/?path=src&repository=repository-1")).length).toBeGreaterThan(1);
    expect(await experts("experts/?path=src&repository=repository-2")).toEqual([]);
  });

  test.each([
    ["a path without end", `projects/sample/experts/?path=${"a".repeat(4001)}`, "ada", 400],
    ["an issue that is not there", "projects/sample/issues/nothing/experts/", "ada", 404],
    ["a user who is not a member", "projects/sample/experts/", "eve", 404],
    ["a project without an index", "projects/empty/experts/", "ada", 200],
    ["signs of every kind", "projects/sample/experts/?q=%5B(%2B*&path=..%2F..%2F", "ada", 200],
    ["a sign that no text may hold", "projects/sample/experts/?q=%00", "ada", 400],
  ])("%s", async (_, path, who, status) => expect((await call("GET", path, who)).statusCode).toBe(status));
});

test("reviews of the host and pages of a wiki count for the files that they are about, never a review of the author of the work", async () => {
  const { db } = database;
  const projectId = (
    await db.selectFrom("projects").select("id").where("slug", "=", "sample").executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto("accounts")
    .values(accountRow({ id: "p-bora", source_id: "tracker-1", external_id: "3", login: "bora", name: "Bora Kaya" }))
    .execute();
  await db
    .insertInto("change_requests")
    .values({
      id: "request-1",
      source_id: "tracker-1",
      project_id: projectId,
      external_id: "7",
      number: 7,
      key: "#7",
      title: "Printer with colours",
      body: "",
      state: "merged",
      is_draft: false,
      author_id: "p-deniz",
      source_branch: null,
      target_branch: null,
      head_hash: null,
      merge_hash: null,
      url: "https://github.com/acme/a/pull/7",
      created_at: iso(755),
      updated_at: iso(756),
      merged_at: iso(756),
      closed_at: iso(756),
      details_at: iso(756),
    })
    .execute();
  await db
    .insertInto("request_files")
    .values({
      request_id: "request-1",
      project_id: projectId,
      path: "src/printer/print.ts",
      additions: 1,
      deletions: 1,
    })
    .execute();
  await db
    .insertInto("request_reviews")
    .values(
      ["p-bora", "p-deniz"].map((account_id) => ({
        id: `review-${account_id}`,
        request_id: "request-1",
        external_id: account_id,
        account_id,
        state: "approved" as const,
        submitted_at: iso(756),
      })),
    )
    .execute();
  const path = await db
    .insertInto("git_paths")
    .values({ source_id: "repository-1", path: "src/printer/print.ts" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("pages")
    .values({
      id: "page-1",
      source_id: "tracker-1",
      project_id: projectId,
      external_id: "1",
      space_key: "A",
      space_name: "A",
      parent_external_id: null,
      position: 0,
      title: "How the printer works",
      version: 1,
      author_id: "p-ada",
      labels: "[]",
      attachments: "[]",
      body: "",
      url: "https://wiki.example/1",
      created_at: iso(750),
      updated_at: iso(750),
    })
    .execute();
  await db.insertInto("page_paths").values({ page_id: "page-1", path_id: path.id }).execute();

  const found = await experts("experts/?path=src/printer/print.ts");
  const reason = (name: string, code: string) =>
    found.find(({ person }) => person.name === name)?.reasons.find((one) => one.code === code)?.evidence;
  expect(reason("Bora Kaya", "reviews")?.[0]).toEqual({
    text: "#7 Printer with colours",
    href: "https://github.com/acme/a/pull/7",
  });
  expect(reason("Deniz Ak", "reviews")).toBeUndefined();
  expect(reason("Ada Byron", "pages")).toEqual([{ text: "How the printer works", href: "https://wiki.example/1" }]);
  for (const { score, reasons } of found)
    expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9);
});

describe("in addition to the ranking", () => {
  test("CODEOWNERS agrees, disagrees or cannot be compared", async () => {
    const parser = (await context("path=src/parser/parse.ts")).code_owners[0];
    expect(parser).toMatchObject({ line: 1, pattern: "*", verdict: "agree", files: 1 });
    expect(parser?.owners[0]).toMatchObject({ text: "@ada-b", rank: 1, person: { name: "Ada Byron" } });
    expect((await context("path=src/printer")).code_owners[0]).toMatchObject({
      pattern: "/src/printer/",
      verdict: "agree",
    });
    expect((await context("path=docs")).code_owners[0]).toMatchObject({
      verdict: "unknown",
      owners: [{ person: null }],
    });
  });

  test("what is missing, what was looked at, and whether the path is there", async () => {
    expect(await context("path=src/nowhere")).toMatchObject({ found: false, missing: ["b"], as_of: iso(765) });
    expect((await context("issue=new")).files[0]).toEqual({ repository: "repository-1", path: "src/parser/parse.ts" });
  });

  test("people who opted out are in no list, and their number is reported", async () => {
    expect((await call("GET", "users/me/expert-preference/", "bora")).json()).toEqual({ recommended: true });
    expect((await call("PUT", "users/me/expert-preference/", "bora", { recommended: "no" })).statusCode).toBe(400);
    for (const recommended of [false, true, false])
      expect((await call("PUT", "users/me/expert-preference/", "bora", { recommended })).json()).toEqual({
        recommended,
      });
    expect(names(await experts("experts/"))).not.toContain("Bora Kaya");
    expect((await context("")).opted_out).toBe(1);
    await call("PUT", "users/me/expert-preference/", "bora", { recommended: true });
    expect(names(await experts("experts/"))).toContain("Bora Kaya");
    expect((await context("")).opted_out).toBe(0);
  });
});

describe("the map", () => {
  const map = async (query: string) =>
    KnowledgeMap.parse((await call("GET", `projects/sample/experts/map/?${query}`)).json());

  test("parts by who holds them, islands and orphans counted", async () => {
    const all = await map("folder=src");
    expect(all.folders.map(({ path, holding }) => [path, holding])).toEqual([
      ["src/parser", "shared"],
      ["src/printer", "island"],
    ]);
    const people = new Map(all.people.map(({ id, name }) => [id, name]));
    expect(people.get(all.folders[1]?.holders[0]?.person ?? "")).toBe("Deniz Ak");
    expect(all.orphans).toBeGreaterThan(0);
    expect(all.leaving).toBeNull();
  });

  test("simulates the departure of a person", async () => {
    const { people } = await map("");
    const deniz = people.find(({ name }) => name === "Deniz Ak")?.id ?? "";
    const { leaving, folders } = await map(`folder=src&leave=${deniz}`);
    expect(leaving).toMatchObject({ person: { name: "Deniz Ak" }, files: 2, issues: 0 });
    expect(leaving?.folders.map(({ path, next }) => [path, next?.name ?? null])).toEqual([
      ["src/parser", "Ada Byron"],
      ["src/printer", null],
    ]);
    expect(folders.find(({ path }) => path === "src/printer")?.holding).toBe("orphan");
  });

  test("a folder, repository or person that is not there is an empty map, not a failure", async () => {
    expect((await map("folder=nowhere")).folders).toEqual([]);
    expect((await map("repository=none")).folders).toEqual([]);
    expect((await map("leave=none")).leaving).toBeNull();
  });
});
