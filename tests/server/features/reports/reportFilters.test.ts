/** A report of a filtered page has the numbers of that page, and names nothing that its receiver does not see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../../../contract/durations.ts";
import type { DashboardCards } from "../../../../contract/insights/cardContents.ts";
import type { DashboardPage } from "../../../../contract/insights/dashboards.ts";
import type { Report, ReportRun, Reports } from "../../../../contract/insights/reports.ts";
import type { ReportCard, ReportContent } from "../../../../server/features/reports/reportContent.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addWork, NOW } from "../../insights/summaryRows.ts";
import { addCompany, addMember, addProject, addSource } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const AT = { w: 4, h: 3, title: null, project: null, display: "value" } as const;
const CARDS = [
  { kind: "metric", id: "issues", ...AT, x: 0, y: 0, metric: "issues_opened" },
  { kind: "metric", id: "requests", ...AT, x: 4, y: 0, metric: "requests_opened" },
];

onOneDatabase("filters of reports", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  let stranger: SignedInUser;
  let dashboard: DashboardPage;
  let repository: string;
  let foreign: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => new Date(NOW) });
    const { db } = server;
    const companyId = await addCompany(db, { plan: "Enterprise" });
    owner = await signedIn(db, { companyId, email: "owner@example.org" });
    colleague = await signedIn(db, { companyId, email: "colleague@example.org" });
    stranger = await signedIn(db, { companyId, email: "stranger@example.org" });
    const work = await addProject(db, { companyId, ownerId: owner.id, slug: "work" });
    const other = await addProject(db, { companyId, ownerId: owner.id, slug: "other" });
    const secret = await addProject(db, { companyId, ownerId: stranger.id, slug: "secret" });
    await addMember(db, other, colleague.id, "Developer");
    await addWork(db, work);
    await addWork(db, other);
    await db.deleteFrom("issues").where("project_id", "=", other).where("number", ">", 60).execute();
    repository = await addSource(db, work);
    foreign = await addSource(db, secret, "https://example.org/secret.git");
    const made = await server.call("POST", "dashboards/", {
      token: owner.token,
      body: { name: "Delivery", sharing: "read", layout: { period: "3m", granularity: "weekly", cards: CARDS } },
    });
    dashboard = made.body as DashboardPage;
  });
  afterAll(() => server.stop());

  const call = (caller: SignedInUser, method: string, path = "", body?: unknown) =>
    server.call(method, `reports/${path}`, { token: caller.token, ...(body !== undefined && { body }) });
  const bodyOf = (given: object = {}) => ({
    name: "Delivery",
    page: { kind: "dashboard", id: dashboard.id },
    period: "6m",
    granularity: "monthly",
    schedule: { every: "day", hour: 8, weekday: 1, day: 1 },
    files: [],
    is_enabled: false,
    receivers: [owner.id, colleague.id],
    ...given,
  });
  const create = async (given: object = {}): Promise<Report> => {
    const { status, body } = await call(owner, "POST", "", bodyOf(given));
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Report;
  };
  const contentOf = async (caller: SignedInUser, { id }: Report): Promise<ReportContent> => {
    await call(caller, "POST", `${id}/send/`, {});
    const runs = async () => (await call(caller, "GET", `${id}/runs/`)).body as ReportRun[];
    await expect.poll(async () => (await runs())[0]?.state).toBe("kept");
    // A file: the answer is not of the type that the client of the tests reads.
    const answer = await fetch(`${server.url}/api/v1/reports/${id}/runs/${(await runs())[0]?.id}/?format=json`, {
      headers: { authorization: `Token ${caller.token}` },
    });
    return (await answer.json()) as ReportContent;
  };
  /** The value of each card, as the page has it. */
  const pageValues = async (given: object): Promise<Record<string, number | null>> => {
    const body = { period: "6m", granularity: "monthly", project: [], repository: [], cards: CARDS, ...given };
    const { cards } = (await server.call("POST", "dashboards/cards/", { token: owner.token, body }))
      .body as DashboardCards;
    return Object.fromEntries(
      cards.map((card) => {
        if (card.state !== "ready" || card.content.kind !== "metric") throw new Error("A card is not there.");
        return [card.id, card.content.change?.current.value ?? card.content.series[0]?.current.value ?? null];
      }),
    );
  };
  const valuesOf = (cards: readonly ReportCard[]) =>
    Object.fromEntries(cards.map((card) => [card.id, card.kind === "metric" ? card.value : null]));

  test("the numbers are those of the page with the same filters, and the report names them", async () => {
    const all = await pageValues({});
    for (const filter of [
      { project: ["work"] },
      { project: ["other"] },
      { project: ["work"], repository: [repository] },
    ]) {
      const values = await pageValues(filter);
      expect(values).not.toEqual(all);
      const content = await contentOf(owner, await create(filter));
      expect(valuesOf(content.cards)).toEqual(values);
      const query = new URL(content.path, "https://clew.example").searchParams;
      expect([query.get("period"), query.getAll("project"), query.getAll("repository")]).toEqual([
        "6m",
        filter.project,
        filter.repository ?? [],
      ]);
      expect(content.filters).toHaveLength(filter.repository ? 2 : 1);
    }
    expect(valuesOf((await contentOf(owner, await create())).cards)).toEqual(all);
  });

  test("Insights of a project is limited to its repositories", async () => {
    const page = { kind: "insights", project: "work" };
    const requests = async (given: object) => {
      const { cards } = await contentOf(owner, await create({ page, ...given }));
      return valuesOf(cards)["requests_opened"];
    };
    expect(await requests({})).toBe((await pageValues({ project: ["work"] }))["requests"]);
    expect(await requests({ repository: [repository] })).toBe(
      (await pageValues({ project: ["work"], repository: [repository] }))["requests"],
    );
    // A project is no filter of a page that is of one.
    expect((await create({ page, project: ["other"] })).project).toEqual([]);
  });

  test("a receiver who does not see the project gets none of its numbers and no name of it", async () => {
    const report = await create({ project: ["work"], repository: [repository] });
    const content = await contentOf(colleague, report);
    expect(content.cards).toEqual([]);
    expect(JSON.stringify(content)).not.toMatch(/work|loom/);
    expect(content.path).not.toContain(repository);
    const seen = ((await call(colleague, "GET")).body as Reports).reports.find(({ id }) => id === report.id);
    expect(seen).toMatchObject({ project: [], repository: [] });
  });

  test("what the owner does not see is refused, and what is stored can be kept and cleared", async () => {
    expect((await call(owner, "POST", "", bodyOf({ project: ["secret"] }))).status).toBe(400);
    expect((await call(owner, "POST", "", bodyOf({ project: ["no-such"] }))).status).toBe(400);
    expect((await call(owner, "POST", "", bodyOf({ repository: [foreign] }))).status).toBe(400);
    const report = await create({ project: ["work"], repository: [repository] });
    await server.db
      .updateTable("reports")
      .set({ repository: JSON.stringify([foreign]) })
      .where("id", "=", report.id)
      .execute();
    const kept = await call(owner, "PUT", `${report.id}/`, bodyOf({ project: ["work"], repository: [foreign] }));
    expect(kept.status).toBe(200);
    expect((await contentOf(owner, report)).path).not.toContain(foreign);
    const cleared = await call(owner, "PUT", `${report.id}/`, bodyOf());
    expect(cleared.body).toMatchObject({ project: [], repository: [] });
  });

  test("an archived report is closed to a receiver who does not see one of its projects any more", async () => {
    const { db } = server;
    const [ofAll, ofWork] = [await create(), await create({ project: ["work"] })];
    const before = await contentOf(colleague, ofAll);
    expect(valuesOf(before.cards)["issues"]).toBeGreaterThan(0);
    await contentOf(owner, ofWork);
    const open = async (caller: SignedInUser, { id }: Report) => {
      const [run] = (await call(caller, "GET", `${id}/runs/`)).body as ReportRun[];
      const answers = ["json", "csv", "html"].map((format) =>
        fetch(`${server.url}/api/v1/reports/${id}/runs/${run?.id}/?format=${format}`, {
          headers: { authorization: `Token ${caller.token}` },
        }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await open(colleague, ofAll)).toEqual([200, 200, 200]);

    const other = db.selectFrom("projects").select("id").where("slug", "=", "other");
    await db.deleteFrom("project_members").where("project_id", "=", other).execute();
    expect(await open(colleague, ofAll)).toEqual([403, 403, 403]);
    // The owner has left the other project as well, of which this report has nothing.
    expect(await open(owner, ofWork)).toEqual([200, 200, 200]);
    await db
      .updateTable("report_runs")
      .set({ due_at: new Date(NOW - DAY_MS) })
      .where("report_id", "=", ofAll.id)
      .execute();
    const after = await contentOf(colleague, ofAll);
    expect(valuesOf(after.cards)["issues"]).toBe(0);
    expect(after.before).toBeNull();
  });
});
