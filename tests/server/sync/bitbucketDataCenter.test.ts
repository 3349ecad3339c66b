/** What is particular to Bitbucket Data Center; the contract of all providers runs against the same host. */
import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../../contract/durations.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { requestsOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import type { TrackerCursor } from "../../../server/sources/connector/connectorTypes.ts";
import { ContractStage } from "../../providers/ContractStage.ts";
import {
  CONTEXT,
  type DataCenterHostOptions,
  account,
  startBitbucketDataCenterHost,
} from "../../providers/bitbucketDataCenterHost.ts";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { startRestHost } from "../../providers/restHost.ts";
import { type Work, at, makeWork, workRequest } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();
const PAGE = `${CONTEXT}/projects/ACME/repos/rocket`;
const HEAD = "f".repeat(40);
const isReady = { sync_state: "ready", sync_error: null };
let stage: ContractStage;
let options: DataCenterHostOptions;
afterEach(() => stage.close());

async function open(work: Work = makeWork(0), changed: DataCenterHostOptions = {}, page = PAGE): Promise<void> {
  options = changed;
  const row = CONTRACT_PROVIDERS.find(({ name }) => name === "Bitbucket Data Center");
  if (!row) throw new Error("There is no such row.");
  const start = (served: Work) => startBitbucketDataCenterHost(served, options);
  stage = await ContractStage.open({ ...row, page, make: () => work, start }, stages.server);
}
const db = () => stages.server.database.db;
const validate = (
  page = PAGE,
  credential: { token: string; username?: string } | null = { token: "right" },
  origin = stage.host.url,
) => stages.server.running.sources.validateRepository({ provider: "bitbucket", url: `${origin}${page}`, credential });
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
    const { sources } = stages.server.running;
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

/** The numbers that a reading brings, those that it removes, and its cursor. */
async function changed(cursor: TrackerCursor | null, now = Date.now()) {
  const egress = createEgress({ allowed: ["127.0.0.0/8"] });
  const reader = requestsOf("bitbucket", {
    url: `${stage.host.url}${PAGE}`,
    credential: new Credential({ token: "right", origin: stage.host.url }),
    egress,
    retries: 0,
    now: () => now,
  } as Parameters<typeof requestsOf>[1]);
  const numbers = new Set<number>();
  const gone = new Set<string>();
  let last = cursor;
  for await (const page of reader?.changes(cursor, AbortSignal.timeout(20_000)) ?? []) {
    for (const { number } of page.requests) numbers.add(number);
    for (const id of page.gone ?? []) gone.add(id);
    last = page.cursor;
  }
  await egress.close();
  return { numbers: [...numbers].toSorted((a, b) => a - b), gone: [...gone], cursor: last };
}
const many = (count: number): Work => ({
  ...makeWork(0),
  requests: Array.from({ length: count }, (_, index) => workRequest(index + 1, { updatedAt: at((index + 1) * 60) })),
});
const calls = (from = 0) => stage.host.requests.slice(from).filter((call) => call.endsWith("/pull-requests")).length;

describe("the list of changes", () => {
  test("is read from the newest to what is known, and a change of an old request is found", async () => {
    const work = many(40);
    await open(work);
    const first = await changed(null);
    expect(first.numbers).toHaveLength(40);
    const before = stage.host.requests.length;
    Object.assign(work.requests[4] ?? {}, { title: "Changed", updatedAt: at(9000) });
    expect((await changed(first.cursor)).numbers).toContain(5);
    expect(calls(before)).toBeLessThanOrEqual(2);
  });

  test("is read to its end where the host sorts by the time of creation", async () => {
    const work = many(20);
    await open(work, { order: "created" });
    const first = await changed(null);
    Object.assign(work.requests[2] ?? {}, { title: "Changed", updatedAt: at(9000) });
    const second = await changed(first.cursor);
    expect(second.numbers).toContain(3);
    Object.assign(work.requests[1] ?? {}, { title: "Changed", updatedAt: at(9100) });
    expect((await changed(second.cursor)).numbers).toContain(2);
  });

  test("loses no request when others change, come and go while its pages are read", async () => {
    const work = many(30);
    await open(work);
    let met = 0;
    stage.host.fault = ({ path }) => {
      if (!path.endsWith("/pull-requests")) return undefined;
      met += 1;
      if (met === 3) for (const one of work.requests.slice(0, 4)) one.updatedAt = at(8000 + one.number);
      if (met === 5) work.requests.splice(5, 2);
      if (met === 6) work.requests.push(workRequest(31, { updatedAt: at(8100) }));
      return undefined;
    };
    const { numbers } = await changed(null);
    for (const { number } of work.requests) expect(numbers).toContain(number);
  });

  test("removes a deleted request within a day, and none that the host still has", async () => {
    const work = many(12);
    // A change shows that the host sorts by changes.
    Object.assign(work.requests[3] ?? {}, { updatedAt: at(9000) });
    await open(work);
    const first = await changed(null);
    const [deleted] = work.requests.splice(5, 1);
    const soon = await changed(first.cursor);
    expect(soon.gone).toEqual([]);
    // The list leaves one out that the host still has.
    stage.host.fault = ({ path, query }) =>
      path.endsWith("/pull-requests") && query.get("start") === "0"
        ? { status: 200, body: { values: [{ id: 12, title: 5 }], isLastPage: false, nextPageStart: 1 } }
        : undefined;
    const later = await changed(soon.cursor, Date.now() + 2 * DAY_MS);
    expect(later.gone).toEqual([String(deleted?.number)]);
    const before = stage.host.requests.length;
    await changed(later.cursor, Date.now() + 4 * DAY_MS);
    // What is known as gone is not asked for again.
    expect(stage.host.requests.slice(before).some((call) => call.endsWith(`/pull-requests/${deleted?.number}`))).toBe(
      false,
    );
  });

  test("removes nothing where the host refuses to show whether it is there", async () => {
    const work = many(6);
    await open(work);
    const first = await changed(null);
    work.requests.splice(2, 1);
    stage.host.fault = ({ path }) => (path.endsWith("/pull-requests/3") ? { status: 500, body: {} } : undefined);
    await expect(changed(first.cursor, Date.now() + 2 * DAY_MS)).rejects.toMatchObject({ code: "host_failure" });
    stage.host.fault = ({ path }) => (path.endsWith("/pull-requests/3") ? { status: 401, body: {} } : undefined);
    await expect(changed(first.cursor, Date.now() + 2 * DAY_MS)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test.each([
    ["repeats a page", { isLastPage: false, nextPageStart: 0 }],
    ["leads back", { isLastPage: false, nextPageStart: -4 }],
    ["has no end", {}],
  ])("ends in words when a host %s", async (_, page) => {
    await open(many(3));
    stage.host.fault = ({ path, query }) =>
      path.endsWith("/pull-requests")
        ? {
            status: 200,
            body: { values: [{ id: 1 }], isLastPage: false, nextPageStart: Number(query.get("start")) + 1, ...page },
          }
        : undefined;
    await expect(changed(null)).rejects.toMatchObject({
      code: expect.stringMatching(/bad_answer|too_large/) as string,
    });
  });

  test("another repository under the same name is not taken for the linked one", async () => {
    const work = many(3);
    await open(work);
    await stage.sync();
    work.projectId = 4711;
    await stage.sync();
    expect(await stage.notes()).toMatch(/Another repository is at this address/);
    expect(await db().selectFrom("change_requests").select("id").execute()).toHaveLength(3);
  });

  test("a limit without a time to wait is waited for by the interval that the host names", async () => {
    await open(many(3));
    stage.host.fault = ({ path }) =>
      path.endsWith("/pull-requests")
        ? { status: 429, body: {}, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "7" } }
        : undefined;
    await expect(changed(null)).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 7000 });
  });
});
