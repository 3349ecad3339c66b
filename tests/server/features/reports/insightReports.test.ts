/** A report of Insights has what the page has for its receiver: metrics with targets, views and own metrics, by the page's filters. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InsightOptions, Insights, InsightViews } from "../../../../contract/insights/insights.ts";
import type { OwnMetric, OwnMetricValues } from "../../../../contract/insights/ownMetrics.ts";
import type { Report, ReportRun } from "../../../../contract/insights/reports.ts";
import type { ReportCard, ReportContent } from "../../../../server/features/reports/reportContent.ts";
import { reportHtml, reportText } from "../../../../server/features/reports/reportDocument.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addRandomWork, NOW } from "../../insights/randomWork.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const PAIR = "period=6m&granularity=monthly";
const FILTERS = ["label", "type", "tracker", "person"] as const;
const ROWS = { kind: "rows", of: "issues", at: "opened", filter: "", by: null, value: { kind: "count" } } as const;

onOneDatabase("reports of Insights", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let viewer: SignedInUser;
  let outsider: SignedInUser;
  let admin: SignedInUser;
  let tracker: string;
  let foreign: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => NOW });
    const { db } = server;
    const companyId = await addCompany(db, { plan: "Enterprise" });
    owner = await signedIn(db, { companyId, email: "owner@example.org" });
    viewer = await signedIn(db, { companyId, email: "viewer@example.org" });
    outsider = await signedIn(db, { companyId, email: "outsider@example.org" });
    admin = await signedIn(db, { companyId, email: "admin@example.org", role: "Admin" });
    const loom = await addProject(db, { companyId, ownerId: owner.id, slug: "loom" });
    const secret = await addProject(db, { companyId, ownerId: outsider.id, slug: "secret" });
    await addMember(db, loom, viewer.id, "Viewer");
    tracker = await addRandomWork(db, loom, 5);
    foreign = await addRandomWork(db, secret, 6);
    const define = async (caller: SignedInUser, body: object) =>
      expect((await api(caller, "POST", "own-metrics/", body)).status).toBe(201);
    await define(owner, {
      project: "loom",
      name: "Opened bugs",
      definition: { ...ROWS, filter: "label:bug" },
      target: null,
    });
    await define(owner, {
      project: "loom",
      name: "Merged a week",
      definition: { ...ROWS, of: "requests", at: "merged", value: { kind: "per_week" } },
      target: { is: "at_least", value: 1000 },
    });
    await define(admin, { project: null, name: "Of the company", definition: ROWS, target: null });
    await define(outsider, { project: "secret", name: "Secret", definition: ROWS, target: null });
    const target = { metric: "lead_time", value: 1 };
    await api(owner, "PUT", "projects/loom/insight-targets/", target);
  });
  afterAll(() => server.stop());

  const api = (caller: SignedInUser, method: string, path: string, body?: unknown) =>
    server.call(method, path, { token: caller.token, ...(body !== undefined && { body }) });
  const bodyOf = (given: object = {}) => ({
    name: "Flow",
    page: { kind: "insights", project: "loom" },
    period: "6m",
    granularity: "monthly",
    schedule: { every: "day", hour: 8, weekday: 1, day: 1 },
    files: [],
    is_enabled: false,
    receivers: [owner.id, viewer.id, outsider.id],
    ...given,
  });
  const create = async (given: object = {}): Promise<Report> => {
    const { status, body } = await api(owner, "POST", "reports/", bodyOf(given));
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Report;
  };
  const runsOf = async (caller: SignedInUser, { id }: Report): Promise<ReportRun[]> => {
    await api(caller, "POST", `reports/${id}/send/`, {});
    const runs = async () => (await api(caller, "GET", `reports/${id}/runs/`)).body as ReportRun[];
    await expect.poll(async () => (await runs())[0]?.state, { timeout: 20_000 }).not.toBe("waiting");
    return runs();
  };
  const contentOf = async (caller: SignedInUser, report: Report): Promise<ReportContent> => {
    const [run] = await runsOf(caller, report);
    const answer = await fetch(`${server.url}/api/v1/reports/${report.id}/runs/${run?.id}/?format=json`, {
      headers: { authorization: `Token ${caller.token}` },
    });
    return (await answer.json()) as ReportContent;
  };
  const cardOf = (content: ReportContent, id: string): ReportCard => {
    const card = content.cards.find((one) => one.id === id);
    if (card === undefined) throw new Error(`The report has no ${id}.`);
    return card;
  };

  test.each([
    ["no filter", ""],
    ["a label", "&label=bug"],
    ["a person and a tracker", "&person=$person&tracker=$tracker"],
  ])("has the metrics, the views and the targets of the page with %s", async (_, given) => {
    const { people } = (await api(viewer, "GET", "insights/options/?project=loom")).body as InsightOptions;
    const query = given.replace("$tracker", tracker).replace("$person", people[0]?.id ?? "");
    const search = new URLSearchParams(query);
    const report = await create(Object.fromEntries(FILTERS.map((key) => [key, search.getAll(key)])));
    const content = await contentOf(viewer, report);
    const page = `insights/?project=loom&${PAIR}${query}`;
    const insights = (await api(viewer, "GET", page)).body as Insights;
    const views = (await api(viewer, "GET", page.replace("insights/", "insights/views/"))).body as InsightViews;
    for (const metric of ["issues_opened", "lead_time", "requests_merged", "commits"] as const) {
      const shown = insights.changes.find((one) => one.metric === metric)?.current.value;
      expect(cardOf(content, metric), metric).toMatchObject({ kind: "metric", value: shown });
    }
    const [target] = insights.targets;
    expect(target?.verdict).toBe(given === "" ? "missed" : "narrowed");
    expect(cardOf(content, "lead_time")).toMatchObject({ target: { value: 1, verdict: target?.verdict } });
    expect(cardOf(content, "control")).toMatchObject({ kind: "rows", count: views.control.length });
    expect(cardOf(content, "lead_times")).toMatchObject({ kind: "bars", bars: views.lead_times });
    expect(cardOf(content, "hours")).toMatchObject({ kind: "hours", activity: views.activity });
    // The link leads to the same view.
    const path = new URL(content.path, "https://clew.example");
    expect([path.pathname, ...FILTERS.map((key) => path.searchParams.getAll(key))]).toEqual([
      "/projects/loom/insights",
      ...FILTERS.map((key) => search.getAll(key)),
    ]);
    expect(content.filters).toHaveLength(search.size);
  });

  test("has the own metrics that its receiver sees on the page, with their targets", async () => {
    const content = await contentOf(viewer, await create());
    const metrics = (await api(viewer, "GET", "own-metrics/?project=loom")).body as OwnMetric[];
    expect(metrics.map(({ name }) => name).toSorted()).toEqual(["Merged a week", "Of the company", "Opened bugs"]);
    for (const { id, name } of metrics) {
      const values = (await api(viewer, "GET", `own-metrics/${id}/values/?${PAIR}&project=loom`))
        .body as OwnMetricValues;
      expect(cardOf(content, `own-${id}`)).toMatchObject({
        title: name,
        value: values.series[0]?.current.value,
        target: values.target && { verdict: values.target.verdict },
      });
    }
    expect(content.cards.findIndex(({ id }) => id.startsWith("own-"))).toBe(content.cards.length - metrics.length);
    expect(JSON.stringify(content)).not.toMatch(/Secret/);
  });

  test("has the sentences and the marks of the page, and none of another project", async () => {
    const day = "2026-10-05";
    const mark = async (caller: SignedInUser, project: string, kind: string, title: string) =>
      expect((await api(caller, "POST", `projects/${project}/annotations/`, { kind, title, day })).status).toBeLessThan(
        300,
      );
    await mark(owner, "loom", "incident", "<b>The warp broke</b>");
    await mark(owner, "loom", "note", "Freeze");
    await mark(outsider, "secret", "note", "Secret note");
    const report = await create();
    const [content, insights] = [
      await contentOf(viewer, report),
      (await api(viewer, "GET", `insights/?project=loom&${PAIR}`)).body as Insights,
    ];
    expect(insights.findings.length).toBeGreaterThan(0);
    expect(content.insights?.findings.map(({ finding }) => finding)).toEqual(insights.findings);
    expect(content.insights?.marks).toEqual([
      { kind: "incident", day, title: "<b>The warp broke</b>" },
      { kind: "note", day, title: "Freeze" },
    ]);
    expect(JSON.stringify(content)).not.toContain("Secret");
    const html = reportHtml(content, { language: "EN", link: (path) => path, charts: true, footer: [] });
    expect(html).toContain("Incident on 5 Oct 2026: &lt;b&gt;The warp broke&lt;/b&gt;");
    expect(html).not.toContain("<b>The warp");
    // A line of each mark on each chart of a metric.
    expect(html.match(/stroke-dasharray="3 3"><title>Freeze/g)?.length).toBeGreaterThan(5);
    expect(html).toContain("Time from opening to the last closing, of the issues that are closed now");
    const text = reportText(content, { language: "TR", link: (path) => path, charts: false, footer: [] });
    expect(text).toContain("Kısaca\n- ");
    expect(text).toContain("Olay, 5 Eki 2026: <b>The warp broke</b>");
    expect(await contentOf(viewer, await create({ page: await dashboardPage() }))).not.toHaveProperty("insights");
  });

  const dashboardPage = async (): Promise<object> => {
    const layout = { period: "6m", granularity: "monthly", cards: [] };
    const { body } = await api(owner, "POST", "dashboards/", { name: "Delivery", sharing: "read", layout });
    return { kind: "dashboard", id: (body as { id: string }).id };
  };

  test("is not made for a receiver who does not see the project", async () => {
    const report = await create({ label: ["bug"], tracker: [tracker] });
    const runs = await runsOf(outsider, report);
    expect(runs.every(({ state }) => state === "left" || state === "failed")).toBe(true);
    const seen = ((await api(outsider, "GET", "reports/")).body as { reports: Report[] }).reports;
    expect(seen.find(({ id }) => id === report.id)).toMatchObject({ label: [], tracker: [], page_name: null });
  });

  test("refuses a tracker of others, keeps its filters and loses them with another page", async () => {
    expect((await api(owner, "POST", "reports/", bodyOf({ tracker: [foreign] }))).status).toBe(400);
    expect((await api(owner, "POST", "reports/", bodyOf({ type: ["no-type"] }))).status).toBe(400);
    const report = await create({ label: ["bug", "bug"], type: ["bug"] });
    expect(report).toMatchObject({ label: ["bug"], type: ["bug"], tracker: [], person: [] });
    const page = await dashboardPage();
    const changed = await api(owner, "PUT", `reports/${report.id}/`, bodyOf({ page, label: ["bug"] }));
    expect([changed.status, changed.body]).toMatchObject([200, { label: [], type: [] }]);
  });
});
