/** What is particular to Bitbucket Data Center; the contract of all providers runs against the same host. */
import { describe, expect, test } from "vitest";
import type { ContractStage } from "../../providers/ContractStage.ts";
import { CONTEXT, type DataCenterHostOptions, account } from "../../providers/bitbucketDataCenterHost.ts";
import { startRestHost } from "../../providers/restHost.ts";
import { at, makeWork, workRequest } from "../../providers/work.ts";
import { HEAD, PAGE, dataCenterStages } from "../support/bitbucketDataCenter.ts";

const isReady = { sync_state: "ready", sync_error: null };
const stages = dataCenterStages();
const { db } = stages;
let stage: ContractStage;
let options: DataCenterHostOptions;
async function open(...input: Parameters<typeof stages.open>): Promise<void> {
  options = input[1] ?? {};
  stage = await stages.open(input[0], options, input[2]);
}
const validate = (
  page = PAGE,
  credential: { token: string; username?: string } | null = { token: "right" },
  origin = stage.host.url,
) => stages.server().running.sources.validateRepository({ provider: "bitbucket", url: `${origin}${page}`, credential });
/** What the user reads about a refused address. */
const refusal = async (...input: Parameters<typeof validate>): Promise<string> =>
  validate(...input).then(
    () => "accepted",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("a repository of Bitbucket Data Center is linked by", () => {
  test.each([
    PAGE,
    `${PAGE}/browse/src/a.ts?at=refs%2Fheads%2Fmain#3`,
    `${CONTEXT}/projects/acme/repos/Rocket/pull-requests/3/overview`,
    `${CONTEXT}/scm/acme/rocket.git`,
  ])("%s, and gets one spelling", async (page) => {
    await open();
    expect(await validate(page)).toMatchObject({
      url: `${stage.host.url}${PAGE}`,
      name: "ACME/rocket",
      visibility: "private",
      defaultBranch: "main",
      account: "ada",
      sample: ["#7 Request 7", "#5 Request 5", "#3 Request 3"],
      notes: [{ code: "note.host_version", params: { product: "Bitbucket Data Center", version: "8.19.2" } }],
    });
    const { sources } = stages.server().running;
    expect(await sources.identify("repository", { provider: "bitbucket", url: `${stage.host.url}${page}` })).toEqual({
      url: `${stage.host.url}${PAGE}`,
      name: "ACME/rocket",
    });
  });

  test("the address of a user's repository", async () => {
    const work = { ...makeWork(0), path: "~ada/rocket" };
    await open(
      work,
      { repository: { project: { key: "~ADA", type: "PERSONAL" } } },
      `${CONTEXT}/users/ada/repos/rocket`,
    );
    expect(await validate(`${CONTEXT}/users/ada/repos/rocket/browse`)).toMatchObject({
      url: `${stage.host.url}${CONTEXT}/users/ada/repos/rocket`,
      name: "~ada/rocket",
    });
    expect((await validate(`${CONTEXT}/scm/~ada/rocket.git`)).url).toBe(
      `${stage.host.url}${CONTEXT}/users/ada/repos/rocket`,
    );
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await db().selectFrom("change_requests").select("url").orderBy("number").executeTakeFirst()).toEqual({
      url: `${stage.host.url}${CONTEXT}/users/ada/repos/rocket/pull-requests/1`,
    });
  });

  test("a visitor, where the host shows it to everyone", async () => {
    await open(makeWork(0), { isPublic: true, repository: { public: true, archived: true } });
    const found = await validate(PAGE, null);
    expect(found).toMatchObject({ visibility: "public", account: null });
    expect(found.notes.map(({ code }) => code)).toEqual(["note.host_version", "note.repository_read_only"]);
  });
});

