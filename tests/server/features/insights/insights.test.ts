import { afterAll, beforeAll, expect, test } from "vitest";
import type { Insights, InsightOptions, InsightRow, InsightViews } from "../../../../contract/insights/insights.ts";
import { insightsCsv } from "../../../../server/features/insights/insightsCsv.ts";
import { addGolden, NOW } from "../../insights/golden.ts";
import { addCompany, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";

const PAIR = "period=5y&granularity=yearly";

onOneDatabase("insights", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let outsider: SignedInUser;
  let premium: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => NOW });
    const companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org", role: "Admin" });
    outsider = await signedIn(server.db, { companyId, email: "outsider@example.org" });
    await addGolden(server.db, await addProject(server.db, { companyId, ownerId: owner.id, slug: "golden" }));
    const other = await addCompany(server.db, { plan: "Premium" });
    premium = await signedIn(server.db, { companyId: other, email: "premium@example.org", role: "Admin" });
  });
  afterAll(() => server.stop());

  const get = (path: string, caller: SignedInUser = owner) =>
    server.call("GET", `insights/${path}`, { token: caller.token });

  test("answer series, and the same of all of one's projects as of the one", async () => {
    const one = (await get(`?project=golden&${PAIR}`)).body as Insights;
    const all = (await get(`?${PAIR}`)).body as Insights;
    expect(one.series.find(({ metric }) => metric === "commits")?.current).toEqual({ value: 4, n: 4 });
    expect(all.series).toEqual(one.series);
    expect(one.time_zone).toBe("UTC");
  });

  test("are for Enterprise alone, with the specification's sentence", async () => {
    for (const path of [
      `?${PAIR}`,
      `export/?${PAIR}`,
      `rows/?${PAIR}&metric=commits`,
      `views/?${PAIR}`,
      `views/rows/?${PAIR}&view=lead_time&at=0`,
      "options/",
    ]) {
      const { status, body } = await get(path, premium);
      expect([path, status]).toEqual([path, 402]);
      expect(body).toEqual({
        detail: "You need to upgrade your plan to access actionable insights. Please contact support.",
        code: "plan.insights",
      });
    }
  });

  test("another user's project returns 404, and a user without projects receives no numbers", async () => {
    expect((await get(`?project=golden&${PAIR}`, outsider)).status).toBe(404);
    expect((await get(`rows/?project=golden&${PAIR}&metric=commits`, outsider)).status).toBe(404);
    const { body } = await get(`?${PAIR}`, outsider);
    expect([...new Set((body as Insights).series.flatMap(({ n }) => n))]).toEqual([0]);
    expect(((await get("options/", outsider)).body as InsightOptions).people).toEqual([]);
  });

  test.each([
    ["period=30d&granularity=monthly", { granularity: ["Allowed for 30d: weekly"] }],
    ["period=5y&granularity=weekly", { granularity: ["Allowed for 5y: yearly"] }],
    ["period=1y&granularity=weekly", { granularity: ["Allowed for 1y: monthly, quarterly"] }],
  ])("%s is refused with what is allowed", async (query, body) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body });
  });

  test("the number of rows behind a number equals it, page by page", async () => {
    const { body } = await get(`rows/?${PAIR}&metric=commits&limit=3`);
    const first = body as { count: number; next: string; results: InsightRow[] };
    expect(first.count).toBe(4);
    expect(first.results).toHaveLength(3);
    const second = (await get(`rows/?${PAIR}&metric=commits&limit=3&cursor=${first.next}`)).body as typeof first;
    expect(second).toMatchObject({ count: 4, next: null });
    expect([...first.results, ...second.results].map(({ title }) => title)).toEqual([
      "Commit 6",
      "Commit 3",
      "Commit 2",
      "Commit 1",
    ]);
    expect((await get(`rows/?${PAIR}&metric=lead_time`)).body).toMatchObject({
      count: 3,
      results: [
        { key: "#3", value: 24, person: "ada" },
        { key: "#2", value: 96 },
        { key: "#1", value: 48 },
      ],
    });
    expect((await get(`rows/?${PAIR}&metric=first_review`)).body).toMatchObject({ count: 1, results: [{ key: "!1" }] });
    expect((await get(`rows/?${PAIR}&metric=contributors`)).body).toMatchObject({ count: 2 });
    expect((await get(`rows/?${PAIR}&metric=time_in_state&series=Doing`)).body).toMatchObject({ count: 1 });
    // All states together.
    expect((await get(`rows/?${PAIR}&metric=time_in_state`)).body).toMatchObject({ count: 2 });
  });

  test.each(["cursor=x", "cursor=-1", "cursor=1.5", "metric=none", "bucket=2026-13-01", "limit=201"])(
    "%s is refused in words",
    async (query) => {
      const { status, body } = await get(`rows/?${PAIR}&metric=commits&${query}`);
      expect(status).toBe(400);
      expect(Object.keys(body as object)).toEqual([query.split("=")[0]]);
    },
  );

  test("the views show when people work and how long issues took", async () => {
    const views = (await get(`views/?${PAIR}`)).body as InsightViews;
    // Tuesday 20 October 09:00, Wednesday 21 October 09:00 and 10:00, Tuesday 17 November 10:00, all UTC.
    expect([views.activity.commits[1]?.[9], views.activity.commits[2]?.[9], views.activity.commits[2]?.[10]]).toEqual([
      1, 1, 1,
    ]);
    expect(views.activity.commits.flat().reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(views.control.map(({ key, hours }) => [key, hours])).toEqual([
      ["#1", 48],
      ["#2", 96],
      ["#3", 24],
    ]);
    expect(views.lead_times.filter(({ n }) => n > 0)).toEqual([
      { from: 24, to: 72, n: 2 },
      { from: 72, to: 168, n: 1 },
    ]);
  });

  test("each place of a view opens as many rows as it counts", async () => {
    const views = (await get(`views/?${PAIR}`)).body as InsightViews;
    const behind = async (view: string, ...at: unknown[]) =>
      (await get(`views/rows/?${PAIR}&view=${view}${at.map((one) => `&at=${String(one)}`).join("")}`)).body as {
        count: number;
        results: InsightRow[];
      };
    for (const { from, n } of views.lead_times)
      expect([from, (await behind("lead_time", from)).count]).toEqual([from, n]);
    for (const [view, counts] of [
      ["commits_at", views.activity.commits],
      ["issues_at", views.activity.issues],
    ] as const) {
      for (const [day, hour] of [1, 2].flatMap((weekday) => [8, 9, 10].map((at) => [weekday, at] as const))) {
        const { count, results } = await behind(view, day + 1, hour);
        expect([view, day, hour, count]).toEqual([view, day, hour, counts[day]?.[hour]]);
        expect(results).toHaveLength(count);
      }
    }
    expect((await behind("commits_at", 3, 10)).results).toMatchObject([{ kind: "commit", title: "Commit 3" }]);
    expect((await behind("hotspot")).count).toBe(0);
    expect((await get(`views/rows/?${PAIR}&view=none`)).body).toHaveProperty("view");
  });

  test("what can be narrowed to is named, without programs", async () => {
    const { body } = await get("options/");
    const options = body as InsightOptions;
    expect(options.people.map(({ name }) => name)).toEqual(["ada", "cem"]);
    expect(options.labels).toEqual(["bug", "ui"]);
    expect(options.trackers.map(({ name }) => name)).toEqual(["ariadne/loom"]);
    expect(options.projects).toEqual([{ slug: "golden", name: "golden", role: "Owner" }]);
  });

  test("CSV has the values of the charts, a row for each bucket and series", async () => {
    const { headers, body } = await get(`export/?project=golden&${PAIR}`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = String(body).split("\r\n");
    expect(lines[0]).toBe(
      "metric,series,unit,bucket_start,bucket_end,partial,value,n,period,granularity,time_zone,filters,target",
    );
    const { series, buckets } = (await get(`?project=golden&${PAIR}`)).body as Insights;
    expect(lines.slice(1, -1)).toHaveLength(series.length * buckets.length);
    const last = buckets.at(-1);
    expect(lines).toContain(`commits,value,count,${last?.start},${last?.end},true,4,4,5y,yearly,UTC,project=golden,`);
  });

  test("a reader of CSV finds each value of each chart again, exactly", async () => {
    const filters = "label=ui&label=bug&person=%2Bunknown";
    for (const pair of ["period=30d&granularity=weekly", PAIR]) {
      const { body } = await get(`export/?project=golden&${pair}&${filters}`);
      const [head = [], ...rows] = readCsv(String(body));
      const { series, buckets } = (await get(`?project=golden&${pair}&${filters}`)).body as Insights;
      const found = rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
      expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
      expect(
        found.map((row) => [
          row["metric"],
          row["series"],
          row["bucket_start"],
          row["partial"],
          row["value"] === "" ? null : Number(row["value"]),
          Number(row["n"]),
          row["filters"],
        ]),
      ).toEqual(
        series.flatMap((one) =>
          buckets.map(({ start, partial }, i) => [
            one.metric,
            one.series,
            start,
            String(partial),
            one.values[i],
            one.n[i],
            "project=golden; person=+unknown; label=ui; label=bug",
          ]),
        ),
      );
    }
  });

  test("nothing in a CSV is taken for a formula", () => {
    const text = insightsCsv(
      {
        computed_at: "2026-11-18T12:00:00Z",
        time_zone: "UTC",
        buckets: [{ start: "2026-11-16", end: "2026-11-23", partial: true }],
        series: [
          {
            metric: "time_in_state",
            series: '=cmd|"/c calc"!A1',
            unit: "hours",
            values: [-1.5],
            n: [1],
            few: [[]],
            current: { value: 1, n: 1 },
            previous: { value: null, n: 0 },
          },
        ],
        changes: [],
        targets: [],
        findings: [],
        notes: [],
        bots: [],
      },
      {
        project: [],
        repository: [],
        tracker: [],
        person: [],
        label: ["@sum", "a,b"],
        type: [],
        period: "30d",
        granularity: "weekly",
      },
    );
    const row = text.split("\r\n")[1] ?? "";
    expect(row).toContain(`"'=cmd|""/c calc""!A1"`);
    expect(row).toContain(",-1.5,1,");
    expect(row).toContain('"label=@sum; label=a,b"');
  });
});

/** Reads CSV as RFC 4180 has it: fields by commas, records by CRLF, quoted fields with doubled quotes. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    records.push(record);
    record = [];
    if (pattern.lastIndex === text.length) return records;
  }
  throw new Error(`no CSV at ${pattern.lastIndex}`);
}
