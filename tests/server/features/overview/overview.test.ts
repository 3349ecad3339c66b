/** The front page of a project, compared with git and SQL over a repository that git made. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Overview } from "../../../../contract/overview.ts";
import { insertRows } from "../../../../server/db/insertRows.ts";
import { newId } from "../../../../server/db/newId.ts";
import { READ_SOURCE } from "../../rows.ts";
import { git, type MadeCommit, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const DAY = 86_400;
const NOW = new Date("2026-11-18T12:00:00Z");
const TODAY = Math.floor(NOW.getTime() / 1000 / DAY) * DAY;
/** Seconds since 1970 of a moment before noon, this many days ago in UTC. */
const ago = (days: number): number => TODAY - days * DAY + (days === 0 ? 1 : 40_000);
const iso = (days: number): string => new Date(ago(days) * 1000).toISOString();

const bea = { author: "Bea Example", email: "bea@example.org" };
const cem = { author: "Cem Example", email: "cem@example.org" };
const bot = { author: "renovate[bot]", email: "29139614+renovate[bot]@users.noreply.github.com" };
const change = (days: number, rest: Partial<MadeCommit>): MadeCommit => ({
  message: "Change",
  time: ago(days),
  ...rest,
});

/** Oldest first. `hot.ts` is changed six times within a year, three of them fixes; `solo` is Bea's. */
const HISTORY: readonly MadeCommit[] = [
  change(700, {
    files: {
      "README.md": [
        "# Loom",
        "",
        "[![build](https://ci.example.org/b.svg)](https://ci.example.org)",
        "",
        "<!-- a comment with many words inside -->",
        "Loom **weaves** [deliveries](https://example.org) into `routes` for couriers.",
        "Second line.",
        "",
        "More text that is not shown.",
      ].join("\n"),
      "src/hot.ts": "export const hot = 1;\n",
      "src/main.py": "x = 1\n".repeat(20),
      "package-lock.json": "{}\n",
    },
  }),
  change(650, { ...bea, files: { "solo/a.ts": "1\n", "solo/b.ts": "2\n", "solo/c.ts": "3\n" } }),
  ...[300, 200, 150].map((days, at) =>
    change(days, { ...cem, message: "Fix a crash", files: { "src/hot.ts": `export const hot = ${at + 2};\n` } }),
  ),
  change(120, { files: { "src/hot.ts": "export const hot = 10;\n" } }),
  change(83, { files: { "src/hot.ts": "export const hot = 11;\n" } }),
  change(40, { ...cem, files: { "src/hot.ts": "export const hot = 12;\n" } }),
  change(20, { ...bot, files: { "src/dep.ts": "1\n" } }),
  change(10, { ...cem, files: { "src/new.ts": "1\n" } }),
  change(9, { ...cem, files: { "src/new.ts": "2\n" } }),
  change(8, { ...bea, files: { "solo/a.ts": "4\n" } }),
  change(0, { ...bea, files: { "solo/b.ts": "5\n" } }),
];

