import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IssueStatus, MAX_ISSUE_LINKS } from "../../../../contract/issues/issueWorkflow.ts";
import type { Issue, IssuePage } from "../../../../contract/issues/issues.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { listIssueStatuses } from "../../../../server/db/tables/issues/issueStatuses.ts";
import { listMarkedDuplicates } from "../../../../server/project/presentLinks.ts";
import { mountIssueLists } from "../../../../server/features/issues/routes.ts";
import { handleError } from "../../../../server/http/errorHandler.ts";
import { createRouter } from "../../../../server/http/router.ts";
import type { TrackerComment, TrackerIssue } from "../../../../server/sources/connector/trackerTypes.ts";
import type { TrackerLink, TrackerWorkflow } from "../../../../server/sources/connector/workflowTypes.ts";
import { IssueWriter } from "../../../../server/sync/tracker/IssueWriter.ts";
import { addProject } from "../../rows.ts";
import { addSource, makeProject } from "../../sync/syncFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../../testDb.ts";

const HOST = "https://host.example";
const at = new Date("2025-01-01T00:00:00Z");

const link = (kind: TrackerLink["kind"], number: number, more: Partial<TrackerLink> = {}): TrackerLink => ({
  kind,
  name: null,
  key: `#${number}`,
  place: null,
  title: null,
  url: `${HOST}/acme/rocket/issues/${number}`,
  ...more,
});
const EMPTY: TrackerWorkflow = { status: null, resolution: null, milestones: [], components: [], facts: {}, links: [] };

const issue = (
  number: number,
  workflow: Partial<TrackerWorkflow> = {},
  more: Partial<TrackerIssue> = {},
): TrackerIssue => ({
  externalId: String(number),
  number,
  key: `#${number}`,
  title: `Title of ${number}`,
  body: "",
  state: workflow.resolution ? "closed" : "open",
  url: `${HOST}/acme/rocket/issues/${number}`,
  author: null,
  assignees: [],
  labels: [],
  commentsCount: 0,
  createdAt: at,
  updatedAt: at,
  closedAt: null,
  workflow: { ...EMPTY, ...workflow },
  ...more,
});

const duplicateComment = (number: number, of: number): TrackerComment => ({
  externalId: `c${number}`,
  issueKey: `#${number}`,
  author: null,
  body: `Duplicate of #${of}`,
  url: null,
  createdAt: at,
  updatedAt: at,
  duplicateOf: link("duplicates", of),
});

