import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Issue, IssuePage } from "../../../../contract/issues/issues.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { handleError } from "../../../../server/http/errorHandler.ts";
import { insertIssueEvents } from "../../../../server/db/tables/issues/issueStorage.ts";
import { mountIssueEngines, mountIssueLists } from "../../../../server/features/issues/routes.ts";
import { createRouter } from "../../../../server/http/router.ts";
import type { TrackerPerson } from "../../../../server/sources/connector/connectorTypes.ts";
import type { TrackerComment, TrackerIssue } from "../../../../server/sources/connector/trackerTypes.ts";
import { IssueWriter } from "../../../../server/sync/tracker/IssueWriter.ts";
import { addSource, makeProject } from "../../sync/syncFixture.ts";
import { createFileBlobs } from "../../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../../testDb.ts";

const person = (login: string): TrackerPerson => ({
  externalId: login,
  login,
  name: login,
  email: null,
  avatarUrl: null,
  isBot: false,
});
const minute = (number: number) => new Date(Date.UTC(2025, 0, 1) + number * 60_000);

/** Many share a time, so that a page's border falls between equal ones. */
const issue = (number: number, changes: Partial<TrackerIssue> = {}): TrackerIssue => ({
  externalId: String(1000 + number),
  number,
  key: `#${number}`,
  title: `Issue ${number} of the ${["Parser", "button"][number % 2] ?? ""}, 100% _odd_`,
  body: `<b>Body</b> of ${number} 😀\u0000\ud800`,
  state: number % 4 === 0 ? "closed" : "open",
  url: `https://host.example/acme/rocket/issues/${number}`,
  author: number % 5 === 0 ? null : person(["ada", "grace"][number % 2] ?? ""),
  assignees: number % 3 === 0 ? [person("linus"), person("ada")] : [],
  labels: number % 2 === 0 ? ["bug", "UI: forms"] : [],
  commentsCount: number % 6,
  createdAt: minute(number),
  updatedAt: minute(Math.floor(number / 7)),
  closedAt: number % 4 === 0 ? minute(number + 1) : null,
  ...changes,
});
const comment = (number: number, of: number): TrackerComment => ({
  externalId: `c${number}`,
  issueKey: `#${of}`,
  author: person("grace"),
  body: `Comment ${number}`,
  url: null,
  createdAt: minute(100 - number),
  updatedAt: minute(100),
});
const COUNT = 120;

/** The list and an issue are read only from the database. */
const NO_INDEXES = new IndexCache(createFileBlobs("/nowhere"));

