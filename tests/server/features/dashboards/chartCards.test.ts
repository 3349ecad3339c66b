/** Cards of the charts of Insights: the numbers of the page for its reader, and a place for others. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CardAnswer, DashboardCards } from "../../../../contract/insights/cardContents.ts";
import type { DataCard } from "../../../../contract/insights/dashboardCards.ts";
import type { DashboardPage } from "../../../../contract/insights/dashboards.ts";
import type { Insights, InsightViews } from "../../../../contract/insights/insights.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { cardPermits, readCards } from "../../../../server/features/dashboards/cards.ts";
import { insights, insightViews } from "../../../fixtures/insights.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addWork, HOUR, NOW } from "../../insights/summaryRows.ts";
import { addCompany, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const KINDS = ["control", "lead_times", "coupling", "hours"] as const;
const VIEW = { period: "3m", granularity: "weekly" } as const;
const cardsAbout = (project: string | null) =>
  KINDS.map((kind, at) => ({ kind, id: kind, x: 0, y: at * 3, w: 4, h: 3, title: null, project }));

onOneDatabase("cards of charts", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => new Date(NOW) });
    const companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org" });
    colleague = await signedIn(server.db, { companyId, email: "colleague@example.org" });
    const id = await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" });
    await addWork(server.db, id);
    // Twelve of the last issues were closed, each after a day more than the one before.
    const issues = await server.db
      .selectFrom("issues")
      .select(["id", "created_at"])
      .where("project_id", "=", id)
      .orderBy("created_at")
      .execute();
    for (const [days, issue] of issues.slice(-30, -18).entries())
      await server.db
        .updateTable("issues")
        .set({
          state: "closed",
          closed_at: new Date(issue.created_at.getTime() + (days + 1) * 24 * HOUR).toISOString(),
        })
        .where("id", "=", issue.id)
        .execute();
  });
  afterAll(() => server.stop());

  const answersFor = async (reader: SignedInUser, project: string | null, page: readonly string[] = []) => {
    const body = { ...VIEW, project: page, repository: [], cards: cardsAbout(project) };
    const answer = await server.call("POST", "dashboards/cards/", { token: reader.token, body });
    expect(answer.status).toBe(200);
    return (answer.body as DashboardCards).cards;
  };
  const read = async <T>(path: string, reader = owner): Promise<T> =>
    (await server.call("GET", `${path}?period=3m&granularity=weekly&project=work`, { token: reader.token })).body as T;

  test("each shows what the page of Insights shows", async () => {
    const views = await read<InsightViews>("insights/views/");
    const { series } = await read<Insights>("insights/");
    expect(views.control).toHaveLength(12);
    expect(views.control.map(({ hours }) => Math.round(hours / 24)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
    const leadTime = (part: string) =>
      series.find(({ metric, series: name }) => metric === "lead_time" && name === part)?.current.value;
    expect(leadTime("median")).toBeGreaterThan(24);
    const cards = await answersFor(owner, "work");
    expect(cards.map((card) => card.state === "ready" && [card.project?.slug, card.content])).toEqual([
      [
        "work",
        { kind: "control", control: views.control, median: leadTime("median"), p90: leadTime("p90"), notes: [] },
      ],
      ["work", { kind: "lead_times", lead_times: views.lead_times }],
      ["work", { kind: "coupling", coupling: views.coupling }],
      ["work", { kind: "hours", activity: views.activity, time_zone: views.time_zone }],
    ]);
    expect(views.lead_times.reduce((sum, { n }) => sum + n, 0)).toBe(12);
    expect(views.activity.issues.flat().some((n) => n > 0)).toBe(true);
  });

  test("a card without a project is about that of the page, or all of the reader's", async () => {
    const contents = (cards: readonly CardAnswer[]) => cards.map((card) => card.state === "ready" && card.content);
    const ofWork = contents(await answersFor(owner, "work"));
    expect(contents(await answersFor(owner, null, ["work"]))).toEqual(ofWork);
    const ofAll = await answersFor(owner, null);
    expect(ofAll).toMatchObject(KINDS.map((kind) => ({ state: "ready", content: { kind } })));
    // The colleague has no project: nothing of the others' work is in the numbers.
    const [control, leadTimes, , hours] = contents(await answersFor(colleague, null));
    expect(control).toMatchObject({ control: [], median: null, p90: null });
    expect(leadTimes && "lead_times" in leadTimes && leadTimes.lead_times.every(({ n }) => n === 0)).toBe(true);
    expect(hours && "activity" in hours && hours.activity.issues.flat().every((n) => n === 0)).toBe(true);
  });

  test("without the project each is hidden, in the answer and in the layout", async () => {
    expect(await answersFor(colleague, "work")).toEqual(
      KINDS.map((id) => ({ id, state: "refused", reason: "hidden", detail: null })),
    );
    expect(await answersFor(colleague, null, ["work"])).toMatchObject(KINDS.map(() => ({ reason: "hidden" })));
    const body = { name: "Flow", sharing: "edit", layout: { ...VIEW, cards: cardsAbout("work") } };
    const made = (await server.call("POST", "dashboards/", { token: owner.token, body })).body as DashboardPage;
    expect(made.layout.cards).toEqual(cardsAbout("work"));
    const seen = await server.call("GET", `dashboards/${made.id}/`, { token: colleague.token });
    expect((seen.body as DashboardPage).layout.cards).toMatchObject(KINDS.map((id) => ({ id, kind: "hidden" })));
    expect(JSON.stringify(seen.body)).not.toContain("work");
  });

  test("an exported file with each comes back", async () => {
    const layout = { ...VIEW, cards: cardsAbout(null) };
    const file = { format: "clew-dashboard", version: 1, name: "Flow", layout };
    const imported = await server.call("POST", "dashboards/import/", { token: colleague.token, body: file });
    expect(imported).toMatchObject({ status: 201, body: { layout } });
  });

  test("the views are asked for once for all of a page, and their pairs and notes are in the cards", async () => {
    const asked: string[] = [];
    const capped = { metric: "lead_time", code: "points_capped", count: 3 } as const;
    const views = insightViews({ notes: [capped, { metric: null, code: "large_commits_left_out", count: 4 }] });
    const answers = await readCards(
      {
        db: server.db,
        permits: cardPermits(),
        now: () => new Date(NOW),
        invoke: (name) => {
          asked.push(name);
          return Promise.resolve(name === "insightViews" ? views : insights()) as never;
        },
      },
      { id: owner.id, companyId: owner.id, language: "EN" } as unknown as Principal,
      { ...VIEW, project: [], repository: [], cards: cardsAbout(null) as DataCard[] },
      { signal: new AbortController().signal, log: pino({ level: "silent" }) },
    );
    expect(asked.toSorted()).toEqual(["getInsights", "insightViews"]);
    expect(answers).toMatchObject([
      { content: { kind: "control", notes: [capped] } },
      {},
      { content: { kind: "coupling", coupling: views.coupling } },
      {},
    ]);
  });
});