onOneDatabase("the workflow of an issue in the API", (engine) => {
  let database: TestDb;
  let app: FastifyInstance;
  let projectId: string;
  let own: IssueWriter;
  let tracker: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
    const made = await makeProject(database);
    ({ projectId } = made);
    const { db } = database;
    const sourceOf = (project: string, name: string) =>
      addSource(database, project, { kind: "tracker", provider: "github", url: `${HOST}/acme/${name}` });
    tracker = await sourceOf(projectId, "rocket");
    own = new IssueWriter({ id: tracker, projectId });
    const tools = new IssueWriter({ id: await sourceOf(projectId, "tools"), projectId });
    // A project of the same company that the caller is no member of.
    const secret = await addProject(db, { companyId: made.companyId, ownerId: made.userId });
    await db.deleteFrom("project_members").where("project_id", "=", secret).execute();
    const hidden = new IssueWriter({ id: await sourceOf(secret, "secret"), projectId: secret });
    const elsewhere = (name: string, number: number, more: Partial<TrackerIssue> = {}) =>
      issue(number, {}, { url: `${HOST}/acme/${name}/issues/${number}`, ...more });
    await db.transaction().execute(async (tx) => {
      await tools.writeIssues(tx, [elsewhere("tools", 4, { title: "Tools four" }), elsewhere("tools", 1)]);
      await hidden.writeIssues(tx, [
        elsewhere("secret", 77, { title: "Layoffs", workflow: { ...EMPTY, links: [link("blocks", 1)] } }),
      ]);
      await own.writeIssues(tx, [
        issue(
          1,
          {
            status: { name: "In Review", category: "in_progress" },
            milestones: ["1.0", "1.1"],
            components: ["Login"],
            facts: { story_points: 3, due_on: "2025-05-01", attachments: [{ name: "a.png", bytes: 5, url: null }] },
            links: [
              link("parent", 2),
              link("blocks", 4, { place: "acme/tools", url: `${HOST}/acme/tools/issues/4` }),
              link("relates", 77, { place: "acme/secret", url: `${HOST}/acme/secret/issues/77` }),
              link("relates", 9, { place: "acme/public", url: `${HOST}/acme/public/issues/9`, title: "<b>Public</b>" }),
              link("other", 3, { name: "is tested by" }),
              link("relates", 1),
              link("blocked_by", 999),
            ],
          },
          { type: "Bug", priority: "High" },
        ),
        issue(
          2,
          { status: { name: "To Do", category: "todo" }, milestones: ["1.0"] },
          { type: "Epic", priority: "Low" },
        ),
        issue(3, { links: [link("other", 1, { name: "tests" }), link("relates", 1)] }),
        issue(5, { resolution: "duplicate" }),
        issue(6, { resolution: "completed" }),
        issue(7, { resolution: "completed" }),
        issue(8, { resolution: "Duplicate", links: [link("duplicates", 2)] }),
        issue(100, { links: Array.from({ length: 10_000 }, (_, index) => link("blocks", 1000 + index)) }),
      ]);
      await own.writeComments(tx, [duplicateComment(5, 2), duplicateComment(6, 2), duplicateComment(7, 2)]);
      await own.writeEvents(
        tx,
        ["marked_as_duplicate", "unmarked_as_duplicate", "marked_as_duplicate"].flatMap((type, index) => [
          ...(index < 2
            ? [{ externalId: `${60 + index}`, issueKey: "#6", type, actor: null, detail: null, createdAt: at }]
            : []),
          { externalId: `${70 + index}`, issueKey: "#7", type, actor: null, detail: null, createdAt: at },
        ]),
      );
    });
    const caller: Principal = {
      id: made.userId,
      name: "Ada",
      email: "ada@example.org",
      language: "EN",
      companyId: made.companyId,
      companyRole: "Admin",
      plan: "Enterprise",
      subscriptionStatus: "active",
      sessionHash: "h",
    };
    app = fastify();
    app.setErrorHandler(handleError);
    mountIssueLists(createRouter(app, { authenticate: async () => caller, checkAnswers: true }), db);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const get = async <T>(path: string): Promise<T> => {
    const answer = await app.inject({
      method: "GET",
      url: `/api/v1/projects/atlas/issues/${path}`,
      headers: { authorization: "Token t" },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json<T>();
  };
  const idOf = async (number: number): Promise<string> => {
    const row = await database.db
      .selectFrom("issues")
      .select("id")
      .where("source_id", "=", own.sourceId)
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const whole = async (number: number): Promise<Issue> => get<Issue>(`${await idOf(number)}/`);
  const linksOf = async (number: number) =>
    (await whole(number)).links.map(({ kind, name, key, title, issue: held }) =>
      [kind, name, key, title, held ? "held" : "foreign"].join(" | "),
    );

  test("is that of the tracker, word by word", async () => {
    expect(await whole(1)).toMatchObject({
      status: { name: "In Review", category: "in_progress" },
      tracker_type: "Bug",
      priority: "High",
      resolution: null,
      milestones: ["1.0", "1.1"],
      components: ["Login"],
      facts: { story_points: 3, due_on: "2025-05-01", attachments: [{ name: "a.png", bytes: 5, url: null }] },
      links_capped: false,
    });
    expect(await whole(6)).toMatchObject({
      status: null,
      tracker_type: null,
      priority: null,
      resolution: "completed",
      milestones: [],
      components: [],
      facts: {},
      links: [],
    });
  });

  test("has links with the issues of the project, by kind, and of all others what the host shows", async () => {
    expect(await linksOf(1)).toEqual([
      "parent |  | #2 | Title of 2 | held",
      "blocked_by |  | #999 |  | foreign",
      "blocks |  | #4 | Tools four | held",
      "relates |  | acme/secret#77 |  | foreign",
      "relates |  | acme/public#9 | <b>Public</b> | foreign",
      "relates |  | #3 | Title of 3 | held",
      "other | is tested by | #3 | Title of 3 | held",
    ]);
    const [parent] = (await whole(1)).links;
    // One tracker alone has a #2, so its number is its address.
    expect(parent).toMatchObject({ url: `${HOST}/acme/rocket/issues/2`, issue: { address: "2", state: "open" } });
  });

  test("shows a link from its other end too, and none of a project that the caller may not open", async () => {
    expect((await linksOf(2)).toSorted()).toEqual([
      "child |  | #1 | Title of 1 | held",
      "duplicated_by |  | #5 | Title of 5 | held",
      "duplicated_by |  | #7 | Title of 7 | held",
      "duplicated_by |  | #8 | Title of 8 | held",
    ]);
    const inTools = await database.db
      .selectFrom("issues")
      .select("id")
      .where("title", "=", "Tools four")
      .executeTakeFirstOrThrow();
    const { links } = await get<Issue>(`${inTools.id}/`);
    expect(links.map(({ kind, key }) => `${kind} ${key}`)).toEqual(["blocked_by #1"]);
    expect(JSON.stringify([await whole(1), await whole(2), links])).not.toContain("Layoffs");
  });

  test("counts a comment's duplicate only where the host marks the issue as one", async () => {
    expect(await linksOf(5)).toEqual(["duplicates |  | #2 | Title of 2 | held"]);
    expect(await linksOf(6)).toEqual([]);
    expect(await linksOf(7)).toEqual(["duplicates |  | #2 | Title of 2 | held"]);
    const two = await database.db
      .selectFrom("issues")
      .selectAll()
      .where("id", "=", await idOf(2))
      .executeTakeFirstOrThrow();
    expect(await listMarkedDuplicates(database.db, two)).toEqual(
      new Set([await idOf(5), await idOf(7), await idOf(8)]),
    );
  });

  test("keeps the meaning that the tracker's list has for a status, where the project of one issue gives the name another meaning", async () => {
    const category = async (name: string) => {
      const rows = await listIssueStatuses(database.db, [tracker]);
      return rows.find((row) => row.name === name)?.category;
    };
    const meaning = (of: IssueStatus["category"]): IssueStatus[] => [{ name: "In review", category: of }];
    await database.db.transaction().execute((tx) => own.writeStatuses(tx, meaning("in_progress"), true));
    await database.db.transaction().execute((tx) => own.writeStatuses(tx, meaning("todo"), false));
    expect(await category("In review")).toBe("in_progress");
    await database.db.transaction().execute((tx) => own.writeStatuses(tx, meaning("done"), true));
    expect(await category("In review")).toBe("done");
  });

  test("names the bound of 10,000 links", async () => {
    const { links, links_capped: isCapped } = await whole(100);
    expect([links.length, isCapped]).toEqual([MAX_ISSUE_LINKS, true]);
  });

  test("is in the rows of the list, filters it, and is counted", async () => {
    const list = (query: string) => get<IssuePage>(`?${query}`);
    const keys = async (query: string) => (await list(query)).results.map(({ title }) => title).toSorted();
    const { facets, results } = await list("");
    expect(facets).toMatchObject({
      status: [
        { value: "In Review", count: 1 },
        { value: "To Do", count: 1 },
      ],
      tracker_type: [
        { value: "Bug", count: 1 },
        { value: "Epic", count: 1 },
      ],
      priority: [
        { value: "High", count: 1 },
        { value: "Low", count: 1 },
      ],
      milestone: [
        { value: "1.0", count: 2 },
        { value: "1.1", count: 1 },
      ],
      component: [{ value: "Login", count: 1 }],
    });
    expect(results.find(({ tracker_type: type }) => type === "Bug")).toMatchObject({
      status: { name: "In Review", category: "in_progress" },
      milestones: ["1.0", "1.1"],
      components: ["Login"],
    });
    expect(await keys("milestone=1.0")).toEqual(["Title of 1", "Title of 2"]);
    expect(await keys("milestone=1.1&milestone=2.0")).toEqual(["Title of 1"]);
    expect(await keys("status=In%20Review&status=To%20Do")).toEqual(["Title of 1", "Title of 2"]);
    expect(await keys("status=To%20Do&priority=Low&tracker_type=Epic")).toEqual(["Title of 2"]);
    expect(await keys("component=Login")).toEqual(["Title of 1"]);
    expect(await keys("priority=High&component=Nothing")).toEqual([]);
    expect((await list("status=To%20Do")).count).toBe(1);
  });
});
