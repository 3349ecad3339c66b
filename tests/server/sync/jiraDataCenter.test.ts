import { afterEach, describe, expect, test } from "vitest";
import { readJiraUrl } from "../../../server/sources/providers/jira/jiraUrl.ts";
import { formatMessage, formatText } from "../../../server/messages/messages.ts";
import { ContractStage } from "../../providers/ContractStage.ts";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import {
  BOARD,
  CONTEXT,
  type DataCenterHostOptions,
  FILTER,
  startJiraDataCenterHost,
} from "../../providers/jiraDataCenterHost.ts";
import type { RestAnswer } from "../../providers/restHost.ts";
import { type Work, at, makeWork, workIssue } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();
const isReady = { sync_state: "ready", sync_error: null };
let stage: ContractStage;
afterEach(() => stage.close());

/** Links Jira Data Center with these data. */
async function open(work: Work, options: DataCenterHostOptions = {}, page = `${CONTEXT}/browse/ROCKET`): Promise<void> {
  const row = CONTRACT_PROVIDERS.find(({ name }) => name === "Jira Data Center");
  if (!row) throw new Error("There is no such row.");
  const start = (served: Work) => startJiraDataCenterHost(served, options);
  stage = await ContractStage.open({ ...row, page, make: () => work, start }, stages.server);
}
const db = () => stages.server.database.db;
const validate = (credential: { token: string; username?: string } | null, page = `${CONTEXT}/browse/ROCKET`) =>
  stages.server.running.sources.validateTracker({ provider: "jira", url: `${stage.host.url}${page}`, credential });
/** What the user reads about a rejected address. */
const refusal = async (credential: { token: string; username?: string } | null): Promise<string> =>
  validate(credential).then(
    () => "accepted",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("what is stored of an issue of Jira Data Center", () => {
  test("is each field as it was served, with people by their key and bodies as Markdown", async () => {
    const work = makeWork(2);
    const [first] = work.issues;
    if (!first) throw new Error("No issue.");
    first.comments = [{ id: 71, author: "grace", body: "See [~JIRAUSER10100] and {{code}}", at: at(9) }];
    await open(work, {
      fieldsOf: ({ number }) =>
        number === 1
          ? {
              description: "h2. Steps\n# Open *it*\n{code:java}\nint a;\n{code}\nAsk [~grace] or [~stranger].",
              // Versions before 8.4 use the name as the key; a host may mask addresses.
              reporter: {
                self: "x",
                name: "mona",
                key: "mona",
                displayName: "Mona Lisa",
                emailAddress: "mona at corp.example",
                active: false,
              },
              assignee: { self: "x", name: "linus", key: "JIRAUSER10102", displayName: "Linus T.", active: true },
              issuetype: { name: "Story" },
              priority: null,
              status: { name: "In Review", statusCategory: { key: "done" } },
              resolutiondate: "2025-01-03T12:30:00.000+0530",
            }
          : { reporter: null, creator: null, assignee: null, labels: null, description: null },
    });
    expect(await stage.sync()).toMatchObject(isReady);
    const host = new URL(stage.host.url).host;
    const issues = await db().selectFrom("issues").selectAll().orderBy("key").execute();
    expect(issues).toMatchObject([
      {
        external_id: "9001",
        key: "ROCKET-1",
        number: null,
        title: "Issue 1 <b>",
        body: "## Steps\n\n1. Open **it**\n\n   ```java\n   int a;\n   ```\n\n   Ask @grace or @stranger.",
        state: "closed",
        type: "Story",
        priority: null,
        url: `${stage.host.url}${CONTEXT}/browse/ROCKET-1`,
        comments_count: 1,
      },
      { external_id: "9002", key: "ROCKET-2", body: "", author_id: null, labels: [], type: "Bug", priority: "High" },
    ]);
    const [issue] = issues;
    expect(issue?.created_at).toEqual(new Date(at(1)));
    expect(issue?.updated_at).toEqual(new Date(at(1)));
    expect(issue?.closed_at).toEqual(new Date("2025-01-03T07:00:00Z"));
    expect(await db().selectFrom("issue_comments").selectAll().execute()).toMatchObject([
      {
        external_id: "71",
        body: "See @ada and `code`",
        url: `${stage.host.url}${CONTEXT}/browse/ROCKET-1?focusedCommentId=71`,
        created_at: new Date(at(9)),
      },
    ]);
    const accounts = await db().selectFrom("accounts").selectAll().orderBy("external_id").execute();
    expect(accounts.map(({ external_id, name, email }) => ({ external_id, name, email }))).toEqual([
      { external_id: `${host}/JIRAUSER10100`, name: "ada", email: "ada@corp.example" },
      { external_id: `${host}/JIRAUSER10101`, name: "grace", email: "grace@corp.example" },
      { external_id: `${host}/JIRAUSER10102`, name: "Linus T.", email: null },
      { external_id: `${host}/mona`, name: "Mona Lisa", email: null },
    ]);
    expect(accounts.find(({ id }) => id === issue?.author_id)?.name).toBe("Mona Lisa");
    expect(
      await db().selectFrom("issue_events").select(["external_id", "type", "detail"]).orderBy("external_id").execute(),
    ).toEqual([
      { external_id: "90010:0", type: "status", detail: "Backlog → To Do" },
      { external_id: "90020:0", type: "status", detail: "Backlog → To Do" },
    ]);
  });

  test("leaves out secured issues and restricted comments, and internal ones of a service project", async () => {
    const work = makeWork(0);
    work.issues = [
      workIssue(1, { isHidden: true, comments: [] }),
      workIssue(2, {
        comments: [
          { id: 1, author: "ada", body: "for all", at: at(2) },
          { id: 2, author: "ada", body: "for agents", at: at(2), hidden: "internal" },
          { id: 3, author: "ada", body: "for admins", at: at(2), hidden: "role" },
          { id: 4, author: "linus", body: "for all too", at: at(2) },
        ],
      }),
    ];
    await open(work, { isServiceProject: true });
    expect(await stage.sync()).toMatchObject(isReady);
    const comments = await db().selectFrom("issue_comments").select("body").orderBy("body").execute();
    expect(comments.map(({ body }) => body)).toEqual(["for all", "for all too"]);
    expect((await db().selectFrom("issues").select("key").execute()).map(({ key }) => key)).toEqual(["ROCKET-2"]);
    const omitted = await db().selectFrom("left_out_items").select(["kind"]).orderBy("kind").execute();
    expect(omitted.map(({ kind }) => kind)).toEqual(["internal_comment", "restricted_comment", "secured_issue"]);
  });

  test("leaves out every comment of a service project whose host does not tell which are internal", async () => {
    const work = makeWork(0);
    work.issues = [workIssue(3)];
    await open(work, { isServiceProject: true });
    stage.host.fault = ({ path, query }) =>
      path.endsWith("/comment") && query.get("expand") !== null
        ? { status: 200, body: { total: 1, comments: [{ id: "1", body: "?", created: at(1), updated: at(1) }] } }
        : undefined;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await db().selectFrom("issue_comments").selectAll().execute()).toEqual([]);
  });
});