describe("what is refused with what was seen", () => {
  test("an older version, and a host that is something else", async () => {
    await open();
    options.version = "7.20.3";
    expect(await refusal()).toMatch(/is Bitbucket Data Center 7\.20\.3, which is too old .* 7\.21\./);
    options.version = "7.21.0";
    expect(await refusal()).toBe("accepted");
    options.displayName = "Confluence";
    expect(await refusal()).toMatch(/is not a Bitbucket Data Center: .* it answers Confluence 7\.21\.0/);
    delete options.displayName;
    stage.host.fault = () => ({ status: 404, body: "<html>A shop</html>" });
    expect(await refusal()).toMatch(/it answers HTTP 404 text\/html/);
    stage.host.fault = () => ({ status: 200, body: { version: 5, displayName: "<b>\u0000" } });
    expect(await refusal()).toMatch(/it answers HTTP 200 application\/json/);
  });

  test("a wrong token, by git or by the API, and a token that may not read it", async () => {
    await open();
    expect(await refusal(PAGE, { token: "wrong" })).toMatch(/token|sign/i);
    options.isPublic = true;
    expect(await refusal(PAGE, { token: "wrong" })).not.toBe("accepted");
  });

  test("a host that redirects elsewhere, which gets neither the token nor a request with it", async () => {
    await open();
    const received: (string | undefined)[] = [];
    const other = await startRestHost(({ headers }) => {
      received.push(headers.authorization);
      return { status: 200, body: { version: "8.19.2", displayName: "Bitbucket" } };
    });
    stage.host.fault = ({ path }) => ({ status: 302, body: "", headers: { location: `${other.url}${path}` } });
    expect(await refusal()).toMatch(/is not a Bitbucket Data Center: .*http:\/\/127\.0\.0\.1:/);
    expect(received).toEqual([undefined]);
    // The host is what it says, and redirects the rest.
    stage.host.fault = undefined;
    await stage.sync();
    stage.host.fault = ({ path }) =>
      path.endsWith("/application-properties")
        ? undefined
        : { status: 302, body: "", headers: { location: `${other.url}${path}` } };
    expect(await refusal()).toMatch(/redirects/);
    await stage.sync();
    expect(await stage.notes()).toMatch(/redirects/);
    expect(received).toEqual([undefined]);
    await other.stop();
  });

  test("the same in a sync, whose files are read all the same", async () => {
    await open();
    options.version = "6.0.0";
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.notes()).toMatch(/too old to be read/);
    options.version = "9.4.1";
    expect(await stage.sync()).toMatchObject(isReady);
    expect((await stage.source()).notes).toMatchObject([
      { code: "host", text: { params: { product: "Bitbucket Data Center", version: "9.4.1" } } },
    ]);
    expect(await stage.stored()).toEqual(stage.held());
  });
});