onOneDatabase("the issues of a project", (engine) => {
  let database: TestDb;
  let app: FastifyInstance;
  let tracker: string;
  let caller: Principal;
  beforeAll(async () => {
    database = await openTestDb(engine);
    const { projectId, userId } = await makeProject(database);
    tracker = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url: "https://host.example/acme/rocket",
    });
    const writer = new IssueWriter({ id: tracker, projectId });
    await database.db.transaction().execute(async (tx) => {
      await writer.writeIssues(
        tx,
        Array.from({ length: COUNT }, (_, index) => issue(index + 1)),
      );
      await writer.writeComments(tx, [comment(1, 6), comment(2, 6), comment(3, 999)]);
    });
    const { company_id: companyId } = await database.db
      .selectFrom("projects")
      .select("company_id")
      .where("id", "=", projectId)
      .executeTakeFirstOrThrow();
    caller = {
      id: userId,
      name: "Ada",
      email: "ada@example.org",
      language: "EN",
      companyId,
      companyRole: "Admin",
      plan: "Enterprise",
      subscriptionStatus: "active",
      sessionHash: "h",
    };
    app = fastify();
    app.setErrorHandler(handleError);
    const mount = createRouter(app, { authenticate: async () => caller, checkAnswers: true });
    mountIssueLists(mount, database.db);
    mountIssueEngines(mount, { db: database.db, indexes: NO_INDEXES });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const get = (path: string) =>
    app.inject({ method: "GET", url: `/api/v1/projects/${path}`, headers: { authorization: "Token t" } });
  const list = async (query = "") => {
    const answer = await get(`atlas/issues/?${query}`);
    expect(answer.statusCode).toBe(200);
    return answer.json<IssuePage>();
  };
  const numbers = (page: IssuePage) => page.results.map(({ key }) => Number(key.slice(1)));
  const all = Array.from({ length: COUNT }, (_, index) => issue(index + 1));

  test.each(["-updated_at", "updated_at", "-created_at", "created_at", "-comments", "title"])(
    "pages by %s hold every issue once, in order",
    async (sort) => {
      const seen: number[] = [];
      const values: (string | number)[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: IssuePage = await list(`sort=${sort}&limit=17${cursor && `&cursor=${cursor}`}`);
        expect(page.count).toBe(COUNT);
        seen.push(...numbers(page));
        values.push(
          ...page.results.map((row) =>
            sort === "title"
              ? // How words are ordered is the database's matter; all titles but their number are alike.
                0
              : sort === "-comments"
                ? row.comments
                : sort.endsWith("updated_at")
                  ? row.updated_at
                  : row.created_at,
          ),
        );
        cursor = page.next;
      }
      expect(seen.toSorted((a, b) => a - b)).toEqual(all.map(({ number }) => number));
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort.startsWith("-") ? sorted.toReversed() : sorted);
    },
  );

  test.each<[string, (one: TrackerIssue) => boolean]>([
    ["state=closed", ({ state }) => state === "closed"],
    ["state=closed&state=open", () => true],
    ["label=bug", ({ labels }) => labels.includes("bug")],
    ["label=UI%3A%20forms&state=open", ({ labels, state }) => labels.includes("UI: forms") && state === "open"],
    ["label=nothing", () => false],
    ["assignee=linus", ({ assignees }) => assignees.length > 0],
    ["assignee=none", ({ assignees }) => assignees.length === 0],
    ["assignee=none&assignee=linus", () => true],
    ["author=ada", ({ author }) => author?.login === "ada"],
    ["q=PARSER", ({ title }) => title.includes("Parser")],
    ["q=parser%20100%25", ({ title }) => title.includes("Parser")],
    ["q=_odd_", () => true],
    ["q=1%25x", () => false],
    ["q=%2311", ({ key }) => key.includes("#11")],
    ["type=bug", () => false],
    ["tracker=elsewhere", () => false],
  ])("%s", async (query, fits) => {
    const page = await list(`${query}&limit=200&sort=created_at`);
    const expected = all.filter(fits).map(({ number }) => number);
    expect(numbers(page)).toEqual(expected);
    expect(page.count).toBe(expected.length);
  });

  test("a row has the same values as the card, and the facets belong to the project", async () => {
    const { results, facets } = await list("limit=1&sort=created_at&q=%236");
    expect(results[0]).toMatchObject({
      key: "#6",
      project: "atlas",
      tracker,
      state: "open",
      author: { name: "ada" },
      labels: ["bug", "UI: forms"],
      created_at: "2025-01-01T00:06:00.000Z",
      closed_at: null,
      comments: 0,
      analysis: null,
    });
    expect(results[0]?.assignees.map(({ name }) => name).sort()).toEqual(["ada", "linus"]);
    expect(facets.state).toEqual([
      { value: "open", count: 90 },
      { value: "closed", count: 30 },
    ]);
    expect(facets.label).toEqual([
      { value: "UI: forms", count: 60 },
      { value: "bug", count: 60 },
    ]);
    expect(facets.assignee).toEqual([
      { value: "ada", count: 40 },
      { value: "linus", count: 40 },
    ]);
    expect(facets.author).toEqual([
      { value: "ada", count: 48 },
      { value: "grace", count: 48 },
    ]);
  });

  test("one issue with its body and comments, oldest first", async () => {
    const [row] = (await list("q=%236&sort=created_at&limit=1")).results;
    const answer = (await get(`atlas/issues/${row?.id}/`)).json<Issue>();
    expect(answer.body).toBe("<b>Body</b> of 6 😀\ufffd");
    expect(answer.comment_list.map(({ body }) => body)).toEqual(["Comment 2", "Comment 1"]);
    expect(answer.timeline).toMatchObject([{ type: "opened", actor: { name: "ada" } }]);
  });

  test("what happened to an issue is its timeline, without what other projects are named by", async () => {
    const [row] = (await list("q=%236&sort=created_at&limit=1")).results;
    const issueId = row?.id ?? "";
    const event = (day: number, type: string, detail: string | null = null) => ({
      id: `event-${day}`,
      issue_id: issueId,
      external_id: `e${day}`,
      type,
      actor_id: null,
      detail,
      created_at: `2030-01-${String(day).padStart(2, "0")}T00:00:00.000Z`,
    });
    await insertIssueEvents(database.db, [
      event(5, "reopened"),
      event(1, "labeled", "bug"),
      event(2, "mentioned", "secret/plans#7"),
      event(3, "moved", "to secret/plans#8"),
      event(4, "closed"),
    ]);
    const { timeline } = (await get(`atlas/issues/${issueId}/`)).json<Issue>();
    expect(timeline.map(({ type, detail }) => [type, detail])).toEqual([
      ["opened", null],
      ["labeled", "bug"],
      ["moved", null],
      ["closed", null],
      ["reopened", null],
    ]);
  });

  test("a closing that only the issue shows has its place in the order", async () => {
    const [row] = (await list("state=closed&limit=1")).results;
    const issueId = row?.id ?? "";
    const [type, detail] = ["labeled", "later"];
    const created_at = "2031-01-01T00:00:00.000Z";
    await insertIssueEvents(database.db, [
      { id: "later", issue_id: issueId, external_id: "later", type, actor_id: null, detail, created_at },
    ]);
    const { timeline } = (await get(`atlas/issues/${issueId}/`)).json<Issue>();
    expect(timeline.map((event) => event.type)).toEqual(["opened", "closed", "labeled"]);
  });

  describe("refusals", () => {
    test.each(["atlas/issues/nothing/", "other/issues/", "other/issues/x/"])("%s is not there", async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    });
    test("does not reveal the project to a user who is not a member", async () => {
      const member = caller;
      caller = { ...member, id: "stranger" };
      expect((await get("atlas/issues/")).statusCode).toBe(404);
      caller = member;
    });
    test.each([
      ["cursor=hello", { cursor: ["Invalid format"] }],
      ["cursor=WyJub3RhdGltZSIsIngiXQ", { cursor: ["Invalid format"] }],
      ["sort=body", { sort: [expect.any(String)] }],
      ["state=burnt", { state: expect.anything() }],
      ["limit=1000", { limit: [expect.any(String)] }],
    ])("%s", async (query, fields) => {
      const answer = await get(`atlas/issues/?${query}`);
      expect([answer.statusCode, answer.json()]).toEqual([400, fields]);
    });
  });

  test("an address names an issue by its number, its key or its id", async () => {
    const { results } = await list("q=%237%20&limit=100");
    const seventh = results.find(({ key }) => key === "#7");
    expect(seventh?.address).toBe("7");
    for (const name of ["7", "%237", "007", seventh?.id ?? ""]) {
      const answer = await get(`atlas/issues/${name}/`);
      expect([name, answer.statusCode, answer.json<Issue>().id]).toEqual([name, 200, seventh?.id]);
    }
    for (const name of ["0", "999", "ABC-7", "7a", "-7"])
      expect((await get(`atlas/issues/${name}/`)).statusCode).toBe(404);
    expect((await list("key=7")).results.map(({ key }) => key)).toEqual(["#7"]);
  });

  test("a number of two trackers names neither, and both have their ids in addresses", async () => {
    const { id: projectId } = await database.db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
    const url = "https://host.example/acme/mobile";
    const other = await addSource(database, projectId, { kind: "tracker", provider: "github", url });
    const jira = issue(901, { externalId: "j1", number: null, key: "ABC-12" });
    await database.db.transaction().execute(async (tx) => {
      await new IssueWriter({ id: other, projectId }).writeIssues(tx, [issue(8, { externalId: "o8" }), jira]);
    });
    const answer = await get("atlas/issues/8/");
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: "issue.ambiguous", detail: "Several issues of this project are called #8." },
    ]);
    const { results } = await list("key=8");
    expect(results.map(({ tracker: of }) => of).toSorted()).toEqual([tracker, other].toSorted());
    for (const { id, address } of results) {
      expect(address).toBe(id);
      expect((await get(`atlas/issues/${id}/`)).statusCode).toBe(200);
    }
    expect((await get("atlas/issues/abc-12/")).json()).toMatchObject({ key: "ABC-12", address: "ABC-12" });
  });
});
