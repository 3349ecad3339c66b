import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_ISSUE_ATTACHMENTS, MAX_ISSUE_LINKS } from "../../../contract/issues/issueWorkflow.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { withFaults } from "../../providers/githubFaults.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { type Work, makeWork, workIssue } from "../../providers/work.ts";
import { addSecret } from "../rows.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";

const MARKUP = `<img src=x onerror=alert(1)> "Über" 😀`;

onOneDatabase("the workflow of issues", (engine) => {
  let database: TestDb;
  let running: TestSync;
  let host: RestHost | GithubHost;
  let projectId: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    ({ projectId } = await makeProject(database));
    const company = await database.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
    await addSecret(database.db, company.id);
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      credential: { token: "right", username: "ada@example.org" },
    });
  });
  afterEach(async () => {
    await running.stop();
    await host.stop();
    await emptyDatabase(database);
  });
  const sync = async (provider: string, page: string) => {
    const id = await addSource(database, projectId, {
      kind: "tracker",
      provider,
      url: `${host.url}${page}`,
      secretId: "secret",
    });
    await running.sync.request([id]);
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
    return id;
  };
  const again = async (id: string) => {
    await running.sync.request([id]);
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
  };
  const stored = (key: string) =>
    database.db
      .selectFrom("issues")
      .select([
        "type",
        "priority",
        "status",
        "status_category",
        "resolution",
        "milestones",
        "components",
        "facts",
        "more_links",
      ])
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
  const links = async (key: string) => {
    const rows = await database.db
      .selectFrom("issue_links")
      .innerJoin("issues", "issues.id", "issue_links.issue_id")
      .select(["origin", "kind", "name", "other_key", "other_place", "other_title", "other_url"])
      .where("issues.key", "=", key)
      .orderBy("origin", "desc")
      .orderBy("position")
      .execute();
    return rows.map(({ origin, kind, name, other_key, other_place, other_title, other_url }) =>
      [origin, kind, name, other_key, other_place, other_title, other_url?.replace(host.url, "")].join(" | "),
    );
  };
  const NOTHING = {
    type: null,
    priority: null,
    status: null,
    status_category: null,
    resolution: null,
    milestones: [],
    components: [],
    facts: null,
    more_links: 0,
  };

  test("of GitHub is stored as the list shows it, with one request more for an issue that others block", async () => {
    const data: HostData = { ...trackerData(0), events: [] };
    data.issues.push(
      trackerIssue(1, { milestone: MARKUP, type: "Bug", priority: "Urgent", reactions: 3, comments: [] }),
      trackerIssue(2, { parent: 1, state: "closed", stateReason: "not_planned", closedAt: trackerIssue(2).updatedAt }),
      trackerIssue(3, { parent: 1, blockedBy: [1, 2] }),
      trackerIssue(5, {
        state: "closed",
        stateReason: "duplicate",
        closedAt: trackerIssue(5).updatedAt,
        comments: [
          {
            id: 51,
            author: "ada",
            body: "Duplicate of #3",
            createdAt: trackerIssue(5).updatedAt,
            updatedAt: trackerIssue(5).updatedAt,
          },
        ],
      }),
      trackerIssue(6, { state: "open", stateReason: "reopened", comments: [] }),
    );
    const github = await startGithubHost({ data, token: "right" });
    host = github;
    await sync("github", "/acme/rocket");
    expect(await stored("#1")).toEqual({
      ...NOTHING,
      type: "Bug",
      priority: "Urgent",
      milestones: [MARKUP],
      facts: { votes: 3, sub_issues: { total: 2, done: 1 } },
    });
    expect(await links("#1")).toEqual([]);
    expect(await stored("#2")).toEqual({ ...NOTHING, resolution: "not_planned", facts: { votes: 0 } });
    expect(await links("#2")).toEqual(["issue | parent |  | #1 |  |  | /acme/rocket/issues/1"]);
    expect(await links("#3")).toEqual([
      "issue | parent |  | #1 |  |  | /acme/rocket/issues/1",
      "issue | blocked_by |  | #1 |  |  | /acme/rocket/issues/1",
      "issue | blocked_by |  | #2 |  |  | /acme/rocket/issues/2",
    ]);
    expect(await stored("#5")).toMatchObject({ resolution: "duplicate" });
    expect(await links("#5")).toEqual(["comment | duplicates |  | #3 |  |  | /acme/rocket/issues/3"]);
    // An open issue has no reason of closing.
    expect(await stored("#6")).toMatchObject({ resolution: null });
    const single = github.requests.filter((line) => /\/issues\/\d+/.test(line));
    expect(single).toEqual([expect.stringContaining("/issues/3/dependencies/blocked_by")]);
  });

  test("of GitHub without any of the newer fields, or with odd ones, leaves the issues as they are", async () => {
    const data = trackerData(12);
    host = await startGithubHost({
      data,
      token: "right",
      intercept: withFaults(({ path, query }) => {
        if (!path.endsWith("/issues") || query.get("per_page") === "1") return undefined;
        return {
          status: 200,
          body: JSON.stringify([
            {
              id: 1,
              number: 1,
              title: "Old",
              state: "closed",
              html_url: `${host.url}/acme/rocket/issues/1`,
              created_at: "2025-01-01T00:00:00Z",
              updated_at: "2025-01-01T00:00:00Z",
            },
            {
              id: 2,
              number: 2,
              title: "Odd",
              state: "open",
              html_url: `${host.url}/acme/rocket/issues/2`,
              created_at: "2025-01-01T00:00:00Z",
              updated_at: "2025-01-01T00:00:00Z",
              state_reason: 7,
              milestone: "1.0",
              reactions: { total_count: -1e40 },
              parent_issue_url: "javascript:alert(1)",
              sub_issues_summary: [],
              issue_dependencies_summary: "many",
              issue_field_values: [{ issue_field_name: "Priority", single_select_option: 5 }],
            },
          ]),
        };
      }),
    });
    await sync("github", "/acme/rocket");
    expect(await stored("#1")).toEqual(NOTHING);
    expect(await stored("#2")).toEqual(NOTHING);
    expect(await database.db.selectFrom("issue_links").select("kind").execute()).toEqual([]);
  });

  test("of GitLab is stored, and a confidential issue is not named by a link to it", async () => {
    const work = makeWork(0);
    const author = { id: 2, username: "grace", name: "Grace", state: "active" };
    const other = { author, labels: [], created_at: "2025-01-01T00:00:00Z", title: "Elsewhere" };
    work.issues.push(
      workIssue(1, {
        comments: [],
        isClosed: true,
        fields: {
          milestone: { id: 1, iid: 1, title: "17.0", due_date: null },
          issue_type: "incident",
          severity: "HIGH",
          weight: 5,
          due_date: "2025-03-01",
          time_stats: { time_estimate: 7200, total_time_spent: 600, human_time_estimate: "2h" },
          upvotes: 4,
          downvotes: 0,
          iteration: { id: 1, title: null, start_date: "2025-02-01", due_date: "2025-02-14" },
          epic: { id: 9, iid: 3, title: "Secret plans", url: "/groups/acme/-/epics/3", group_id: 1 },
          _links: { closed_as_duplicate_of: "https://gitlab.example.org/api/v4/projects/77/issues/2" },
        },
        links: [
          { ...other, id: 1, iid: 4, project_id: 77, web_url: "x", confidential: false, link_type: "blocks" },
          { ...other, id: 2, iid: 8, project_id: 99, confidential: false, link_type: "relates_to" },
          { ...other, id: 3, iid: 9, project_id: 99, confidential: true, link_type: "relates_to" },
          { ...other, id: 4, iid: 6, project_id: 77, web_url: null, link_type: "mentors_it" },
        ],
      }),
      workIssue(2, { comments: [] }),
      workIssue(3, { links: [{ ...other, id: 1, iid: 1, project_id: 77, web_url: null, link_type: "is_blocked_by" }] }),
    );
    const gitlab = await startGitlabHost(work);
    // A kind of link that no version has, and links without an address.
    gitlab.intended = [/links, answer\/\d+\/(?:web_url|link_type) /];
    host = gitlab;
    Object.assign(work.issues[0]?.links?.[1] ?? {}, { web_url: `${host.url}/acme/tools/-/issues/8` });
    await sync("gitlab", "/acme/rocket");
    expect(await stored("#1")).toEqual({
      ...NOTHING,
      type: "incident",
      priority: "high",
      resolution: "duplicate",
      milestones: ["17.0"],
      facts: {
        weight: 5,
        due_on: "2025-03-01",
        estimate_seconds: 7200,
        spent_seconds: 600,
        votes: 4,
        sprints: ["2025-02-01 – 2025-02-14"],
      },
    });
    expect(await links("#1")).toEqual([
      "issue | parent |  | &3 |  |  | /groups/acme/-/epics/3",
      "issue | duplicates |  | #2 |  |  | /acme/rocket/-/issues/2",
      "issue | blocks |  | #4 |  |  | /acme/rocket/-/issues/4",
      "issue | relates |  | #8 | acme/tools |  | /acme/tools/-/issues/8",
      "issue | other | mentors it | #6 |  |  | /acme/rocket/-/issues/6",
    ]);
    expect(await stored("#2")).toEqual({ ...NOTHING, type: "issue" });
    // The third has comments, and none of its notes is about a link: its links are not requested.
    expect(gitlab.requests.filter((line) => line.endsWith("/links"))).toHaveLength(2);
    expect(gitlab.requests.filter((line) => /\/issues\/\d+\/notes$/.test(line))).toHaveLength(1);
    expect(JSON.stringify(await database.db.selectFrom("issue_links").selectAll().execute())).not.toMatch(
      /Secret plans|Elsewhere/,
    );
  });

  const FIELDS = [
    { id: "summary", name: "Summary", custom: false, schema: { type: "string", system: "summary" } },
    {
      id: "customfield_10999",
      name: "Etappe",
      custom: true,
      schema: { type: "array", items: "json", custom: "com.pyxis.greenhopper.jira:gh-sprint", customId: 10999 },
    },
    {
      id: "customfield_10011",
      name: "Story point estimate",
      schema: { type: "number", custom: "com.pyxis.greenhopper.jira:jsw-story-points" },
    },
    {
      id: "customfield_10012",
      name: "Epic Link",
      schema: { type: "any", custom: "com.pyxis.greenhopper.jira:gh-epic-link" },
    },
    {
      id: "customfield_10020",
      name: "Sprint",
      schema: { type: "string", custom: "com.atlassian.jira.plugin:textfield" },
    },
  ];

  test("of Jira is stored, with custom fields found by what they are, by one request more for all issues", async () => {
    const work: Work = { ...makeWork(0), fields: FIELDS };
    const summary = (key: string) => ({ id: "1", key, fields: { summary: `Title of ${key}`, status: { name: "X" } } });
    const duplicate = { id: "1", name: "Duplicate", inward: "is duplicated by", outward: "duplicates" };
    work.issues.push(
      workIssue(1, {
        comments: [],
        fields: {
          status: { name: "In Review", statusCategory: { key: "indeterminate" } },
          resolution: { name: "Won't Do" },
          issuetype: { name: "Story" },
          priority: { name: "Highest" },
          components: [
            { id: "1", name: "Login" },
            { id: "2", name: MARKUP },
          ],
          fixVersions: [{ name: "2.0" }, { name: "2.1" }],
          versions: [{ name: "1.9" }],
          parent: summary("ROCKET-7"),
          subtasks: [summary("ROCKET-8")],
          issuelinks: [
            { id: "1", type: duplicate, outwardIssue: summary("ROCKET-2") },
            { id: "2", type: duplicate, inwardIssue: summary("ROCKET-3") },
            {
              id: "3",
              type: { name: "Tests", inward: "is tested by", outward: "tests" },
              inwardIssue: summary("OTHER-5"),
            },
          ],
          attachment: [{ id: "55", filename: `a b/${MARKUP}.log`, size: 1234, content: "https://evil.example/x" }],
          votes: { votes: 6, hasVoted: false },
          duedate: "2025-04-01",
          timeoriginalestimate: 3600,
          timespent: 60,
          customfield_10999: [
            { id: 1, name: "Sprint 1", state: "closed" },
            { id: 2, name: "Sprint 2", state: "active" },
          ],
          customfield_10011: 3.5,
          customfield_10020: "not a sprint",
        },
      }),
      workIssue(2, { comments: [], fields: { customfield_10012: "ROCKET-7", status: { name: "Open" } } }),
      workIssue(3, {
        comments: [],
        fields: { issuelinks: "odd", components: {}, votes: null, attachment: [{ id: 1 }], status: null, parent: 5 },
      }),
    );
    const jira = await startJiraHost(work);
    // The second issue has odd values.
    jira.intended = [/answer\/issues\/\d+\/fields\/(?:status must be object|issuelinks must be array)/];
    host = jira;
    await sync("jira", "/browse/ROCKET");
    expect(await stored("ROCKET-1")).toEqual({
      type: "Story",
      priority: "Highest",
      status: "In Review",
      status_category: "in_progress",
      resolution: "Won't Do",
      milestones: ["2.0", "2.1"],
      components: ["Login", MARKUP],
      facts: {
        affected_versions: ["1.9"],
        sprints: ["Sprint 1", "Sprint 2"],
        story_points: 3.5,
        estimate_seconds: 3600,
        spent_seconds: 60,
        due_on: "2025-04-01",
        votes: 6,
        attachments: [
          {
            name: `a b/${MARKUP}.log`,
            bytes: 1234,
            url: `${host.url}/secure/attachment/55/${encodeURIComponent(`a b/${MARKUP}.log`)}`,
          },
        ],
      },
      more_links: 0,
    });
    // The summary of another issue is not stored: the answer does not show whether a security level hides it.
    expect(await links("ROCKET-1")).toEqual([
      "issue | parent |  | ROCKET-7 |  |  | /browse/ROCKET-7",
      "issue | child |  | ROCKET-8 |  |  | /browse/ROCKET-8",
      "issue | duplicates |  | ROCKET-2 |  |  | /browse/ROCKET-2",
      "issue | duplicated_by |  | ROCKET-3 |  |  | /browse/ROCKET-3",
      "issue | other | is tested by | OTHER-5 |  |  | /browse/OTHER-5",
    ]);
    expect(await stored("ROCKET-2")).toMatchObject({ status: "Open", status_category: null });
    expect(await links("ROCKET-2")).toEqual(["issue | parent |  | ROCKET-7 |  |  | /browse/ROCKET-7"]);
    expect(await stored("ROCKET-3")).toEqual({ ...NOTHING, type: "Bug", priority: "High" });
    expect(jira.requests.filter((line) => line.endsWith("/field"))).toHaveLength(1);
    expect(jira.requests.filter((line) => /\/issue\//.test(line))).toEqual([]);
  });

  test("statuses of Jira mean what its own list has, those of other projects left out, by one request for a sync", async () => {
    const status = (name: string, key: string, project?: string) => ({
      self: "https://example.org/rest/api/3/status/1",
      description: "",
      name,
      id: "1",
      statusCategory: { id: 4, key, colorName: "yellow", name: key },
      ...(project !== undefined && { scope: { type: "PROJECT", project: { id: project } } }),
    });
    const work = makeWork(0);
    work.statuses = [
      status("Backlog", "new"),
      status("Waiting", "indeterminate", String(work.projectId)),
      status("Waiting", "new"),
      status("Elsewhere", "done", "99"),
      status("No Category", "undefined"),
      "odd",
    ];
    work.issues.push(workIssue(1, { comments: [] }));
    const jira = await startJiraHost(work);
    // The last row of the list is no status.
    jira.intended = [/\/status, answer\/\d+ must be object/];
    host = jira;
    const id = await sync("jira", "/browse/ROCKET");
    const meant = async () =>
      (await database.db.selectFrom("issue_statuses").selectAll().orderBy("name").execute()).map(
        ({ source_id, name, category }) => [source_id === id, name, category],
      );
    const expected = [
      [true, "Backlog", "todo"],
      // The status of an issue.
      [true, "To Do", "todo"],
      [true, "Waiting", "in_progress"],
    ];
    expect(await meant()).toEqual(expected);
    expect(jira.requests.filter((line) => line.endsWith("/status"))).toHaveLength(1);
    // A list that is refused later takes nothing away.
    jira.fault = ({ path }) =>
      path.endsWith("/status") ? { status: 403, body: { errorMessages: ["No."] } } : undefined;
    await again(id);
    expect(await meant()).toEqual(expected);
  });

  test("of a Jira that does not list its fields lacks only what custom fields have", async () => {
    const work = makeWork(0);
    work.issues.push(workIssue(1, { comments: [], fields: { customfield_10999: [{ name: "Sprint 1" }] } }));
    const jira = await startJiraHost(work);
    host = jira;
    jira.fault = ({ path }) =>
      path.endsWith("/field") ? { status: 403, body: { errorMessages: ["No."] } } : undefined;
    await sync("jira", "/browse/ROCKET");
    expect(await stored("ROCKET-1")).toMatchObject({ status: "To Do", status_category: "todo", facts: null });
  });

  test("with 10,000 links and attachments on one issue is bounded, and the rest is counted", async () => {
    const work = makeWork(0);
    const type = { name: "Blocks", inward: "is blocked by", outward: "blocks" };
    const many = Array.from({ length: 10_000 }, (_, index) => index + 2);
    work.issues.push(
      workIssue(1, {
        comments: [],
        fields: {
          issuelinks: many.map((number) => ({ type, outwardIssue: { key: `ROCKET-${number}` } })),
          attachment: many.map((number) => ({ id: String(number), filename: `${number}.png` })),
          components: many.map((number) => ({ name: `Part ${number}` })),
        },
      }),
    );
    host = await startJiraHost(work);
    await sync("jira", "/browse/ROCKET");
    const row = await stored("ROCKET-1");
    expect(await links("ROCKET-1")).toHaveLength(MAX_ISSUE_LINKS);
    expect(row.more_links).toBe(10_000 - MAX_ISSUE_LINKS);
    expect(row.facts?.attachments).toHaveLength(MAX_ISSUE_ATTACHMENTS);
    expect(row.facts?.more_attachments).toBe(10_000 - MAX_ISSUE_ATTACHMENTS);
    expect(row.components).toHaveLength(100);
  });

  test("follows a change, and issues that were stored without it are read again although nothing changed at the host", async () => {
    const work = makeWork(0);
    work.issues.push(
      workIssue(1, {
        comments: [],
        fields: { issuelinks: [{ type: { outward: "blocks" }, outwardIssue: { key: "ROCKET-2" } }] },
      }),
    );
    host = await startJiraHost(work);
    const id = await sync("jira", "/browse/ROCKET");
    const first = work.issues[0]!;
    first.fields = { status: { name: "Done", statusCategory: { key: "done" } }, fixVersions: [{ name: "3.0" }] };
    first.updatedAt = workIssue(60).updatedAt;
    await again(id);
    expect(await stored("ROCKET-1")).toMatchObject({ status: "Done", status_category: "done", milestones: ["3.0"] });
    expect(await links("ROCKET-1")).toEqual([]);
    await database.db.updateTable("issues").set({ status: null, read_version: 0 }).execute();
    await again(id);
    expect(await stored("ROCKET-1")).toMatchObject({ status: "Done" });
  });
});
