import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangeRequest, CodeDiscussions, RequestDiff, RequestPage } from "../../../../contract/requests/requests.ts";
import { RequestFindings } from "../../../../contract/requests/requestFindings.ts";
import { SearchAnswer } from "../../../../contract/search/search.ts";
import { personAddress } from "../../../../contract/addresses/personAddress.ts";
import { READ_SOURCE } from "../../rows.ts";
import { git, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const AT = "2024-01-01T00:00:00.000Z";
const MOVED = Array.from({ length: 12 }, (_, at) => `thread ${at + 1}\n`).join("");
const HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) end";

onOneDatabase("the requests of a project", (engine) => {
  let fixture: SearchServer;
  let folder: string;
  let source: string;
  const of = (subject: string) => git(folder, "log", "--all", "--format=%H", `--grep=^${subject}`, "-1");
  const ask = async (path: string, token = fixture.people.member.token) => fixture.server.call("GET", path, { token });
  const list = async (query = "") => {
    const { status, body } = await ask(`projects/loom/requests/?${query}`);
    expect(status).toBe(200);
    return RequestPage.parse(body);
  };
  const one = async (id: string) => {
    const { status, body } = await ask(`projects/loom/requests/${encodeURIComponent(id)}/`);
    expect(status).toBe(200);
    return ChangeRequest.parse(body);
  };
  const diff = async (request: string, query: Record<string, string> = {}) => {
    const { status, body } = await ask(`request-diff/?${new URLSearchParams({ project: "loom", request, ...query })}`);
    expect(status).toBe(200);
    return RequestDiff.parse(body);
  };
  const search = async (q: string) => {
    const { status, body } = await ask(`projects/loom/search/?${new URLSearchParams({ q })}`);
    expect(status).toBe(200);
    return SearchAnswer.parse(body);
  };
  const keysOf = async (q: string) =>
    (await search(q)).results
      .filter(({ kind }) => kind === "request")
      .map(({ title }) => title.split(" ", 1)[0] ?? "")
      .toSorted(byText);

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    folder = join(fixture.server.dataDir, "loom");
    const first = git(folder, "rev-parse", "main");
    makeRepository(
      folder,
      [
        { message: "Side one", files: { "src/side.ts": "a\nb\nc\nd\n" } },
        { message: "Squashed (#2)", files: { "src/squash.ts": "1\n2\n" } },
        { message: "Rebased first", files: { "src/r1.ts": "1\n" } },
        { message: "Rebased second", files: { "src/r2.ts": "2\n" } },
        { message: "Lines above", files: { "src/side.ts": "new\na\nb\nC\nd\n" } },
        { message: "Before the move", files: { "src/loom/tension.ts": MOVED, "src/lost/heddle.ts": "one\ntwo\n" } },
        {
          message: "Moved",
          files: {
            "src/loom/tension.ts": null,
            "src/weave/tension.ts": `head\n${MOVED}`,
            "src/lost/heddle.ts": null,
            "src/other/heddle.ts": "quite\nanother\nfile\nof\nthis\nname\n",
          },
        },
      ],
      { from: first },
    );
    const { db } = fixture.server;
    ({ id: source } = await db
      .selectFrom("sources")
      .select("id")
      .where("kind", "=", "repository")
      .executeTakeFirstOrThrow());
    await db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        paused_at: AT,
        id: "tracker",
        project_id: fixture.projectId,
        kind: "tracker",
        provider: "github",
        url: "https://github.com/acme/loom",
        name: "acme/loom",
      } as const)
      .execute();
    const person = (id: string, login: string) => ({
      id,
      source_id: "tracker",
      external_id: id,
      login,
      name: login.toUpperCase(),
      email: null,
      avatar_url: null,
      is_bot: false,
    });
    await db
      .insertInto("accounts")
      .values([person("p-ada", "ada"), person("p-grace", "grace")])
      .execute();
    const request = (number: number, part: object = {}) => ({
      id: `request-${number}`,
      source_id: "tracker",
      project_id: fixture.projectId,
      external_id: String(number),
      number,
      key: `#${number}`,
      title: `Request ${number}`,
      body: "",
      state: "open" as const,
      is_draft: false,
      author_id: "p-ada",
      source_branch: "topic",
      target_branch: "main",
      head_hash: null,
      base_hash: null,
      merge_hash: null,
      merged_by_id: null,
      labels: "[]",
      url: `https://github.com/acme/loom/pull/${number}`,
      created_at: AT,
      updated_at: new Date(Date.parse(AT) + number * 60_000).toISOString(),
      merged_at: null,
      closed_at: null,
      details_at: AT,
      read_version: 2,
      ...part,
    });
    const merged = { state: "merged" as const, merged_at: "2024-03-05T00:00:00Z", closed_at: "2024-03-05T00:00:00Z" };
    await db
      .insertInto("change_requests")
      .values([
        request(1, {
          title: "Weave <b>faster</b>",
          body: HOSTILE,
          head_hash: of("Side one"),
          base_hash: first,
          ...merged,
        }),
        request(2, { merge_hash: of("Squashed"), head_hash: "f".repeat(40), labels: '["bug"]', ...merged }),
        request(3, { merge_hash: of("Rebased second"), head_hash: "e".repeat(40), state: "closed", closed_at: AT }),
        request(4, { author_id: null, is_draft: true, details_at: null, labels: '["bug","size"]' }),
        ...Array.from({ length: 30 }, (_, at) => request(100 + at, { updated_at: AT })),
      ])
      .execute();
    await db
      .insertInto("request_commits")
      .values(
        ["Rebased first", "Rebased second"].map((title, position) => ({
          request_id: "request-3",
          position,
          hash: String(position).repeat(40),
          title,
          author: "Ada",
          authored_at: null,
        })),
      )
      .execute();
    await db
      .insertInto("request_commits")
      .values({ request_id: "request-1", position: 0, hash: of("Side one"), title: "Side one", author: "Ada" })
      .execute();
    await db
      .insertInto("request_files")
      .values({
        request_id: "request-4",
        project_id: fixture.projectId,
        path: "src/gone.ts",
        additions: 1,
        deletions: 2,
      })
      .execute();
    const review = { request_id: "request-1", account_id: "p-grace", submitted_at: AT } as const;
    await db
      .insertInto("request_reviews")
      .values([
        { ...review, id: "rv-1", external_id: "1", state: "approved", body: "Shuttlecock quality" },
        { ...review, id: "rv-2", external_id: "2", state: "commented", submitted_at: "2024-01-02T00:00:00Z" },
      ])
      .execute();
    await db
      .insertInto("request_accounts")
      .values([
        { request_id: "request-2", account_id: "p-grace", role: "reviewer" },
        { request_id: "request-2", account_id: "p-ada", role: "assignee" },
      ])
      .execute();
    const comment = (id: string, part: object) => ({
      id,
      request_id: "request-1",
      external_id: id,
      thread: "t-1",
      author_id: "p-grace",
      body: "why this selvedge",
      path: "src/side.ts",
      side: "new" as const,
      is_outdated: false,
      commit_hash: of("Side one"),
      created_at: AT,
      updated_at: AT,
      ...part,
    });
    await db
      .insertInto("request_comments")
      .values([
        comment("c-1", { line: 2, is_resolved: true, hunk: "@@ -1,2 +1,2 @@\n a\n b" }),
        comment("c-2", {
          reply_to: "c-1",
          author_id: null,
          body: HOSTILE,
          created_at: "2024-01-03T00:00:00Z",
          line: 2,
        }),
        comment("c-3", { thread: "t-2", line: 3 }),
        comment("c-4", { thread: "t-3", line: null }),
        ...["src/loom/tension.ts", "src/lost/heddle.ts"].map((path, at) =>
          comment(`c-moved-${at}`, {
            request_id: "request-2",
            body: "about the move",
            thread: `t-moved-${at}`,
            path,
            line: 2,
            commit_hash: of("Before the move").slice(0, 12),
          }),
        ),
        comment("c-squashed", {
          request_id: "request-2",
          body: "about the move",
          thread: "t-squashed",
          path: "src/loom/tension.ts",
          line: 4,
          commit_hash: "d".repeat(40),
        }),
        comment("c-5", { thread: null, path: null, side: null, commit_hash: null, body: "plain" }),
      ])
      .execute();
    await db
      .insertInto("request_events")
      .values({
        id: "e-1",
        request_id: "request-1",
        external_id: "e-1",
        type: "labeled",
        actor_id: "p-ada",
        detail: "<i>",
        created_at: AT,
      })
      .execute();
    await db
      .insertInto("request_checks")
      .values([
        { request_id: "request-1", position: 0, name: "build", state: "success", url: null, at: AT },
        { request_id: "request-1", position: 1, name: "lint", state: "failure", url: null, at: null },
      ])
      .execute();
    await fixture.sync();
  }, 120_000);
  afterAll(() => fixture.server.stop());

  test("are listed with filters that agree with plain SQL", async () => {
    const { db } = fixture.server;
    const count = async (where: (query: string) => boolean) => {
      const rows = await db.selectFrom("change_requests").selectAll().execute();
      return rows.filter((row) => where(JSON.stringify(row))).length;
    };
    const all = await list();
    expect(all.count).toBe(34);
    expect(all.facets.state).toEqual([
      { value: "open", count: await count((row) => row.includes('"state":"open"')) },
      { value: "merged", count: 2 },
      { value: "closed", count: 1 },
    ]);
    expect(all.facets.label).toEqual([
      { value: "bug", count: 2 },
      { value: "size", count: 1 },
    ]);
    expect(all.facets.reviewer).toEqual([{ value: "grace", count: 2 }]);
    const keys = async (query: string) => (await list(query)).results.map(({ key }) => key);
    expect(await keys("state=merged")).toEqual(["#2", "#1"]);
    expect(await keys("state=merged&state=closed")).toEqual(["#3", "#2", "#1"]);
    expect(await keys("reviewer=grace")).toEqual(["#2", "#1"]);
    expect((await list("reviewer=none")).count).toBe(32);
    expect(await keys("label=size")).toEqual(["#4"]);
    expect((await list("author=ada")).count).toBe(33);
    expect(await keys("merged=2024-03")).toEqual(["#2", "#1"]);
    expect(await keys("merged=2024-02")).toEqual([]);
    expect(await keys("merged=yes")).toEqual(["#2", "#1"]);
    expect((await list("merged=no")).count).toBe(32);
    expect(await keys("draft=yes")).toEqual(["#4"]);
    expect(await keys("q=weave%20%3Cb%3E")).toEqual(["#1"]);
    expect(await keys("q=%25")).toEqual([]);
    expect(await keys("key=!4")).toEqual(["#4"]);
    expect((await ask("projects/loom/requests/?merged=soon")).status).toBe(400);
    expect((await ask("projects/loom/requests/?cursor=nonsense")).status).toBe(400);
  });

  test("are paged in every order without gaps and repetitions", async () => {
    for (const sort of ["-updated_at", "updated_at", "-created_at", "created_at"]) {
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: RequestPage = await list(`sort=${sort}&limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`);
        seen.push(...page.results.map(({ id }) => id));
        cursor = page.next;
      }
      expect(new Set(seen).size).toBe(34);
      expect(seen).toHaveLength(34);
    }
  });

  test("are for members of their project alone", async () => {
    const { stranger } = fixture.people;
    for (const path of [
      "projects/loom/requests/",
      "projects/loom/requests/1/",
      "request-diff/?project=loom&request=1",
      `discussions/?project=loom&source=${source}&path=src/side.ts`,
    ])
      expect((await ask(path, stranger.token)).status).toBe(404);
    expect((await ask("projects/loom/requests/999/")).status).toBe(404);
    expect((await ask("request-diff/?project=loom&request=nothing")).status).toBe(404);
  });

  test("one is answered whole, by its number, its key and its id", async () => {
    const found = await one("1");
    expect(await one("#1")).toEqual(found);
    expect(await one("!1")).toEqual(found);
    expect(await one("request-1")).toEqual(found);
    expect(found).toMatchObject({
      key: "#1",
      address: "1",
      author: { name: "ADA" },
      reviewers: [{ person: { name: "GRACE" }, state: "approved" }],
      checks: "failure",
      comments: 5,
      is_detailed: true,
    });
    expect(found.body).toBe(HOSTILE);
    const kinds = found.timeline.map((entry) => (entry.kind === "event" ? entry.type : entry.kind));
    expect(kinds.filter((kind) => kind === "thread")).toHaveLength(3);
    expect(kinds).toEqual(expect.arrayContaining(["opened", "labeled", "merged", "review", "comment", "commits"]));
    const thread = found.timeline.find((entry) => entry.kind === "thread");
    expect(thread?.thread).toMatchObject({
      path: "src/side.ts",
      line: 2,
      is_resolved: true,
      comments: [{ author: { name: "GRACE" } }, { author: null }],
    });
    const commits = found.timeline.find((entry) => entry.kind === "commits");
    expect(commits?.commits).toMatchObject([
      { hash: of("Side one"), commit: { title: "Side one", repository: source } },
    ]);
    const author = commits?.commits[0]?.commit?.person;
    expect(author?.name).toBe(git(folder, "log", "-1", "--format=%an", of("Side one")));
    const page = await ask(
      `projects/loom/people/${encodeURIComponent(personAddress(author ?? { id: "", name: "" }))}/`,
    );
    expect(page).toMatchObject({ status: 200, body: { profile: { person: { name: author?.name } } } });
    expect(await one("4")).toMatchObject({ author: null, is_detailed: false, is_draft: true });
  });

  describe("changes", () => {
    test("are those of git between the merge base and the head", async () => {
      const found = await diff("1");
      expect(found).toMatchObject({ status: "shown", source, head: of("Side one") });
      expect(found.files.map(({ path, added, removed }) => [path, added, removed])).toEqual(
        git(folder, "diff", "--numstat", `${found.base}..${found.head}`)
          .split("\n")
          .map((line) => line.split("\t"))
          .map(([added, removed, path]) => [path, Number(added), Number(removed)]),
      );
      expect((await diff("1", { file: "0" })).files).toHaveLength(1);
    });

    test("of a squash and of a rebase are those of what was merged", async () => {
      expect((await diff("2")).files.map(({ path }) => path)).toEqual(["src/squash.ts"]);
      expect((await diff("3")).files.map(({ path }) => path)).toEqual(["src/r1.ts", "src/r2.ts"]);
    });

    test("of commits that are nowhere are the files that the host listed, or none", async () => {
      expect(await diff("4")).toMatchObject({
        status: "listed",
        files: [],
        host_files: [{ path: "src/gone.ts", added: 1, removed: 2 }],
      });
      expect(await diff("100")).toMatchObject({ status: "unavailable", total: 0 });
    });
  });

  test("findings are about what git or the host shows as changed, and name no author of it", async () => {
    const findings = async (request: string) =>
      RequestFindings.parse((await ask(`request-findings/?project=loom&request=${request}`)).body);
    const shown = { status: "ready", source, head: of("Side one"), files: 1, has_lines: true, reviewers: [] };
    expect(await findings("1")).toMatchObject(shown);
    for (const plan of ["Standard", "Premium"] as const) {
      await fixture.server.db.updateTable("companies").set({ plan }).execute();
      const reviewers = plan === "Premium" ? [{}] : [];
      expect(await findings("4")).toMatchObject({ status: "ready", files: 1, has_lines: false, head: null, reviewers });
    }
    expect(await findings("100")).toMatchObject({ status: "unavailable", reviewers: [] });
  });

  test("past discussions of a file follow their lines", async () => {
    const { status, body } = await ask(`discussions/?project=loom&source=${source}&path=src/side.ts&path=README.md`);
    expect(status).toBe(200);
    const found = CodeDiscussions.parse(body);
    // A line was added above, and the third was changed.
    const lines = found.results.map(({ line, thread }) => `${thread.line} at ${line}`);
    expect(lines.toSorted(byText)).toEqual(["2 at 3", "3 at null", "null at null"]);
    expect(found.results[0]).toMatchObject({ path: "src/side.ts", request: { key: "#1", address: "1" } });
    const then = await ask(`discussions/?project=loom&source=${source}&path=src/side.ts&revision=${of("Side one")}`);
    expect(
      CodeDiscussions.parse(then.body)
        .results.flatMap(({ line }) => line ?? [])
        .toSorted((a, b) => a - b),
    ).toEqual([2, 3]);
    expect((await ask(`discussions/?project=loom&source=tracker&path=src/side.ts`)).body).toEqual({
      total: 0,
      results: [],
    });
  });

  test("past discussions have no lines at a commit that the project does not read, as at one that never was", async () => {
    const mirror = join(fixture.server.dataDir, "mirrors", `${source}.git`);
    const tree = git(mirror, "rev-parse", `${of("Lines above")}^{tree}`);
    const unread = git(mirror, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit-tree", tree, "-m", "Unread");
    const at = async (revision: string) =>
      (await ask(`discussions/?project=loom&source=${source}&path=src/side.ts&revision=${revision}`)).body;
    const never = await at("0123456789".repeat(4));
    expect(CodeDiscussions.parse(never).results.map(({ line }) => line)).toEqual([null, null, null]);
    expect(await at(unread)).toEqual(never);
  });

  test("past discussions of a file follow it through a rename, which git confirms", async () => {
    const { body } = await ask(
      `discussions/?project=loom&source=${source}&path=src/weave/tension.ts&path=src/other/heddle.ts`,
    );
    const found = CodeDiscussions.parse(body).results.map(({ path, line, commit, thread }) => ({
      path,
      was: `${thread.path}:${thread.line}`,
      line,
      commit,
    }));
    // The other file has the same name and nothing else in common, so its discussion is not shown.
    expect(found.toSorted((a, b) => byText(a.was, b.was))).toEqual([
      { path: "src/weave/tension.ts", was: "src/loom/tension.ts:2", line: 3, commit: of("Before the move") },
      { path: "src/weave/tension.ts", was: "src/loom/tension.ts:4", line: null, commit: null },
    ]);
  });

  test("are searched by title, discussion and filters", async () => {
    expect(await keysOf("kind:request weave")).toEqual(["#1"]);
    expect(await keysOf("shuttlecock")).toEqual(["#1"]);
    expect(await keysOf("kind:pr selvedge")).toEqual(["#1"]);
    expect(await keysOf("reviewer:grace")).toEqual(["#1", "#2"]);
    expect(await keysOf("reviewer:ada")).toEqual([]);
    expect(await keysOf("merged:yes")).toEqual(["#1", "#2"]);
    expect(await keysOf("merged:2024-03-05")).toEqual(["#1", "#2"]);
    expect(await keysOf("merged:2025")).toEqual([]);
    expect(await keysOf("kind:request is:merged label:bug")).toEqual(["#2"]);
    expect(await keysOf("kind:request state:closed")).toEqual(["#3"]);
    expect((await search("kind:request merged:no")).total).toBe(32);
    const { facets, results } = await search("kind:request");
    expect(facets.kind).toEqual([{ value: "request", count: 34 }]);
    expect(facets.state).toEqual([
      { value: "open", count: 31 },
      { value: "merged", count: 2 },
      { value: "closed", count: 1 },
    ]);
    expect(results[0]).toMatchObject({ kind: "request", source: "tracker" });
    const [named] = (await search("#4")).results;
    expect(named).toMatchObject({ kind: "request", address: "4", exact: "key" });
    expect((await search("merged:soon")).mistakes).toHaveLength(1);
  });

  test("go to their page from the palette, also when two sources count alike", async () => {
    const found = await ask("go-to/?q=%231&kind=request&first=loom");
    expect(found.status).toBe(200);
    expect((found.body as { results: object[] }).results[0]).toMatchObject({ kind: "request", address: "1" });
    const { db } = fixture.server;
    const row = await db
      .selectFrom("change_requests")
      .selectAll()
      .where("id", "=", "request-4")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("change_requests")
      .values({ ...row, id: "other-4", source_id: source, labels: "[]", key: "!4" })
      .execute();
    expect((await ask("projects/loom/requests/4/")).body).toMatchObject({ code: "request.ambiguous" });
    expect((await list("key=4")).results.map(({ address }) => address).toSorted()).toEqual(["other-4", "request-4"]);
    expect((await one("other-4")).address).toBe("other-4");
    await db.deleteFrom("change_requests").where("id", "=", "other-4").execute();
  });
});