onOneDatabase("the overview of a project", (engine) => {
  let fixture: SearchServer;
  let folder: string;
  const ask = (token = fixture.people.member.token, project = "loom") =>
    fixture.server.call("GET", `overview/?project=${project}`, { token });
  const read = async (): Promise<Overview> => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    return Overview.parse(body);
  };
  const plan = (name: "Standard" | "Premium" | "Enterprise") =>
    fixture.server.db.updateTable("companies").set({ plan: name }).where("id", "=", fixture.people.companyId).execute();
  /** Commits by people, merges left out, between two days ago. */
  const commitsBetween = (from: number, to: number): number =>
    git(folder, "log", "--no-merges", "--format=%ct %ae", "main")
      .split("\n")
      .map((line) => line.split(" "))
      .filter(([time, email]) => {
        const at = Number(time);
        return at >= TODAY - (from - 1) * DAY && at < TODAY - (to - 1) * DAY && !email?.includes("[bot]");
      }).length;

  beforeAll(async () => {
    fixture = await startSearchServer(engine, { now: () => NOW });
    await plan("Enterprise");
    folder = join(fixture.server.dataDir, "loom");
    rmSync(folder, { recursive: true });
    makeRepository(folder, HISTORY);
    await addTracker();
    await fixture.sync();
  });
  afterAll(() => fixture.server.stop());

  async function addTracker(): Promise<void> {
    const { db } = fixture.server;
    const tracker = newId();
    const source = { ...READ_SOURCE, project_id: fixture.projectId, kind: "tracker", provider: "github" } as const;
    await insertRows(db, "sources", [
      {
        ...source,
        id: tracker,
        url: "https://github.com/a/loom",
        name: "a/loom",
        paused_at: iso(0),
        sync_finished_at: iso(0),
      },
    ]);
    const account = (name: string): string => `${tracker}-${name}`;
    await insertRows(
      db,
      "accounts",
      ["ada", "cem", "robot"].map((name) => ({
        id: account(name),
        source_id: tracker,
        external_id: name,
        login: name,
        name,
        email: null,
        avatar_url: null,
        is_bot: name === "robot",
      })),
    );
    /** Opened and changed this many days ago. */
    const issues = [
      [400, 380, false],
      [90, 50, false],
      [60, 31, false],
      [35, 29, false],
      [30, 6, true],
      [20, 20, false],
      [5, 4, true],
      [3, 3, false],
      [2, 2, false],
      [1, 1, false],
      [0, 0, false],
    ] as const;
    await insertRows(
      db,
      "issues",
      issues.map(([opened, changed, isClosed], at) => ({
        id: `${tracker}-${at}`,
        source_id: tracker,
        project_id: fixture.projectId,
        external_id: String(at),
        number: at + 1,
        key: `#${at + 1}`,
        title: `Issue ${at + 1}`,
        body: "",
        state: isClosed ? ("closed" as const) : ("open" as const),
        url: `https://github.com/a/loom/issues/${at + 1}`,
        author_id: account("ada"),
        labels: "[]",
        comments_count: 0,
        created_at: iso(opened),
        updated_at: iso(changed),
        closed_at: isClosed ? iso(changed) : null,
      })),
    );
    // Of several who are assigned the overview names one.
    await insertRows(
      db,
      "issue_assignees",
      ["cem", "ada"].map((name) => ({ issue_id: `${tracker}-0`, account_id: account(name) })),
    );
    /** Key, days since it was opened, and what differs from an open request that waits. */
    const requests = [
      ["#101", 9, {}],
      ["#102", 30, {}],
      ["#103", 40, { is_draft: true }],
      ["#104", 41, { details_at: null }],
      ["#105", 42, {}],
      ["#106", 43, {}],
      ["#107", 20, { state: "merged" as const, merged_at: iso(15) }],
      ["#108", 44, { author_id: account("robot") }],
    ] as const;
    await insertRows(
      db,
      "change_requests",
      requests.map(([key, days, rest]) => ({
        id: `${tracker}-${key}`,
        source_id: tracker,
        project_id: fixture.projectId,
        external_id: key,
        number: Number(key.slice(1)),
        key,
        title: `Request ${key}`,
        body: "",
        state: "open" as const,
        is_draft: false,
        author_id: account("ada"),
        source_branch: null,
        target_branch: null,
        head_hash: null,
        merge_hash: null,
        url: `https://github.com/a/loom/pull/${key.slice(1)}`,
        created_at: iso(days),
        updated_at: iso(days),
        merged_at: null,
        closed_at: null,
        details_at: iso(days),
        ...rest,
      })),
    );
    // The author's own words are no review, nor a program's.
    await insertRows(
      db,
      "request_reviews",
      (
        [
          ["#102", "ada"],
          ["#105", "cem"],
          ["#106", "robot"],
        ] as const
      ).map(([key, by]) => ({
        id: newId(),
        request_id: `${tracker}-${key}`,
        external_id: `${key}-1`,
        account_id: account(by),
        state: "commented" as const,
        submitted_at: iso(1),
      })),
    );
  }

  test("has what the project is: the README's first paragraph as plain text, languages and size as git counts them", async () => {
    const { about, languages, size } = await read();
    expect(about).toMatchObject({
      path: "README.md",
      text: "Loom weaves deliveries into routes for couriers. Second line.",
    });
    expect(size.files).toBe(git(folder, "ls-tree", "-r", "--name-only", "main").split("\n").length);
    expect(size.commits).toBe(Number(git(folder, "rev-list", "--count", "main")));
    const emails = new Set(git(folder, "log", "--format=%ae", "main").split("\n"));
    expect(size.people).toBe([...emails].filter((email) => !email.includes("[bot]")).length);
    const bytes = (pattern: string): number =>
      git(folder, "ls-tree", "-r", "--format=%(objectsize) %(path)", "main")
        .split("\n")
        .filter((line) => line.endsWith(pattern))
        .reduce((sum, line) => sum + Number(line.split(" ")[0]), 0);
    const [ts, py] = [bytes(".ts"), bytes(".py")];
    expect(new Map(languages.map(({ name, share }) => [name, share]))).toEqual(
      new Map([
        ["Python", py / (ts + py)],
        ["TypeScript", ts / (ts + py)],
      ]),
    );
  });

  test("has the commits of each of twelve weeks as git does, and those of the twelve before", async () => {
    const { pulse } = await read();
    const commits = pulse.series.find(({ metric }) => metric === "commits");
    const weeks = Array.from({ length: 12 }, (_, week) => commitsBetween((12 - week) * 7, (11 - week) * 7));
    expect(commits?.weeks).toEqual(weeks);
    expect(commits?.total).toBe(weeks.reduce((sum, count) => sum + count, 0));
    expect(commits?.previous).toBe(commitsBetween(168, 84));
    // The commit of 83 days ago is in the first week, the one of today in the last.
    expect([weeks[0], weeks[11]]).toEqual([1, 1]);
    expect(pulse.weeks).toHaveLength(12);
    expect(pulse.weeks.at(-1)).toBe(new Date((TODAY - 6 * DAY) * 1000).toISOString().slice(0, 10));
  });

  test("counts issues and merged requests as SQL does", async () => {
    const { pulse, open_issues: open } = await read();
    const since = new Date((TODAY - 83 * DAY) * 1000);
    const count = async (table: "issues" | "change_requests", column: string): Promise<number> => {
      const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}
        where project_id = ${fixture.projectId} and ${sql.ref(column)} >= ${since}`.execute(fixture.server.db);
      return Number(rows[0]?.count);
    };
    const totalOf = (metric: string): number | undefined => pulse.series.find((one) => one.metric === metric)?.total;
    expect(totalOf("issues_opened")).toBe(await count("issues", "created_at"));
    expect(totalOf("issues_closed")).toBe(await count("issues", "closed_at"));
    expect(totalOf("requests_merged")).toBe(await count("change_requests", "merged_at"));
    expect([totalOf("issues_opened"), totalOf("issues_closed"), totalOf("requests_merged"), open]).toEqual([
      9, 2, 1, 9,
    ]);
  });

  test("lists the newest open issues, those without movement for thirty days, and requests that wait for a review", async () => {
    const { newest, quiet, waiting } = await read();
    expect(newest.map(({ key }) => key)).toEqual(["#11", "#10", "#9", "#8", "#6"]);
    expect([quiet.count, quiet.issues.map(({ key }) => key)]).toEqual([3, ["#1", "#2", "#3"]]);
    expect([waiting.count, waiting.requests.map(({ key }) => key)]).toEqual([3, ["#106", "#102", "#101"]]);
    const { rows } = await sql<{ id: string; name: string }>`select id, name from accounts`.execute(fixture.server.db);
    const named = [
      ...[...newest, ...quiet.issues].map(({ assignee, assignee_id: id }) => [assignee, id]),
      ...waiting.requests.map(({ author, author_id: id }) => [author, id]),
    ];
    expect(quiet.issues[0]).toMatchObject({ key: "#1", assignee: "ada" });
    for (const [name, id] of named) expect(rows.find((row) => row.id === id)?.name ?? null).toBe(name);
  });

  test("names what one person knows, what is often changed and fixed, and who is active", async () => {
    const { knowledge, hotspots, active, members } = await read();
    expect(knowledge?.areas.find(({ path }) => path === "solo")).toMatchObject({
      holding: "island",
      files: 3,
      person: { name: "Bea Example" },
    });
    expect(hotspots).toEqual([{ repository: expect.any(String) as string, path: "src/hot.ts", changes: 6, fixes: 3 }]);
    const shortlog = git(folder, "shortlog", "-sn", "--no-merges", `--since=${TODAY - 29 * DAY}`, "main")
      .split("\n")
      .map((line) => line.trim().split("\t"))
      .filter(([, name]) => !name?.includes("[bot]"));
    expect(
      active.people.map(({ person, commits }) => [String(commits), person.name].join(" ")).toSorted(byText),
    ).toEqual(shortlog.map((one) => one.join(" ")).toSorted(byText));
    expect(active.count).toBe(2);
    expect(members).toBe(3);
  });

  test("has outdated pages once they have been compared with the code", async () => {
    await fixture.server.call("GET", "overview/?project=loom", { token: fixture.people.member.token });
    await vi.waitFor(async () => expect((await read()).outdated).toEqual({ pages: 0, references: 0, worst: [] }), {
      timeout: 20_000,
      interval: 100,
    });
    makeRepository(
      folder,
      [
        change(0, {
          files: {
            "docs/guide.md": "Call `weaveRoutes()` of the planner first.\n",
            "src/weave.ts": "export function weaveRoutes() {}\n",
          },
        }),
        change(0, { files: { "src/weave.ts": "export function other() {}\n" } }),
      ],
      { from: git(folder, "rev-parse", "main") },
    );
    await fixture.sync();
    await vi.waitFor(
      async () =>
        expect((await read()).outdated).toMatchObject({
          pages: 1,
          references: 1,
          worst: [{ path: "docs/guide.md", references: 1 }],
        }),
      { timeout: 20_000, interval: 100 },
    );
  });

  test.each([
    ["Premium", { hotspots: null, hasKnowledge: true }],
    ["Standard", { hotspots: null, hasKnowledge: false }],
  ] as const)("has only what the plan %s includes", async (name, { hotspots, hasKnowledge }) => {
    await plan(name);
    try {
      const overview = await read();
      expect(overview.hotspots).toBe(hotspots);
      expect(overview.knowledge !== null).toBe(hasKnowledge);
      expect(overview.outdated !== null).toBe(hasKnowledge);
      expect(overview.pulse.series.map(({ metric }) => metric)).toContain("commits");
    } finally {
      await plan("Enterprise");
    }
  });

  test("is for members alone, and a project without sources has an empty one", async () => {
    expect((await ask(fixture.people.stranger.token)).status).toBe(404);
    expect((await ask(fixture.people.admin.token, "no-such")).status).toBe(404);
    const made = await fixture.server.call("POST", "projects/", {
      token: fixture.people.admin.token,
      body: { name: "Empty", repositories: [], trackers: [], wikis: [], emails: [] },
    });
    expect(made.status).toBe(201);
    const { body } = await ask(fixture.people.admin.token, "empty");
    expect(Overview.parse(body)).toMatchObject({
      about: null,
      size: { files: 0, commits: 0, people: 0 },
      pulse: { series: [] },
      open_issues: 0,
      active: { count: 0, people: [] },
      members: 1,
    });
    expect((await ask(fixture.people.member.token, "empty")).status).toBe(404);
  });
});
