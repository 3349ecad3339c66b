/** Every number of a project's overview is the number of a list that can be opened, in any time zone of the company. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IssuePage } from "../../../../contract/issues/issues.ts";
import { Overview, type PulseMetric } from "../../../../contract/overview.ts";
import { RequestPage } from "../../../../contract/requests/requests.ts";
import { SearchAnswer } from "../../../../contract/search/search.ts";
import { insertRows } from "../../../../server/db/insertRows.ts";
import { newId } from "../../../../server/db/newId.ts";
import { READ_SOURCE } from "../../rows.ts";
import { type MadeCommit, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

/** 17 November in New York, 18 November in UTC and in Tokyo. */
const NOW = new Date("2026-11-18T03:30:00Z");
const ZONES = ["America/New_York", "UTC", "Asia/Tokyo"] as const;
const HOUR = 3_600_000;
const OLD = "2025-03-01T12:00:00Z";

/** Every full hour of some days, and the second before each: both sides of every midnight. */
const around = (first: string, days: number): readonly string[] =>
  Array.from({ length: 24 * days }, (_, hour) => Date.parse(`${first}T00:00:00Z`) + hour * HOUR).flatMap((at) =>
    [at - 1000, at].map((moment) => new Date(moment).toISOString()),
  );
/** Around the first and the last day of the pulse; the clock is put back between them in New York. */
const EDGES = [...around("2026-08-25", 3), ...around("2026-11-17", 3)];
/** Around the last quiet day. */
const QUIET_EDGES = around("2026-10-17", 3);

