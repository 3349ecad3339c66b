/** Reports, from a schedule to the mail of each receiver, with a real mail server and, where one is there, a real browser. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { DashboardPage } from "../../../../contract/insights/dashboards.ts";
import type { Insights } from "../../../../contract/insights/insights.ts";
import type { Report, ReportRun, Reports } from "../../../../contract/insights/reports.ts";
import { listOutbox } from "../../../../server/db/tables/notices/outbox.ts";
import { findBrowser } from "../../../../scripts/findBrowser.ts";
import { type Mailbox, openMailbox } from "../../mail/mailbox.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addWork, HOSTILE, NOW } from "../../insights/summaryRows.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const DAY = 86_400_000;
const URL = "https://clew.example";
const AT = { x: 0, w: 4, h: 3, title: null };
const CARDS = [
  { kind: "metric", id: "opened", ...AT, y: 0, metric: "issues_opened", display: "chart", project: "work" },
  {
    kind: "count",
    id: "open",
    ...AT,
    y: 3,
    of: "issues",
    project: "work",
    filter: { state: ["open"] },
    display: "now",
  },
  { kind: "list", id: "list", ...AT, y: 6, of: "issues", project: "work", filter: { state: ["open"] }, rows: 3 },
  { kind: "text", id: "note", ...AT, y: 9, text: HOSTILE },
] as const;

onOneDatabase("reports", (engine) => {
  let mailbox: Mailbox;
  let server: TestServer;
  let now = NOW;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  let stranger: SignedInUser;
  let outsider: SignedInUser;
  let dashboard: DashboardPage;
  let companyId: string;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestServer(engine, {
      now: () => new Date(now),
      environment: {
        CLEW_SMTP_URL: mailbox.url,
        CLEW_MAIL_FROM: "Clew <clew@example.org>",
        CLEW_PUBLIC_URL: URL,
        CLEW_BROWSER: findBrowser() ?? "",
      },
    });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    const otherId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org" });
    colleague = await signedIn(server.db, { companyId, email: "colleague@example.org" });
    await server.db.updateTable("users").set({ language: "TR" }).where("id", "=", colleague.id).execute();
    stranger = await signedIn(server.db, { companyId, email: "stranger@example.org" });
    outsider = await signedIn(server.db, { companyId: otherId, email: "outsider@example.org", role: "Admin" });
    const work = await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" });
    await addMember(server.db, work, colleague.id, "Developer");
    await addWork(server.db, work);
    const layout = { period: "3m", granularity: "weekly", cards: CARDS };
    const made = await server.call("POST", "dashboards/", {
      token: owner.token,
      body: { name: "Delivery", sharing: "read", layout },
    });
    dashboard = made.body as DashboardPage;
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.stop();
  });
  beforeEach(async () => {
    now += 40 * DAY;
    await server.db.deleteFrom("reports").execute();
    await server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    // Mails of the test before may still be on their way.
    await vi.waitUntil(async () => (await listOutbox(server.db, { state: "waiting" })).length === 0, {
      timeout: 30_000,
    });
    mailbox.received.length = 0;
  });

  const call = (caller: SignedInUser, method: string, path = "", body?: unknown) =>
    server.call(method, `reports/${path}`, { token: caller.token, ...(body !== undefined && { body }) });
  const bodyOf = (given: object = {}) => ({
    name: "Weekly delivery",
    page: { kind: "dashboard", id: dashboard.id },
    period: "3m",
    granularity: "weekly",
    schedule: { every: "day", hour: 8, weekday: 1, day: 1 },
    files: ["csv"],
    is_enabled: true,
    receivers: [owner.id, colleague.id, stranger.id],
    ...given,
  });
  const create = async (given: object = {}, by = owner): Promise<Report> => {
    const { status, body } = await call(by, "POST", "", bodyOf(given));
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Report;
  };
  /** What is due is made when any report is asked for. */
  const tick = async (by = owner, given: object = {}): Promise<void> => {
    const other = await create({ name: "Tick", is_enabled: false, receivers: [by.id], ...given }, by);
    await call(by, "POST", `${other.id}/send/`, {});
    await expect.poll(async () => (await runsOf(by, other.id)).map(({ state }) => state)).toEqual(["sent"]);
    await call(by, "DELETE", `${other.id}/`);
  };
  /** A file of the archive, byte by byte as Latin-1; `failed` where it is refused. */
  const fileOf = async (caller: SignedInUser, id: string, run: string | undefined, format: string): Promise<string> => {
    const answer = await fetch(`${server.url}/api/v1/reports/${id}/runs/${run}/?format=${format}`, {
      headers: { authorization: `Token ${caller.token}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.ok ? "" : bytes.toString()]).toEqual([200, ""]);
    return bytes.toString(format === "pdf" || format === "png" ? "latin1" : "utf8");
  };
  const runsOf = async (caller: SignedInUser, id: string): Promise<ReportRun[]> =>
    (await call(caller, "GET", `${id}/runs/`)).body as ReportRun[];
  const settled = async (caller: SignedInUser, id: string, states: readonly string[]): Promise<void> => {
    await expect.poll(async () => (await runsOf(caller, id)).map(({ state }) => state)).toEqual(states);
  };
  const mailsTo = (email: string, subject: string) =>
    mailbox.received.filter(({ to, headers }) => to.includes(email) && headers.includes(`Subject: ${subject}`));

  test("each receiver gets one mail a day with what they see, in their language", async () => {
    const report = await create();
    now += DAY;
    await tick();
    await tick();
    await settled(owner, report.id, ["sent"]);
    await settled(colleague, report.id, ["sent"]);
    await expect.poll(() => mailsTo("owner@example.org", "Weekly delivery")).toHaveLength(1);
    await expect.poll(() => mailsTo("colleague@example.org", "Weekly delivery")).toHaveLength(1);
    const [mine] = mailsTo("owner@example.org", "Weekly delivery");
    const insights = await server.call("GET", "insights/?period=3m&granularity=weekly&project=work", {
      token: owner.token,
    });
    const { changes } = insights.body as Insights;
    const opened = changes.find(({ metric }) => metric === "issues_opened");
    expect(opened).toBeDefined();
    const run = (await runsOf(owner, report.id))[0]?.id ?? "";
    const { cards } = JSON.parse(await fileOf(owner, report.id, run, "json")) as {
      cards: { id: string; value?: number | null; text?: string }[];
    };
    expect(cards.map(({ id }) => id)).toEqual(["opened", "open", "list", "note"]);
    expect(cards[0]?.value).toBe(opened?.current.value);
    expect(mine?.text).toContain("Issues opened");
    expect(mailsTo("colleague@example.org", "Weekly delivery")[0]?.text).toContain("Açılan kayıtlar");
    // Hostile text is text.
    expect(mine?.html).toContain("&lt;img src=x");
    expect(mine?.html).not.toContain("<img");
    expect(mine?.headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  test("a receiver who is no member of the project gets the places of its cards left out", async () => {
    const report = await create();
    now += DAY;
    await tick();
    await settled(stranger, report.id, ["sent"]);
    const [run] = await runsOf(stranger, report.id);
    expect(JSON.parse(await fileOf(stranger, report.id, run?.id, "json"))).toMatchObject({ cards: [{ id: "note" }] });
    await expect.poll(() => mailsTo("stranger@example.org", "Weekly delivery")).toHaveLength(1);
    expect(mailsTo("stranger@example.org", "Weekly delivery")[0]?.html).not.toContain("Issues opened");
  });

  test("what a receiver was sent is theirs alone", async () => {
    const report = await create();
    now += DAY;
    await tick();
    await settled(owner, report.id, ["sent"]);
    const [run] = await runsOf(owner, report.id);
    for (const format of ["html", "csv", "json"]) {
      expect((await call(owner, "GET", `${report.id}/runs/${run?.id}/?format=${format}`)).status).toBe(200);
      expect((await call(colleague, "GET", `${report.id}/runs/${run?.id}/?format=${format}`)).status).toBe(404);
    }
    for (const [method, path, body] of [
      ["GET", `${report.id}/runs/`, undefined],
      ["PUT", `${report.id}/`, bodyOf()],
      ["POST", `${report.id}/send/`, {}],
      ["POST", `${report.id}/leave/`, {}],
      ["DELETE", `${report.id}/`, undefined],
    ] as const)
      expect([method, path, (await call(outsider, method, path, body)).status]).toEqual([method, path, 404]);
    expect(((await call(outsider, "GET")).body as Reports).reports).toEqual([]);
    expect((await call(colleague, "PUT", `${report.id}/`, bodyOf())).status).toBe(403);
    expect((await call(colleague, "DELETE", `${report.id}/`)).status).toBe(403);
    // Receivers and pages of others.
    expect((await call(owner, "POST", "", bodyOf({ receivers: [outsider.id] }))).status).toBe(400);
    expect((await call(stranger, "POST", "", bodyOf({ page: { kind: "insights", project: "work" } }))).status).toBe(
      400,
    );
  });

  test("the second report has in words what changed since the first", async () => {
    const report = await create({ receivers: [owner.id] });
    now += DAY;
    await tick();
    await settled(owner, report.id, ["sent"]);
    await server.db.updateTable("issues").set({ state: "closed" }).where("number", "=", 1).execute();
    now += DAY;
    await tick();
    await settled(owner, report.id, ["sent", "sent"]);
    const [run] = await runsOf(owner, report.id);
    expect(await fileOf(owner, report.id, run?.id, "html")).toMatch(
      /What changed since .*(Issues: down from \d+ to \d+\.|Nothing changed\.)/s,
    );
  });

  test("a receiver ends the mails by the address in the mail, without signing in", async () => {
    const report = await create({ receivers: [owner.id, colleague.id] });
    now += DAY;
    await tick();
    await expect.poll(() => mailsTo("colleague@example.org", "Weekly delivery")).toHaveLength(1);
    const [mail] = mailsTo("colleague@example.org", "Weekly delivery");
    const link = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail?.headers ?? "")?.[1]?.replaceAll(/\s/g, "") ?? "";
    expect(link.startsWith(`${URL}/api/v1/reports/unsubscribe/?token=`)).toBe(true);
    const local = link.replace(URL, server.url);
    // A link scanner changes nothing.
    expect((await fetch(local)).status).toBe(200);
    expect((await fetch(`${local}x`, { method: "POST" })).status).toBe(404);
    expect((await fetch(local, { method: "POST" })).status).toBe(200);
    now += DAY;
    await tick();
    await settled(owner, report.id, ["sent", "sent"]);
    expect(await runsOf(colleague, report.id)).toHaveLength(1);
    expect(mailsTo("colleague@example.org", "Weekly delivery")).toHaveLength(1);
  });

  test("a company whose plan ends gets none, and an owner who left sends none", async () => {
    const report = await create({ receivers: [owner.id] });
    await server.db.updateTable("companies").set({ plan: "Standard" }).execute();
    now += DAY;
    expect((await call(owner, "GET")).status).toBe(402);
    await server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    await server.db.updateTable("reports").set({ owner_id: null }).execute();
    await tick();
    expect(await runsOf(owner, report.id)).toEqual([]);
  });

  test("a report is not sent while the plan lacks it, is kept, and is sent again with the plan before", async () => {
    const { body: page } = await server.call("POST", "dashboards/", {
      token: outsider.token,
      body: {
        name: "Other",
        sharing: "private",
        layout: { period: "3m", granularity: "weekly", cards: CARDS.slice(-1) },
      },
    });
    const report = await create({ receivers: [owner.id] });
    const change = server.db.updateTable("companies").where("id", "=", companyId);
    await change.set({ plan: "Standard" }).execute();
    now += DAY;
    // A company on Enterprise makes what is due in all companies.
    await tick(outsider, { page: { kind: "dashboard", id: (page as DashboardPage).id } });
    const stored = server.db.selectFrom("report_runs").select("state").where("report_id", "=", report.id);
    expect(await stored.execute()).toEqual([]);
    expect(mailsTo("owner@example.org", "Weekly delivery")).toEqual([]);
    await change.set({ plan: "Enterprise" }).execute();
    now += DAY;
    await tick();
    await settled(owner, report.id, ["sent"]);
    await expect.poll(() => mailsTo("owner@example.org", "Weekly delivery")).toHaveLength(1);
  });

  test.runIf(findBrowser())("PDF and PNG are made by a browser", async () => {
    const report = await create({ files: ["pdf", "png"], receivers: [owner.id] });
    await call(owner, "POST", `${report.id}/send/`, {});
    await settled(owner, report.id, ["sent"]);
    const [run] = await runsOf(owner, report.id);
    expect((await fileOf(owner, report.id, run?.id, "pdf")).slice(0, 5)).toBe("%PDF-");
    expect((await fileOf(owner, report.id, run?.id, "png")).slice(1, 4)).toBe("PNG");
  });
});
