import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CardAnswer, DashboardCards } from "../../../../contract/insights/cardContents.ts";
import type { DataCard } from "../../../../contract/insights/dashboardCards.ts";
import type { DashboardEntry, DashboardPage } from "../../../../contract/insights/dashboards.ts";
import type { Insights } from "../../../../contract/insights/insights.ts";
import type { IssuePage } from "../../../../contract/issues/issues.ts";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { cardPermits, readCards } from "../../../../server/features/dashboards/cards.ts";
import { Conflict } from "../../../../server/errors.ts";
import { message } from "../../../../server/messages/messages.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addWork, NOW } from "../../insights/summaryRows.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const VIEW = { period: "3m", granularity: "weekly" } as const;
const AT = { x: 0, y: 0, w: 4, h: 3, title: null };
const METRIC = { kind: "metric", ...AT, metric: "issues_opened", display: "chart", project: null } as const;
const COUNT = {
  kind: "count",
  ...AT,
  of: "issues",
  project: "work",
  filter: { state: ["open"] },
  display: "now",
} as const;
const LIST = { kind: "list", ...AT, of: "issues", project: "work", filter: { state: ["open"] }, rows: 3 } as const;
const SECRET = "Salaries of the board";

onOneDatabase("dashboards", (engine) => {
  let server: TestServer;
  let companyId: string;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  let outsider: SignedInUser;
  let workId: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => new Date(NOW) });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    const otherId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org" });
    colleague = await signedIn(server.db, { companyId, email: "colleague@example.org" });
    outsider = await signedIn(server.db, { companyId: otherId, email: "outsider@example.org", role: "Admin" });
    workId = await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" });
    await addWork(server.db, workId);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.db.deleteFrom("dashboards").execute();
  });

  const call = (caller: SignedInUser, method: string, path = "", body?: unknown) =>
    server.call(method, `dashboards/${path}`, { token: caller.token, ...(body !== undefined && { body }) });
  const create = async (body: object = {}, cards: readonly object[] = []): Promise<DashboardPage> => {
    const layout = { ...VIEW, cards };
    const answer = await call(owner, "POST", "", { name: "Delivery", sharing: "private", layout, ...body });
    expect(answer.status).toBe(201);
    return answer.body as DashboardPage;
  };
  const seen = async (caller: SignedInUser): Promise<DashboardEntry[]> =>
    (await call(caller, "GET")).body as DashboardEntry[];
  const cardsOf = async (caller: SignedInUser, cards: readonly object[], page: object = {}): Promise<CardAnswer[]> => {
    const body = {
      ...VIEW,
      project: [],
      repository: [],
      ...page,
      cards: cards.map((card, i) => ({ id: `c${i}`, ...card })),
    };
    return ((await call(caller, "POST", "cards/", body)).body as DashboardCards).cards;
  };

  test("private dashboards of users who have left take no place of the company's", async () => {
    const gone = await signedIn(server.db, { companyId, email: "gone@example.org" });
    const rows = Array.from({ length: 500 }, (_, n) => ({
      id: `old-${n}`,
      company_id: companyId,
      owner_id: n % 2 === 0 ? gone.id : null,
      name: `Old ${n}`,
      sharing: "private" as const,
      layout: JSON.stringify({ ...VIEW, cards: [] }),
    }));
    await server.db.insertInto("dashboards").values(rows).execute();
    const layout = { ...VIEW, cards: [] };
    const body = { name: "New", sharing: "private", layout };
    // Those of a user who is there do.
    await server.db.updateTable("dashboards").set({ owner_id: gone.id }).execute();
    expect((await call(owner, "POST", "", body)).status).toBe(409);
    await server.db.updateTable("users").set({ company_id: null }).where("id", "=", gone.id).execute();
    expect((await call(owner, "POST", "", body)).status).toBe(201);
    await server.db.updateTable("dashboards").set({ sharing: "read" }).execute();
    expect((await call(owner, "POST", "", body)).status).toBe(409);
  });

  describe("what cards show", () => {
    test("a metric has the numbers of Insights, which are those of the rows", async () => {
      const [card] = await cardsOf(owner, [METRIC], { project: ["work"] });
      const query = "project=work&period=3m&granularity=weekly";
      const insights = (await server.call("GET", `insights/?${query}`, { token: owner.token })).body as Insights;
      const shown = insights.series.filter(({ metric }) => metric === "issues_opened");
      expect(card).toMatchObject({ state: "ready", content: { buckets: insights.buckets, series: shown } });
      const rows = await server.db.selectFrom("issues").select("created_at").where("project_id", "=", workId).execute();
      const counted = insights.buckets.map(
        ({ start, end }) => rows.filter(({ created_at: at }) => at >= new Date(start) && at < new Date(end)).length,
      );
      expect(Math.max(...counted)).toBeGreaterThan(1);
      expect(shown[0]?.values).toEqual(counted);
    });

    test("a count and a list are those of the issues' screen, and a count over time is that of each bucket", async () => {
      const [count, list, overTime, requests] = await cardsOf(owner, [
        COUNT,
        LIST,
        { ...COUNT, display: "over_time" },
        { ...COUNT, of: "requests", filter: {} },
      ]);
      const page = (await server.call("GET", "projects/work/issues/?state=open&limit=3", { token: owner.token }))
        .body as IssuePage;
      expect(page.count).toBeGreaterThan(50);
      expect(count).toMatchObject({ project: { slug: "work" }, content: { count: page.count, counts: [] } });
      expect(list).toMatchObject({ content: { kind: "issues", count: page.count, results: page.results } });
      const [metric] = await cardsOf(owner, [METRIC]);
      const opened =
        metric?.state === "ready" && metric.content.kind === "metric" ? metric.content.series[0]?.values : [];
      expect(overTime).toMatchObject({ content: { counts: opened } });
      const made = await server.db
        .selectFrom("change_requests")
        .select("id")
        .where("project_id", "=", workId)
        .execute();
      expect(requests).toMatchObject({ content: { count: made.length } });
    });

    test("an own metric has its values, one line for each project of the reader, and is a place for others", async () => {
      await server.db.deleteFrom("own_metrics").execute();
      const value = { kind: "count" } as const;
      const definition = { kind: "rows", of: "issues", at: "opened", filter: "", by: "project", value };
      const make = async (name: string, project: string | null): Promise<string> => {
        const id = `own-${name}`;
        const row = { id, company_id: companyId, project_id: project, name, owner_id: owner.id };
        await server.db
          .insertInto("own_metrics")
          .values({ ...row, definition: JSON.stringify(definition) })
          .execute();
        return id;
      };
      const [all, ofWork] = [await make("all", null), await make("work", workId)];
      const metricCard = (metric: string) => ({ kind: "own_metric", ...AT, metric, project: null });
      const [lines, ofProject, gone] = await cardsOf(owner, [all, ofWork, "none"].map(metricCard));
      const [builtIn] = await cardsOf(owner, [METRIC]);
      const opened =
        builtIn?.state === "ready" && builtIn.content.kind === "metric" ? builtIn.content.series[0]?.values : [];
      expect(lines).toMatchObject({
        content: { name: "all", values: { series: [{ group: null }, { group: "work" }] } },
      });
      expect(ofProject).toMatchObject({ content: { values: { series: [{ values: opened }, { values: opened }] } } });
      expect(gone).toMatchObject({ state: "refused", reason: "hidden" });
      const [seen, hidden] = await cardsOf(colleague, [all, ofWork].map(metricCard));
      expect(seen).toMatchObject({ state: "ready", content: { values: { series: [{ current: { n: 0 } }] } } });
      expect(hidden).toMatchObject({ state: "refused", reason: "hidden" });
      expect((await cardsOf(outsider, [metricCard(all)]))[0]).toMatchObject({ reason: "hidden" });
      // A formula has the definitions of what it names, and no other reader learns them.
      const formula = { kind: "formula", text: "[work] / 2", unit: "number" } as const;
      await server.db
        .insertInto("own_metrics")
        .values({
          id: "own-half",
          company_id: companyId,
          project_id: workId,
          name: "half",
          owner_id: owner.id,
          definition: JSON.stringify(formula),
        })
        .execute();
      expect((await cardsOf(owner, [metricCard("own-half")]))[0]).toMatchObject({
        content: {
          definitions: [
            { id: "own-half", name: "half", definition: formula },
            { id: ofWork, name: "work", definition },
          ],
        },
      });
      expect((await cardsOf(colleague, [metricCard("own-half")]))[0]).toMatchObject({ reason: "hidden" });
    });

    test("the page's project is for cards without one of their own", async () => {
      await addProject(server.db, { companyId, ownerId: owner.id, slug: "empty" });
      const [own, ofPage] = await cardsOf(owner, [COUNT, { ...COUNT, project: null }], { project: ["empty"] });
      expect(own).toMatchObject({ project: { slug: "work" } });
      expect(ofPage).toMatchObject({ project: { slug: "empty" }, content: { count: 0 } });
      // Of several it is their sum.
      for (const page of [[], ["work", "empty"]])
        expect(await cardsOf(owner, [{ ...COUNT, project: null }], { project: page })).toMatchObject([
          { project: null, content: own?.state === "ready" ? own.content : {} },
        ]);
    });

    test("a card that fails or is slow holds no other", async () => {
      const caller = { id: owner.id, companyId, language: "EN" } as Principal;
      const cards = [
        { ...COUNT, id: "a" },
        { ...METRIC, id: "b" },
        { kind: "person", ...AT, id: "c", project: "work", person: "unknown" },
      ] as unknown as DataCard[];
      const late = new AbortController();
      const answers = await readCards(
        {
          db: server.db,
          permits: cardPermits(),
          now: () => new Date(NOW),
          budget: late.signal,
          invoke: (name) => {
            if (name === "getInsights") return new Promise(() => undefined);
            if (name === "getPerson") return Promise.reject(new Conflict(message("person.not_found")));
            setImmediate(() => late.abort());
            return Promise.resolve({ count: 7 }) as never;
          },
        },
        caller,
        { ...VIEW, project: ["work"], repository: [], cards },
        { signal: new AbortController().signal, log: pino({ level: "silent" }) },
      );
      expect(answers).toMatchObject([
        { state: "ready", content: { count: 7 } },
        { state: "refused", reason: "slow" },
        { state: "refused", reason: "failed", detail: "This project has no such person." },
      ]);
    });
  });

  test("many readers at once make few calls at a time, and all are answered", async () => {
    const caller = { id: owner.id, companyId, language: "EN" } as Principal;
    const permits = cardPermits();
    let [running, most] = [0, 0];
    const invoke = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { count: 1 } as never;
    };
    const cards = Array.from({ length: 40 }, (_, at) => ({
      ...COUNT,
      id: `c${at}`,
      filter: { q: [`word ${at}`] },
      display: "over_time",
    })) as unknown as DataCard[];
    const read = () =>
      readCards(
        { db: server.db, permits, now: () => new Date(NOW), invoke },
        caller,
        { ...VIEW, project: ["work"], repository: [], cards },
        { signal: new AbortController().signal, log: pino({ level: "silent" }) },
      );
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    expect(answers.flat().filter(({ state }) => state === "ready")).toHaveLength(20 * 40);
    expect(most).toBe(8);
  });

  describe("who sees what", () => {
    test("a private dashboard is its owner's alone, a shared one the company's", async () => {
      const { id, ...entry } = await create();
      expect(entry).toMatchObject({ is_mine: true, can_edit: true, can_manage: true, version: 1, owner: null });
      expect(await seen(colleague)).toEqual([]);
      expect((await call(colleague, "GET", `${id}/`)).status).toBe(404);
      expect((await call(owner, "PUT", `${id}/`, { version: 1, sharing: "read" })).status).toBe(200);
      expect(await seen(colleague)).toMatchObject([{ id, owner: "owner", is_mine: false, can_edit: false }]);
      expect(await call(colleague, "PUT", `${id}/`, { version: 2, name: "Mine" })).toMatchObject({
        status: 403,
        body: { detail: "You may read this dashboard, and not change it. Make a copy to change." },
      });
      await call(owner, "PUT", `${id}/`, { version: 2, sharing: "edit" });
      expect((await call(colleague, "PUT", `${id}/`, { version: 3, name: "Ours" })).status).toBe(200);
      expect((await call(colleague, "PUT", `${id}/`, { version: 4, sharing: "private" })).status).toBe(403);
      expect((await call(colleague, "DELETE", `${id}/`)).status).toBe(403);
      for (const [method, body] of [["GET"], ["PUT", { version: 4, name: "Theirs" }], ["DELETE"]] as const)
        expect((await call(outsider, method, `${id}/`, body)).status).toBe(404);
      expect(await seen(outsider)).toEqual([]);
    });

    test("one for Admins is seen and changed by Admins, and by no other user of the company", async () => {
      const admin = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
      const { id } = await create({ sharing: "admins" });
      expect(await seen(admin)).toMatchObject([{ id, sharing: "admins", is_mine: false, can_edit: true }]);
      expect((await call(admin, "PUT", `${id}/`, { version: 1, name: "Board" })).status).toBe(200);
      for (const [method, body] of [["GET"], ["PUT", { version: 2, name: "Ours" }], ["DELETE"]] as const)
        for (const other of [colleague, outsider]) expect((await call(other, method, `${id}/`, body)).status).toBe(404);
      expect([await seen(colleague), await seen(outsider)]).toEqual([[], []]);
      // A release before this value reads the row as private.
      const rows = await server.db.selectFrom("dashboards").select(["sharing", "for_admins"]).execute();
      expect(rows).toEqual([{ sharing: "private", for_admins: true }]);

      // An answer of 404 would hide that it has changed.
      expect(await call(admin, "PUT", `${id}/`, { version: 2, sharing: "private" })).toMatchObject({ status: 403 });
      expect(await seen(admin)).toMatchObject([{ id, sharing: "admins", version: 2 }]);

      await server.db.updateTable("users").set({ company_role: "Member" }).where("id", "=", admin.id).execute();
      expect(await seen(admin)).toEqual([]);
      expect((await call(admin, "GET", `${id}/`)).status).toBe(404);
      const all = await call(owner, "PUT", `${id}/`, { version: 2, sharing: "read" });
      expect(all).toMatchObject({ status: 200, body: { sharing: "read" } });
      expect(await seen(colleague)).toMatchObject([{ id, can_edit: false }]);
      expect((await call(owner, "PUT", `${id}/`, { version: 3, sharing: "admins" })).status).toBe(200);
      expect(await seen(colleague)).toEqual([]);
    });

    test("a card about a project that the reader is not in is a place without words, and editing keeps it", async () => {
      const cards = [
        { ...COUNT, id: "secret", title: SECRET, filter: { label: [SECRET] } },
        { kind: "text", ...AT, id: "note", x: 4, text: "For **all**" },
      ];
      const { id } = await create({ sharing: "edit" }, cards);
      const read = await call(colleague, "GET", `${id}/`);
      expect(JSON.stringify(read.body)).not.toContain(SECRET);
      expect(JSON.stringify(read.body)).not.toContain("work");
      const { layout } = read.body as DashboardPage;
      expect(layout.cards).toMatchObject([{ kind: "hidden", id: "secret" }, { kind: "text" }]);
      // The reader asks for the card itself.
      expect(await cardsOf(colleague, [COUNT, LIST, METRIC], { project: ["work"] })).toMatchObject(
        Array.from({ length: 3 }, () => ({ state: "refused", reason: "hidden", detail: null })),
      );
      const moved = layout.cards.map((card) => ({ ...card, y: card.y + 5 }));
      const change = { version: 1, layout: { ...VIEW, cards: moved } };
      expect((await call(colleague, "PUT", `${id}/`, change)).status).toBe(200);
      const after = (await call(owner, "GET", `${id}/`)).body as DashboardPage;
      expect(after.layout.cards).toMatchObject([
        { ...cards[0], y: 5 },
        { id: "note", y: 5 },
      ]);
      const invented = [{ kind: "hidden", id: "other", x: 0, y: 0, w: 1, h: 1 }];
      expect(
        await call(colleague, "PUT", `${id}/`, { version: 2, layout: { ...VIEW, cards: invented } }),
      ).toMatchObject({ status: 400, body: { layout: ["A hidden card can be moved and removed, and not added."] } });
    });

    test("a card that names a source or a metric of such a project by its id alone is hidden as well", async () => {
      const sources = await server.db.selectFrom("sources").select("id").where("project_id", "=", workId).execute();
      const source = sources[0]?.id ?? "";
      const definition = {
        kind: "rows",
        of: "issues",
        by: "opened",
        filter: "",
        value: { kind: "count" },
        group: null,
      };
      await server.db
        .insertInto("own_metrics")
        .values({
          id: "own-secret",
          company_id: companyId,
          project_id: workId,
          name: "secret",
          owner_id: owner.id,
          definition: JSON.stringify(definition),
        })
        .execute();
      const open = { ...AT, title: SECRET, project: null };
      const commits = { repository: [source], path: [`plans/${SECRET}.md`] };
      const cards = [
        { kind: "own_metric", ...open, id: "metric", metric: "own-secret" },
        { kind: "list", ...open, id: "commits", x: 4, of: "commits", filter: commits, rows: 3 },
        { ...COUNT, ...open, id: "issues", x: 8, filter: { tracker: [source], label: [SECRET] } },
        { ...METRIC, ...AT, id: "all", y: 4 },
      ];
      const { id } = await create({ sharing: "read" }, cards);
      expect((await call(owner, "GET", `${id}/`)).body).toMatchObject({ layout: { cards } });
      const read = await call(colleague, "GET", `${id}/`);
      expect(JSON.stringify(read.body)).not.toContain(SECRET);
      const kinds = (read.body as DashboardPage).layout.cards.map((card) => [card.id, card.kind]);
      expect(Object.fromEntries(kinds)).toEqual({
        metric: "hidden",
        commits: "hidden",
        issues: "hidden",
        all: "metric",
      });
      // What is gone belongs to no project, and its card can be changed.
      await server.db.deleteFrom("own_metrics").where("id", "=", "own-secret").execute();
      expect((await call(owner, "GET", `${id}/`)).body).toMatchObject({ layout: { cards } });
    });

    test("a member who is removed from the project, then from the company, loses the data, then the dashboard", async () => {
      const { id } = await create({ sharing: "read" }, [{ ...COUNT, id: "a" }]);
      await addMember(server.db, workId, colleague.id, "Viewer");
      expect(await cardsOf(colleague, [COUNT])).toMatchObject([{ state: "ready" }]);
      await server.db
        .deleteFrom("project_members")
        .where("project_id", "=", workId)
        .where("user_id", "=", colleague.id)
        .execute();
      expect(await cardsOf(colleague, [COUNT])).toMatchObject([{ reason: "hidden" }]);
      await server.db
        .updateTable("users")
        .set({ company_id: outsiderCompany() })
        .where("id", "=", colleague.id)
        .execute();
      expect((await call(colleague, "GET", `${id}/`)).status).toBe(404);
      await server.db.updateTable("users").set({ company_id: companyId }).where("id", "=", colleague.id).execute();
    });
    const outsiderCompany = () => server.db.selectFrom("users").select("company_id").where("id", "=", outsider.id);

    test("a plan without dashboards refuses all calls, and keeps what there is", async () => {
      const { id } = await create();
      const setPlan = (plan: "Premium" | "Enterprise") =>
        server.db.updateTable("companies").set({ plan }).where("id", "=", companyId).execute();
      await setPlan("Premium");
      expect(await call(owner, "GET", `${id}/`)).toMatchObject({
        status: 402,
        body: { detail: "You need to upgrade your plan to use dashboards. Please contact support." },
      });
      await setPlan("Enterprise");
      expect((await call(owner, "GET", `${id}/`)).status).toBe(200);
    });
  });

  test("the second of two writers learns who was first, and nothing of the first is lost", async () => {
    const { id } = await create({ sharing: "edit" });
    expect((await call(colleague, "PUT", `${id}/`, { version: 1, name: "First" })).status).toBe(200);
    expect(await call(owner, "PUT", `${id}/`, { version: 1, name: "Second" })).toMatchObject({
      status: 409,
      body: {
        detail:
          "colleague has changed this dashboard since you opened it. Nothing of yours was saved: save it as a copy, or load the new version.",
      },
    });
    expect((await call(owner, "GET", `${id}/`)).body).toMatchObject({
      name: "First",
      version: 2,
      updated_by: "colleague",
    });
  });

  test("an exported file comes back as a private dashboard, and a wrong one is refused with its faults", async () => {
    const { layout } = await create({ sharing: "edit" }, [
      { ...METRIC, id: "a" },
      { ...LIST, id: "b", x: 4 },
    ]);
    const file = { format: "clew-dashboard", version: 1, name: "Delivery", layout };
    const imported = await call(colleague, "POST", "import/", file);
    expect(imported).toMatchObject({ status: 201, body: { sharing: "private", is_mine: true } });
    const [first, second] = layout.cards;
    for (const [change, errors] of [
      [{ format: "grafana" }, { format: ["This is not an exported dashboard: “format” must be “clew-dashboard”."] }],
      [{ version: 2 }, { version: [expect.stringContaining("“version” must be 1")] }],
      [
        { layout: { ...layout, cards: [first, { ...second, x: 0 }] } },
        { layout: { cards: { 1: ["This card overlaps another one. Give each card cells of its own."] } } },
      ],
      [
        { layout: { ...layout, cards: [{ ...second, filter: { colour: ["red"] } }] } },
        { layout: { cards: { 0: { filter: ["The list has no such filter, or the filter has no such value."] } } } },
      ],
      [
        { layout: { ...layout, cards: [{ ...first, x: 1, w: 12 }] } },
        { layout: { cards: { 0: { w: ["This card ends beyond the last of the 12 columns."] } } } },
      ],
    ] as const)
      expect(await call(colleague, "POST", "import/", { ...file, ...change })).toMatchObject({
        status: 400,
        body: errors,
      });
  });
});
