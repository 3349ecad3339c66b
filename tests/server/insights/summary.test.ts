/** The sentences at the top of Insights: each number again from the rows, with nothing of the product's own arithmetic. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InsightChange, InsightFinding, InsightRow, Insights } from "../../../contract/insights/insights.ts";
import { newId } from "../../../server/db/newId.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../http/testServer.ts";
import { addCompany, addProject } from "../rows.ts";
import { onEachDatabase } from "../testDb.ts";
import { addIssues, addWork, at, BEFORE, FIRST, HOSTILE, HOUR, NOW, WEEK } from "./summaryRows.ts";

const QUERY = "period=3m&granularity=weekly";

onEachDatabase("the summary of Insights", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let companyId: string;
  let projectId: string;
  let answer: Insights;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => new Date(NOW) });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org", role: "Admin" });
    projectId = await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" });
    await addProject(server.db, { companyId, ownerId: owner.id, slug: "empty" });
    await addWork(server.db, projectId);
    answer = (await get(`?project=work&${QUERY}`)) as Insights;
  });
  afterAll(() => server.stop());

  const get = async (path: string): Promise<unknown> =>
    (await server.call("GET", `insights/${path}`, { token: owner.token })).body;
  const changeOf = (metric: string): InsightChange => {
    const found = answer.changes.find((one) => one.metric === metric);
    if (!found) throw new Error(`no change of ${metric}`);
    return found;
  };
  const findingOf = <C extends InsightFinding["code"]>(code: C) =>
    answer.findings.filter((one): one is Extract<InsightFinding, { code: C }> => one.code === code);

  /** Hours until each issue of a span had its first comment, of those that had one by the end of the span. */
  const answerHours = async (from: number, to: number): Promise<number[]> => {
    const issues = await server.db.selectFrom("issues").selectAll().where("project_id", "=", projectId).execute();
    const comments = await server.db.selectFrom("issue_comments").selectAll().execute();
    return issues.flatMap(({ id, created_at, author_id }) => {
      const opened = new Date(created_at).getTime();
      if (opened < from || opened >= to) return [];
      const answers = comments
        .filter((one) => one.issue_id === id && one.author_id !== author_id)
        .map((one) => new Date(one.created_at).getTime())
        .filter((time) => time <= to);
      return answers.length === 0 ? [] : [(Math.min(...answers) - opened) / HOUR];
    });
  };
  const middleOf = (values: readonly number[]): number => {
    const sorted = values.toSorted((a, b) => a - b);
    const half = sorted.length / 2;
    return sorted.length % 2 === 1
      ? (sorted[Math.floor(half)] ?? 0)
      : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
  };

  test("how long issues wait, now and before, is the middle of the waits in the rows", async () => {
    const [now, before] = [await answerHours(FIRST, NOW), await answerHours(BEFORE, FIRST)];
    expect(before.length).toBeGreaterThan(15);
    const change = changeOf("first_response");
    expect(change).toMatchObject({ verdict: "up", judgement: "worse", unit: "hours" });
    expect([change.current.n, change.previous.n]).toEqual([now.length, before.length]);
    expect(change.current.value).toBeCloseTo(middleOf(now), 3);
    expect(change.previous.value).toBeCloseTo(middleOf(before), 3);
    // The ends are waits of the rows themselves.
    for (const { interval, waits } of [
      { ...change.current, waits: now },
      { ...change.previous, waits: before },
    ]) {
      for (const end of [interval?.low, interval?.high]) {
        expect(waits.some((wait) => Math.abs(wait - (end ?? 0)) < 0.001)).toBe(true);
      }
    }
    expect(findingOf("change").map(({ metric }) => metric)).toContain("first_response");
  });

  test("a year before is compared with the issues of those days alone", async () => {
    const YEAR = 365 * 24 * HOUR;
    const old = await addProject(server.db, { companyId, ownerId: owner.id, slug: "old" });
    const every = (count: number, from: number, to: number): number[] =>
      Array.from({ length: count }, (_, i) => from + ((i + 0.5) / count) * (to - from));
    await addIssues(server.db, old, [
      FIRST - YEAR - WEEK,
      ...every(12, FIRST - YEAR, NOW - YEAR),
      // Times in the year before, but later in it than today is in this one.
      ...every(7, NOW - YEAR, BEFORE),
      ...every(60, FIRST, NOW),
    ]);
    const opened = async (against: string): Promise<InsightChange | undefined> =>
      ((await get(`?project=old&${QUERY}&against=${against}`)) as Insights).changes.find(
        ({ metric }) => metric === "issues_opened",
      );
    expect(await opened("year_before")).toMatchObject({ verdict: "up", current: { n: 60 }, previous: { n: 12 } });
    expect(await opened("before")).toMatchObject({ verdict: "up", current: { n: 60 }, previous: { n: 0 } });
    const early = (await get(`?project=work&${QUERY}&against=year_before`)) as Insights;
    expect([...new Set(early.changes.map(({ verdict }) => verdict))]).toEqual(["uncovered"]);
  });

  test("an answer after the end of the earlier period does not count in it", async () => {
    const late = await answerHours(BEFORE, NOW);
    expect(late.length).toBeGreaterThan(0);
    const issues = await server.db
      .selectFrom("issues")
      .select("created_at")
      .where("project_id", "=", projectId)
      .execute();
    const opened = issues.filter(({ created_at }) => {
      const time = new Date(created_at).getTime();
      return time >= BEFORE && time < FIRST;
    }).length;
    const answered = (await answerHours(BEFORE, FIRST)).length;
    const { previous } = changeOf("unanswered");
    expect(previous.n).toBe(opened);
    expect(previous.value).toBeCloseTo((opened - answered) / opened, 9);
  });

  test("counts are per week, and of a period that is not over only the time that is", async () => {
    const issues = await server.db
      .selectFrom("issues")
      .select("created_at")
      .where("project_id", "=", projectId)
      .execute();
    const times = issues.map(({ created_at }) => new Date(created_at).getTime());
    const { current, previous, verdict, judgement } = changeOf("issues_opened");
    expect(current.value).toBeCloseTo(
      times.filter((time) => time >= FIRST && time <= NOW).length / ((NOW - FIRST) / WEEK),
      9,
    );
    expect(previous.value).toBeCloseTo(times.filter((time) => time >= BEFORE && time < FIRST).length / 14, 9);
    expect([verdict, judgement]).toEqual(["up", null]);
  });

  test("few people carry most reviews, and the rows behind it are those reviews", async () => {
    const reviews = await server.db
      .selectFrom("request_reviews")
      .innerJoin("change_requests", "change_requests.id", "request_reviews.request_id")
      .select(["account_id", "submitted_at", "author_id"])
      .where("project_id", "=", projectId)
      .execute();
    const own = reviews.filter(({ account_id, author_id, submitted_at }) => {
      const time = new Date(submitted_at).getTime();
      return account_id !== author_id && time >= FIRST && time <= NOW;
    });
    const counts = [...Map.groupBy(own, ({ account_id }) => account_id).values()]
      .map(({ length }) => length)
      .sort((a, b) => b - a);
    let people = 0;
    while (counts.slice(0, people).reduce((sum, count) => sum + count, 0) / own.length < 0.8) people += 1;
    const [found] = findingOf("carried");
    expect(found).toEqual({
      code: "carried",
      work: "reviews",
      people,
      of_people: counts.length,
      share: counts.slice(0, people).reduce((sum, count) => sum + count, 0) / own.length,
      n: own.length,
    });
    const rows = (await get(`views/rows/?project=work&${QUERY}&view=reviews&limit=200`)) as {
      count: number;
      results: InsightRow[];
    };
    expect(rows.count).toBe(own.length);
    expect(rows.results.filter(({ person }) => person === "ada")).toHaveLength(counts[0] ?? 0);
    // A name with markup is text, to the letter.
    expect(rows.results.some(({ person, title }) => person === HOSTILE && title === HOSTILE)).toBe(true);
  });

  test("more issues opened than closed is a sentence with both numbers", () => {
    const [found] = findingOf("backlog");
    expect(found).toMatchObject({ direction: "up", opened: changeOf("issues_opened").current.n, closed: 0 });
    expect(found?.difference.low).toBeGreaterThan(0);
  });

  test("there are at most five sentences, of one subject each", () => {
    expect(answer.findings.length).toBeGreaterThanOrEqual(3);
    expect(answer.findings.length).toBeLessThanOrEqual(5);
    const texts = answer.findings.map((one) => JSON.stringify(one));
    expect(new Set(texts).size).toBe(texts.length);
    // Both are about answers.
    const metrics = answer.findings.flatMap((one) =>
      one.code === "change" || one.code === "level" ? [one.metric] : [],
    );
    expect(metrics.filter((metric) => metric === "first_response" || metric === "unanswered")).toHaveLength(1);
  });

  test("an item that its host restricts changes no number", async () => {
    const source = await server.db
      .selectFrom("sources")
      .select("id")
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow();
    const id = `restricted-${newId()}`;
    await server.db
      .insertInto("left_out_items")
      .values({
        source_id: source.id,
        subject: "issue",
        kind: "confidential_issue",
        external_id: id,
        parent_external_id: null,
      })
      .execute();
    await server.db
      .insertInto("restricted_items")
      .values({
        id,
        source_id: source.id,
        project_id: projectId,
        subject: "issue",
        external_id: id,
        key: "#9000",
        title: "Confidential",
        body: "",
        url: null,
        author: null,
        state: "open",
        version: "1",
        created_at: at(NOW - WEEK),
        updated_at: at(NOW - WEEK),
      })
      .execute();
    const again = (await get(`?project=work&${QUERY}`)) as Insights;
    expect({ ...again, computed_at: "" }).toEqual({ ...answer, computed_at: "" });
  });

  test("nothing is compared with a time that the sources do not cover", async () => {
    const year = (await get("?project=work&period=1y&granularity=monthly")) as Insights;
    const found = year.changes.find(({ metric }) => metric === "first_response");
    expect(found).toMatchObject({ verdict: "uncovered", judgement: null, difference: null });
    expect(year.findings.filter(({ code }) => code === "change")).toEqual([]);
  });

  test("a project without rows has no sentence", async () => {
    const empty = (await get(`?project=empty&${QUERY}`)) as Insights;
    expect(empty.findings).toEqual([]);
    expect(new Set(empty.changes.map(({ verdict }) => verdict))).toEqual(new Set(["uncovered"]));
  });
});