describe("what is stored of a pull request", () => {
  const comment = (id: number, more: Record<string, unknown> = {}) => ({
    id,
    version: 0,
    text: `Text ${id}`,
    author: account("grace"),
    createdDate: Date.parse(at(id)),
    updatedDate: Date.parse(at(id)),
    severity: "NORMAL",
    state: "OPEN",
    threadResolved: false,
    comments: [],
    ...more,
  });
  const activity = (id: number, action: string, more: Record<string, unknown> = {}, login = "grace") => ({
    id,
    createdDate: Date.parse(at(id)),
    user: account(login),
    action,
    ...more,
  });
  const said = (id: number, more: Record<string, unknown> = {}) =>
    activity(id, "COMMENTED", { commentAction: "ADDED", ...more });

  test("is each field as it was served: people, comments at lines, tasks, verdicts, events and builds", async () => {
    const work = { ...makeWork(0), requests: [workRequest(1)] };
    const anchor = {
      fromHash: "a".repeat(40),
      toHash: "b".repeat(40),
      fileType: "TO",
      lineType: "ADDED",
      path: "src/a.ts",
    };
    await open(work, {
      fieldsOf: () => ({
        draft: true,
        reviewers: [
          { user: account("grace"), role: "REVIEWER", approved: false, status: "NEEDS_WORK", lastReviewedCommit: HEAD },
          { user: account("linus"), role: "REVIEWER", approved: false, status: "UNAPPROVED" },
        ],
        participants: [{ user: null, role: "PARTICIPANT", approved: true, status: "APPROVED" }],
      }),
      buildsOf: (hash) =>
        hash === HEAD
          ? [
              {
                key: "CI-1",
                name: "Build",
                state: "SUCCESSFUL",
                url: "https://ci.example/1",
                dateAdded: 1_700_000_000_000,
              },
              { key: "CI-2", name: null, state: "FAILED", url: "javascript:alert(1)" },
              { key: "CI-3", state: "CANCELLED", url: "https://ci.example/3" },
              { key: "CI-4", state: "INPROGRESS", url: "https://ci.example/4" },
            ]
          : [],
      // The newest first.
      activitiesOf: () => [
        said(30, { comment: comment(90), commentAction: "DELETED" }),
        activity(29, "SOMETHING_NEW", { plugin: { any: 1 } }),
        activity(28, "REVIEWED"),
        activity(27, "UPDATED", { addedReviewers: [account("linus")], removedReviewers: [account("ada")] }, "ada"),
        activity(26, "RESCOPED", { fromHash: HEAD, previousFromHash: "d".repeat(40), removed: { total: 2 } }, "ada"),
        activity(25, "RESCOPED", { fromHash: "d".repeat(40), previousFromHash: "d".repeat(40), toHash: HEAD }, "ada"),
        activity(
          24,
          "RESCOPED",
          { fromHash: "d".repeat(40), previousFromHash: "c".repeat(40), removed: { total: 0 } },
          "ada",
        ),
        said(23, { comment: comment(13, { severity: "BLOCKER", state: "RESOLVED" }) }),
        said(22, { comment: comment(12, { state: "PENDING" }) }),
        said(21, {
          comment: comment(11, {
            threadResolved: true,
            comments: [comment(14, { author: null, comments: [comment(15), "odd"] })],
          }),
          commentAnchor: { ...anchor, line: 7, multilineMarker: { startLine: 5, startLineType: "ADDED" } },
        }),
        said(20, {
          comment: comment(10),
          commentAnchor: {
            ...anchor,
            line: 3,
            fileType: "FROM",
            lineType: "REMOVED",
            path: { components: ["src", "new.ts"], toString: "src/new.ts" },
            srcPath: "src/old.ts",
            orphaned: true,
          },
        }),
        activity(5, "UNAPPROVED", {}, "linus"),
        activity(4, "APPROVED", {}, "linus"),
        activity(1, "OPENED", {}, "ada"),
      ],
    });
    expect(await stage.sync()).toMatchObject(isReady);
    const root = `${stage.host.url}${CONTEXT}`;
    const host = new URL(stage.host.url).host;
    expect(await db().selectFrom("change_requests").selectAll().executeTakeFirst()).toMatchObject({
      external_id: "1",
      key: "#1",
      state: "open",
      is_draft: true,
      source_branch: "feature/1-thing",
      target_branch: "main",
      head_hash: HEAD,
      base_hash: "e".repeat(40),
      merge_hash: null,
      merged_at: null,
      url: `${root}/projects/ACME/repos/rocket/pull-requests/1`,
    });
    const accounts = await db().selectFrom("accounts").selectAll().orderBy("external_id").execute();
    expect(accounts.map(({ external_id, login, name, email }) => ({ external_id, login, name, email }))).toEqual(
      ["ada", "grace", "linus"].map((login, index) => ({
        external_id: `${host}${CONTEXT}/${100 + index}`,
        login,
        name: login.toUpperCase(),
        email: `${login}@corp.example`,
      })),
    );
    const comments = await db().selectFrom("request_comments").selectAll().orderBy("created_at").execute();
    expect(
      comments.map(
        ({ external_id, thread, reply_to, path, side, line, start_line, commit_hash, is_outdated, is_resolved }) => [
          external_id,
          thread,
          reply_to,
          path,
          side,
          line,
          start_line,
          commit_hash?.[0] ?? null,
          is_outdated,
          is_resolved,
        ],
      ),
    ).toEqual([
      ["10", "10", null, "src/old.ts", "old", 3, null, "a", true, false],
      ["11", "11", null, "src/a.ts", "new", 7, 5, "b", false, true],
      ["13", "13", null, null, null, null, null, null, false, true],
      ["14", "11", "11", "src/a.ts", "new", 7, 5, "b", false, true],
      ["15", "11", "14", "src/a.ts", "new", 7, 5, "b", false, true],
    ]);
    expect(comments[3]?.author_id).toBeNull();
    expect(comments[0]?.url).toBe(`${root}/projects/ACME/repos/rocket/pull-requests/1/overview?commentId=10`);
    const reviews = await db()
      .selectFrom("request_reviews")
      .innerJoin("accounts", "accounts.id", "account_id")
      .select(["login", "state", "submitted_at", "commit_hash"])
      .orderBy("login")
      .execute();
    expect(reviews).toEqual([
      { login: "grace", state: "changes_requested", submitted_at: new Date(at(28)), commit_hash: HEAD },
      { login: "linus", state: "dismissed", submitted_at: new Date(at(5)), commit_hash: null },
    ]);
    const events = await db().selectFrom("request_events").select(["type", "detail"]).orderBy("created_at").execute();
    expect(events).toEqual([
      { type: "pushed", detail: null },
      { type: "force_pushed", detail: null },
      { type: "review_requested", detail: "linus" },
      { type: "review_request_removed", detail: "ada" },
    ]);
    expect(
      await db().selectFrom("request_checks").select(["name", "state", "url"]).orderBy("position").execute(),
    ).toEqual([
      { name: "Build", state: "success", url: "https://ci.example/1" },
      { name: "CI-2", state: "failure", url: null },
      { name: "CI-3", state: "neutral", url: "https://ci.example/3" },
      { name: "CI-4", state: "pending", url: "https://ci.example/4" },
    ]);
  });

  test("has the end that the host names, and nothing where a field is null", async () => {
    const work = { ...makeWork(0), requests: [workRequest(2), workRequest(3, { isClosed: true })] };
    await open(work, {
      fieldsOf: ({ number }) =>
        number === 2
          ? {
              closedDate: Date.parse(at(1)),
              author: null,
              description: null,
              reviewers: null,
              participants: null,
              properties: null,
            }
          : {
              closedDate: null,
              fromRef: null,
              toRef: null,
              author: { user: { ...account("ada"), id: null, active: false } },
            },
      activitiesOf: ({ number }) => [
        activity(9, number === 2 ? "MERGED" : "DECLINED", { user: number === 2 ? account("linus") : null }),
      ],
    });
    expect(await stage.sync()).toMatchObject(isReady);
    const rows = await db().selectFrom("change_requests").selectAll().orderBy("number").execute();
    expect(rows).toMatchObject([
      {
        state: "merged",
        merged_at: new Date(at(1)),
        closed_at: new Date(at(1)),
        author_id: null,
        body: "",
        merge_hash: null,
      },
      { state: "closed", merged_at: null, closed_at: new Date(at(3)), source_branch: null, head_hash: null },
    ]);
    const accounts = await db().selectFrom("accounts").selectAll().execute();
    expect(accounts.find(({ id }) => id === rows[0]?.merged_by_id)?.login).toBe("linus");
    expect(accounts.find(({ id }) => id === rows[1]?.author_id)?.external_id).toMatch(/\/ada$/);
    expect(await stage.notes()).toBe("");
  });

  test("has the account of a renamed user once", async () => {
    const work = { ...makeWork(0), requests: [workRequest(1)] };
    let name = "ada";
    await open(work, { fieldsOf: () => ({ author: { user: { ...account("ada"), name, slug: name } } }) });
    await stage.sync();
    name = "lovelace";
    work.requests.push(workRequest(2, { updatedAt: at(500) }));
    await stage.sync();
    const accounts = await db().selectFrom("accounts").select("login").orderBy("login").execute();
    expect(accounts).toEqual([{ login: "grace" }, { login: "lovelace" }]);
  });
});