describe("the list of changes of Jira Data Center", () => {
  test("loses no issue when others change, come and go while its pages are read", async () => {
    const work = makeWork(130);
    let meanwhile: (() => void) | undefined;
    const queries: string[] = [];
    await open(work, {
      onSearch: (jql, startAt) => {
        queries.push(jql);
        if (!/ORDER BY updated ASC/.test(jql) || startAt === 0 || !meanwhile) return;
        const change = meanwhile;
        meanwhile = undefined;
        change();
      },
    });
    // More than the rows that two pages share move to the end, and some are deleted.
    meanwhile = () => {
      for (const issue of work.issues.slice(0, 12)) Object.assign(issue, { title: "Moved", updatedAt: at(50_000) });
      work.issues.splice(15, 4);
    };
    expect(await stage.sync()).toMatchObject(isReady);
    expect(meanwhile).toBeUndefined();
    expect(await stage.stored()).toEqual(stage.held());
    // The rows that moved between two pages were in the list: none had to be asked for by its id.
    expect(queries.filter((jql) => jql.startsWith("id in"))).toEqual([]);
  });

  test("continues from its place after a restart, although issues before it changed meanwhile", async () => {
    await open(makeWork(130));
    const hanging = stage.inTheMiddle([{ delayMs: 60_000 }]);
    await stage.begin();
    await expect.poll(() => hanging.met, { interval: 10 }).toBe(1);
    for (const issue of stage.work.issues.slice(0, 20)) Object.assign(issue, { title: "Moved", updatedAt: at(60_000) });
    await stage.restart();
    expect(await stage.settled()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("reads an issue again by its id although another one of the query is gone", async () => {
    await open(makeWork(60));
    await stage.sync();
    const { work } = stage;
    // Older than the read by time goes back: the list of ids shows that the stored row is not the present one.
    Object.assign(work.issues[3] ?? {}, { title: "Corrected", updatedAt: at(4.5) });
    Object.assign(work.issues[5] ?? {}, { title: "Soon gone", updatedAt: at(6.5) });
    stage.host.fault = ({ query }) => {
      if (query.get("jql")?.startsWith("id in")) work.issues.splice(5, 1);
      return undefined;
    };
    expect(await stage.sync()).toMatchObject(isReady);
    stage.host.fault = undefined;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("is read in smaller pages where one is larger than an answer may be, down to the thread of one issue", async () => {
    const work = makeWork(18);
    for (const issue of work.issues) issue.body = "x".repeat(500_000);
    const [first] = work.issues;
    // Each page of comments is small enough, all of them together are not.
    if (first)
      first.comments = Array.from({ length: 12 }, (_, index) => ({
        id: 100 + index,
        author: "ada",
        body: "y".repeat(900_000),
        at: at(1),
      }));
    await open(work);
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("follows the clock of the host, which may be days ahead or behind", async () => {
    for (const days of [3, -3]) {
      const hostTime = (minutes: number) => new Date(Date.now() + days * 86_400_000 + minutes * 60_000).toISOString();
      const work = makeWork(0);
      work.issues = [1, 2, 3].map((number) => workIssue(number, { updatedAt: hostTime(number) }));
      await open(work);
      expect(await stage.sync()).toMatchObject(isReady);
      Object.assign(work.issues[1] ?? {}, { title: "Later", updatedAt: hostTime(5) });
      work.issues.push(workIssue(4, { updatedAt: hostTime(6) }));
      expect(await stage.sync()).toMatchObject(isReady);
      expect(await stage.stored()).toEqual(stage.held());
      await stage.close();
    }
    await open(makeWork(1));
  });

  test("is found below the context path to which the host redirects", async () => {
    await open(makeWork(60), {}, "/browse/ROCKET");
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
  });
});

describe("a filter or a board of Jira", () => {
  test.each([
    ["a filter", `${CONTEXT}/issues/?filter=${FILTER}`],
    ["a board", `${CONTEXT}/secure/RapidBoard.jspa?rapidView=${BOARD}&view=planning.nodetail`],
  ])("that is pasted as %s is linked with its issues alone, which come and go with it", async (_name, page) => {
    await open(makeWork(30), {}, page);
    expect(await validate({ token: "right" }, page)).toMatchObject({ name: "Bugs of Rocket", items: 10 });
    expect(await stage.sync()).toMatchObject(isReady);
    const keys = async () =>
      (await db().selectFrom("issues").select("number").select("key").execute())
        .map(({ key }) => Number(key.replace("ROCKET-", "")))
        .toSorted((a, b) => a - b);
    expect(await keys()).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
    Object.assign(stage.work.issues[2] ?? {}, { labels: [] });
    Object.assign(stage.work.issues[0] ?? {}, { labels: ["bug"] });
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await keys()).toEqual([1, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  });

  test("that the account may not see is no whole site", async () => {
    await open(makeWork(3));
    await expect(validate({ token: "right" }, `${CONTEXT}/issues/?filter=1`)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(validate({ token: "right" }, `${CONTEXT}/secure/RapidBoard.jspa?rapidView=1`)).rejects.toMatchObject({
      code: expect.stringMatching(/not_found|bad_answer/) as string,
    });
  });
});

describe("access to Jira Data Center", () => {
  test("is a personal access token alone, or a user name with its password", async () => {
    await open(makeWork(5));
    const sent: (string | undefined)[] = [];
    stage.host.fault = ({ headers }) => void sent.push(headers.authorization);
    expect(await validate({ token: "right" })).toMatchObject({ account: "ada", items: 5, name: "Rocket (ROCKET)" });
    expect(new Set(sent)).toEqual(new Set(["Bearer right"]));
    sent.length = 0;
    const found = await validate({ token: "right", username: "ada" });
    expect(found.sample?.[0]).toBe("ROCKET-5 Issue 5 <b>");
    expect(found.notes.map((note) => formatMessage(note, "EN"))).toEqual(["The host is Jira Data Center 9.12.4."]);
    expect(new Set(sent)).toEqual(new Set([`Basic ${Buffer.from("ada:right").toString("base64")}`]));
    expect((await validate({ token: "right" }, `${CONTEXT}/`)).notes.map((note) => formatMessage(note, "TR"))).toEqual([
      "Barındırıcı: Jira Data Center 9.12.4.",
      "Erişim anahtarının gördüğü 1 projenin tümü okunuyor.",
    ]);
  });

  test("is none for a visitor of a public site", async () => {
    await open(makeWork(5));
    expect(await validate(null)).toMatchObject({ account: null, items: 5, name: "Rocket (ROCKET)" });
  });

  const html = "<!DOCTYPE html><html><head><title>Log in - Jira</title></head></html>";
  test.each<[string, RestAnswer, RegExp]>([
    [
      "a CAPTCHA after failed sign-ins",
      {
        status: 403,
        body: html,
        headers: {
          "x-seraph-loginreason": "AUTHENTICATION_DENIED",
          "x-authentication-denied-reason": "CAPTCHA_CHALLENGE; login-url=https://jira.example/login.jsp",
        },
      },
      /asks this account for a CAPTCHA/,
    ],
    [
      "a wrong password",
      { status: 401, body: html, headers: { "x-seraph-loginreason": "AUTHENTICATED_FAILED" } },
      /reconnect with a new one/,
    ],
    ["a page to sign in instead of data", { status: 200, body: html }, /This is not a Jira/],
    ["too many requests", { status: 429, body: "", headers: { "retry-after": "30" } }, /request limit/],
  ])("%s is reported", async (_name, answer, text) => {
    await open(makeWork(3));
    stage.host.fault = () => answer;
    expect(await refusal({ token: "right" })).toMatch(text);
  });

  test("no permission is reported without scopes, which its tokens do not have", async () => {
    await open(makeWork(3));
    stage.host.fault = ({ path }) =>
      path.endsWith("/project/ROCKET") ? { status: 403, body: { errorMessages: ["Forbidden"] } } : undefined;
    expect(await refusal({ token: "right" })).toBe(
      `${new URL(stage.host.url).host} does not let this account read the project. Ask its administrator for read permission.`,
    );
  });

  test("a version that is too old is named, and one without personal access tokens asks for a password", async () => {
    await open(makeWork(3), { version: "7.13.18" });
    expect(await refusal({ token: "right", username: "ada" })).toMatch(
      /is Jira Data Center 7\.13\.18, which is too old to be read.*8\.0/,
    );
    await stage.close();
    await open(makeWork(3), { version: "8.5.4" });
    expect(await refusal({ token: "right" })).toMatch(/8\.5\.4, which has no personal access tokens/);
    expect(await refusal({ token: "right", username: "ada" })).toBe("accepted");
  });

  test("a token that ran out deletes nothing: the host would show what visitors see", async () => {
    await open(makeWork(30));
    await stage.sync();
    stage.host.fault = ({ path }) =>
      path.endsWith("/myself")
        ? { status: 401, body: { message: "Client must be authenticated to access this resource." } }
        : path.endsWith("/search")
          ? { status: 200, body: { startAt: 0, maxResults: 40, total: 0, issues: [] } }
          : undefined;
    expect(await stage.sync()).toMatchObject({ sync_state: "failed", sync_error_code: "unauthorized" });
    expect((await stage.stored()).issues).toHaveLength(30);
  });
});

test("the kind and version of the host are noted at the source", async () => {
  await open(makeWork(3));
  await stage.sync();
  const { notes } = await stage.source();
  expect(notes).toMatchObject([{ code: "host" }]);
  expect(notes.map(({ text }) => formatText(text, "EN"))).toEqual(["The host is Jira Data Center 9.12.4."]);
});

describe("addresses of Jira Data Center", () => {
  test.each([
    [
      "https://example.org/jira/issues/?filter=10100",
      "filter",
      "10100",
      "https://example.org/jira/issues/?filter=10100",
    ],
    [
      "https://example.org/secure/IssueNavigator.jspa?filter=7&mode=hide",
      "filter",
      "7",
      "https://example.org/issues/?filter=7",
    ],
    [
      "https://example.org/secure/RapidBoard.jspa?view=detail&rapidView=12",
      "board",
      "12",
      "https://example.org/secure/RapidBoard.jspa?rapidView=12",
    ],
  ] as const)("%s", (address, kind, number, page) => {
    const url = readJiraUrl(address);
    expect([url.project, url[kind], url.page.href]).toEqual([null, number, page]);
    expect(readJiraUrl(url.page.href)).toEqual(url);
  });

  test.each([
    ["https://jira.example.org/browse/ABC-12", "https://jira.example.org", "ABC"],
    ["https://jira.example.org/projects/ABC/issues/ABC-12?filter=allopenissues", "https://jira.example.org", "ABC"],
    ["https://example.org/jira/browse/ABC-12", "https://example.org/jira", "ABC"],
    ["https://example.org/jira/projects/ABC/summary", "https://example.org/jira", "ABC"],
    ["https://example.org/jira/secure/RapidBoard.jspa?rapidView=3&projectKey=ABC", "https://example.org/jira", "ABC"],
    ["https://example.org/jira/secure/Dashboard.jspa", "https://example.org/jira", null],
    ["https://example.org/jira/", "https://example.org/jira", null],
    ["https://example.org/tools/tracker/browse/ABC", "https://example.org/tools/tracker", "ABC"],
    // Jira Cloud, whose pages are below /jira.
    ["https://acme.atlassian.net/jira/software/c/projects/ABC/boards/1", "https://acme.atlassian.net", "ABC"],
    ["https://acme.atlassian.net/jira/servicedesk/projects/ABC/queues", "https://acme.atlassian.net", "ABC"],
    ["https://acme.atlassian.net/jira", "https://acme.atlassian.net", null],
  ])("%s", (address, site, project) => {
    expect(readJiraUrl(address)).toMatchObject({ site, project });
  });
});