/** The day of a moment by the platform's own calendar. */
const dayIn = (zone: string, at: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(new Date(at));

type Account = "ada" | "robot" | "helper" | null;
/** `helper` is a bot only by its person, whose commits say so. */
const AUTHORS: readonly Account[] = ["ada", "ada", "robot", "helper", null, "ada", null];
const isHuman = (author: Account): boolean => author === "ada" || author === null;
const cycled = <T extends object>(moments: readonly string[], of: (at: string, author: Account) => T): T[] =>
  moments.map((at, place) => of(at, AUTHORS[place % AUTHORS.length] ?? null));

interface Issue {
  readonly author: Account;
  readonly state: "open" | "closed";
  readonly created: string;
  readonly updated: string;
  readonly closed: string | null;
}
const ISSUES: readonly Issue[] = [
  ...cycled(EDGES, (at, author) => ({ author, state: "open" as const, created: at, updated: at, closed: null })),
  ...cycled(EDGES, (at, author) => ({ author, state: "closed" as const, created: OLD, updated: at, closed: at })),
  ...cycled(QUIET_EDGES, (at, author) => ({ author, state: "open" as const, created: OLD, updated: at, closed: null })),
  { author: "ada", state: "closed", created: OLD, updated: "2026-10-01T00:00:00Z", closed: "2026-10-01T00:00:00Z" },
];
/** Closed within the pulse and open again. */
const REOPENED: Issue = {
  author: "ada",
  state: "open",
  created: "2026-10-01T00:00:00Z",
  updated: "2026-11-10T00:00:00Z",
  closed: null,
};

const MERGED = cycled(EDGES, (at, author) => ({ author, state: "merged" as const, merged_at: at, closed_at: at }));
/** Each with whether it waits. */
const OPEN = [
  { waits: true, row: { author: "ada" as Account } },
  { waits: true, row: { author: null }, reviewer: null },
  { waits: true, row: { author: "helper" as Account } },
  { waits: true, row: { author: "ada" as Account }, reviewer: "ada" },
  { waits: true, row: { author: "ada" as Account }, reviewer: "robot" },
  { waits: false, row: { author: "ada" as Account }, reviewer: "eve" },
  { waits: false, row: { author: null }, reviewer: "eve" },
  { waits: false, row: { author: "robot" as Account } },
  { waits: false, row: { author: "ada" as Account, is_draft: true } },
  { waits: false, row: { author: "ada" as Account, details_at: null } },
] as const;

const WRITERS = [
  { isBot: false },
  { isBot: true, author: "renovate[bot]", email: "29139614+renovate[bot]@users.noreply.github.com" },
  { isBot: false, author: "Eve Example", email: "eve@example.org" },
  { isBot: true, author: "Release Bot", email: "helper@example.org" },
];
const COMMITS = EDGES.map((at, place): { at: string; isBot: boolean; isMerge: boolean; made: MadeCommit } => {
  const { isBot, ...who } = WRITERS[place % WRITERS.length] ?? { isBot: false };
  const isMerge = place > 2 && place % 5 === 0;
  const made = {
    ...who,
    message: `Change ${place}`,
    time: Date.parse(at) / 1000,
    files: { "src/loom.ts": `export const warp = ${place};\n` },
    ...(isMerge && { parents: [place - 1, place - 2] }),
  };
  return { at, isBot, isMerge, made };
});

onOneDatabase("the lists of an overview", (engine) => {
  let fixture: SearchServer;
  const ask = (path: string) => fixture.server.call("GET", path, { token: fixture.people.admin.token });
  const answered = async (path: string): Promise<unknown> => {
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const overview = async () => Overview.parse(await answered("overview/?project=loom"));
  const issues = async (query: Record<string, string>) =>
    IssuePage.parse(await answered(`projects/loom/issues/?${new URLSearchParams({ limit: "5", ...query })}`));
  const requests = async (query: Record<string, string>) =>
    RequestPage.parse(await answered(`projects/loom/requests/?${new URLSearchParams({ limit: "5", ...query })}`));
  const found = async (q: string) => {
    const { total, mistakes } = SearchAnswer.parse(
      await answered(`projects/loom/search/?${new URLSearchParams({ q })}`),
    );
    expect([q, mistakes]).toEqual([q, []]);
    return total;
  };
  const totalOf = ({ pulse }: Overview, name: PulseMetric): number =>
    pulse.series.find(({ metric }) => metric === name)?.total ?? -1;
  const useZone = async (zone: string): Promise<void> => {
    await fixture.server.db
      .updateTable("companies")
      .set({ time_zone: zone })
      .where("id", "=", fixture.people.companyId)
      .execute();
  };

  beforeAll(async () => {
    fixture = await startSearchServer(engine, { now: () => NOW });
    const folder = join(fixture.server.dataDir, "loom");
    rmSync(folder, { recursive: true });
    makeRepository(
      folder,
      COMMITS.map(({ made }) => made),
    );
    const other = await fixture.addProject("Other", { "src/other.ts": "export const other = 1;\n" });
    await addTracker(other.id);
    await addTracker(fixture.projectId);
    await fixture.sync();
  }, 120_000);
  afterAll(() => fixture.server.stop());

  async function addTracker(project: string): Promise<void> {
    const { db } = fixture.server;
    const tracker = newId();
    await insertRows(db, "sources", [
      {
        ...READ_SOURCE,
        id: tracker,
        project_id: project,
        kind: "tracker",
        provider: "github",
        url: `https://github.com/a/${project}`,
        name: `a/${project}`,
        paused_at: OLD,
        sync_finished_at: OLD,
      },
    ]);
    const account = (name: string | null): string | null => (name === null ? null : `${tracker}-${name}`);
    await insertRows(
      db,
      "accounts",
      ["ada", "eve", "robot", "helper"].map((name) => ({
        id: `${tracker}-${name}`,
        source_id: tracker,
        external_id: name,
        login: `${name}-account`,
        name: `${name} of the tracker`,
        email: name === "helper" ? "helper@example.org" : null,
        avatar_url: null,
        is_bot: name === "robot",
      })),
    );
    const all = [...ISSUES, REOPENED];
    await insertRows(
      db,
      "issues",
      all.map(({ author, state, created, updated, closed }, at) => ({
        id: `${tracker}-${at}`,
        source_id: tracker,
        project_id: project,
        external_id: String(at),
        number: at + 1,
        key: `#${at + 1}`,
        title: `Issue ${at + 1}`,
        body: "",
        state,
        url: `https://github.com/a/${project}/issues/${at + 1}`,
        author_id: account(author),
        labels: "[]",
        comments_count: 0,
        created_at: created,
        updated_at: updated,
        closed_at: closed,
      })),
    );
    await insertRows(
      db,
      "issue_events",
      ["closed", "reopened"].map((type, at) => ({
        id: newId(),
        issue_id: `${tracker}-${ISSUES.length}`,
        external_id: `${project}-${at}`,
        type,
        actor_id: account("ada"),
        detail: null,
        created_at: `2026-11-0${at + 8}T00:00:00Z`,
      })),
    );
    const rows = [...OPEN.map(({ row }) => row), ...MERGED];
    await insertRows(
      db,
      "change_requests",
      rows.map(({ author, ...rest }, at) => ({
        id: `${tracker}-r${at}`,
        source_id: tracker,
        project_id: project,
        external_id: `r${at}`,
        number: at + 1001,
        key: `#${at + 1001}`,
        title: `Request ${at}`,
        body: "",
        state: "open" as const,
        is_draft: false,
        author_id: account(author),
        source_branch: null,
        target_branch: null,
        head_hash: null,
        merge_hash: null,
        url: `https://github.com/a/${project}/pull/${at + 1001}`,
        created_at: OLD,
        updated_at: OLD,
        merged_at: null,
        closed_at: null,
        details_at: OLD,
        ...rest,
      })),
    );
    await insertRows(
      db,
      "request_reviews",
      OPEN.flatMap((one, at) =>
        "reviewer" in one
          ? [
              {
                id: newId(),
                request_id: `${tracker}-r${at}`,
                external_id: `${at}`,
                account_id: account(one.reviewer),
                state: "commented" as const,
                submitted_at: OLD,
              },
            ]
          : [],
      ),
    );
  }

  describe.each(ZONES)("where days are those of %s", (zone) => {
    let shown: Overview;
    let days: string;
    const isWithin = (at: string | null): boolean =>
      at !== null && dayIn(zone, at) >= (shown.pulse.weeks[0] ?? "") && dayIn(zone, at) <= shown.pulse.until;
    beforeAll(async () => {
      await useZone(zone);
      shown = await overview();
      days = `${shown.pulse.weeks[0]}..${shown.pulse.until}`;
    });

    test("the days are today and the eighty-three before it", () => {
      const today = dayIn(zone, NOW.toISOString());
      const { weeks, until, span } = shown.pulse;
      expect(until).toBe(today);
      expect(Date.parse(today) - Date.parse(weeks[0] ?? "")).toBe(83 * 24 * HOUR);
      const justBefore = (at: string): string => new Date(Date.parse(at) - 1).toISOString();
      expect([justBefore(span.from), span.from, justBefore(span.to), span.to].map(isWithin)).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(Date.parse(today) - Date.parse(shown.quiet.until)).toBe(31 * 24 * HOUR);
    });

    test("opened issues are those of the list, in all and in each week", async () => {
      const expected = [...ISSUES, REOPENED].filter(({ author, created }) => isHuman(author) && isWithin(created));
      expect(totalOf(shown, "issues_opened")).toBe(expected.length);
      expect((await issues({ created: days, bots: "no" })).count).toBe(expected.length);
      const { weeks } = shown.pulse;
      const opened = shown.pulse.series.find(({ metric }) => metric === "issues_opened");
      for (const [week, first] of weeks.entries()) {
        const last = new Date(Date.parse(first) + 6 * 24 * HOUR).toISOString().slice(0, 10);
        expect((await issues({ created: `${first}..${last}`, bots: "no" })).count).toBe(opened?.weeks[week]);
      }
    });

    test("closed issues are those of the list, without one that was opened again", async () => {
      const expected = ISSUES.filter(({ author, closed }) => isHuman(author) && isWithin(closed));
      expect(totalOf(shown, "issues_closed")).toBe(expected.length);
      expect((await issues({ closed: days, bots: "no" })).count).toBe(expected.length);
    });

    test("merged requests are those of the list", async () => {
      const expected = MERGED.filter(({ author, merged_at: at }) => isHuman(author) && isWithin(at));
      expect(totalOf(shown, "requests_merged")).toBe(expected.length);
      expect((await requests({ merged: days, bots: "no" })).count).toBe(expected.length);
    });

    test("commits are those of the search", async () => {
      const expected = COMMITS.filter(({ at, isBot, isMerge }) => !isBot && !isMerge && isWithin(at));
      const { from, to } = shown.pulse.span;
      expect(totalOf(shown, "commits")).toBe(expected.length);
      expect(await found(`kind:commit -is:merge -is:bot after:${from} before:${to}`)).toBe(expected.length);
    });

    test("quiet issues are those of the list", async () => {
      const expected = [...ISSUES, REOPENED].filter(
        ({ state, updated }) => state === "open" && dayIn(zone, updated) <= shown.quiet.until,
      );
      expect(shown.quiet.count).toBe(expected.length);
      const list = await issues({ state: "open", updated: `..${shown.quiet.until}`, sort: "updated_at" });
      expect(list.count).toBe(expected.length);
      expect(list.results.map(({ updated_at: at }) => at)).toEqual(shown.quiet.issues.map(({ updated_at: at }) => at));
    });

    test("one day is a range too, and ends may be missing", async () => {
      const { until } = shown.pulse;
      const on = ISSUES.filter(({ created }) => dayIn(zone, created) === until).length;
      const after = ISSUES.filter(({ created }) => dayIn(zone, created) > until).length;
      expect((await issues({ created: until })).count).toBe(on);
      expect((await issues({ created: `${until}..` })).count).toBe(on + after);
      expect((await requests({ merged: `${until}..` })).count).toBe(on + after);
      expect((await issues({ created: "1000-01-01..2999-12-31" })).count).toBe(ISSUES.length + 1);
    });
  });

  test("waiting requests are those of the list", async () => {
    const { waiting } = await overview();
    const list = await requests({ waiting: "yes", sort: "created_at" });
    expect(waiting.count).toBe(OPEN.filter(({ waits }) => waits).length);
    expect(list.count).toBe(waiting.count);
    expect(list.results.map(({ id }) => id)).toEqual(waiting.requests.map(({ id }) => id));
  });

  test("the cards that a dashboard gets of the lists of issues begin with their rows, in their order", async () => {
    const { newest, quiet, open_issues: open } = await overview();
    for (const [sort, rows] of [
      ["-created_at", newest],
      ["updated_at", quiet.issues],
    ] as const) {
      const list = await issues({ state: "open", sort });
      expect(list.count).toBe(open);
      expect(list.results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    }
  });

  test("bots are left out by their person, and unknown authors stay", async () => {
    const all = [...ISSUES, REOPENED];
    expect((await issues({})).count).toBe(all.length);
    expect((await issues({ bots: "no" })).count).toBe(all.filter(({ author }) => isHuman(author)).length);
    expect((await issues({ bots: "no", author: "helper-account" })).count).toBe(0);
    const requested = [...OPEN.map(({ row }) => row), ...MERGED];
    expect((await requests({ bots: "no" })).count).toBe(requested.filter(({ author }) => isHuman(author)).length);
    const byBots = COMMITS.filter(({ isBot }) => isBot).length;
    expect(await found("kind:commit is:bot")).toBe(byBots);
    expect(await found("kind:commit -is:bot")).toBe(COMMITS.length - byBots);
    expect(await found("kind:issue is:bot")).toBe(0);
  });

  test("a list of days is paged without gaps and repetitions", async () => {
    const query = { created: "2026-08-26..2026-11-17", bots: "no", sort: "created_at", limit: "20" };
    const { count } = await issues(query);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: IssuePage = await issues({ ...query, ...(cursor !== "" && { cursor }) });
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  });

  test.each([
    ...["created", "closed", "updated"].flatMap((name) =>
      [
        "",
        "..",
        "soon",
        "2026",
        "7d",
        "2026-02-30",
        "2026-11-27..2026-09-05",
        "2026-09-05...",
        "0000-01-01..",
        "a..b",
      ].map((value) => ["issues", name, value] as const),
    ),
    ["issues", "bots", "yes"],
    ["requests", "bots", "yes"],
    ["requests", "waiting", "no"],
    ["requests", "merged", "2026-11-27..2026-09-05"],
    ["requests", "merged", "2026-02-30..2026-09-05"],
    ["requests", "merged", "2026-09-04T21:00:00Z"],
    ["requests", "merged", ".."],
  ] as const)("of %s with %s=%s is refused with a message at the field", async (list, name, value) => {
    const { status, body } = await ask(`projects/loom/${list}/?${new URLSearchParams({ [name]: value })}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ [name]: [expect.any(String)] });
  });
});
