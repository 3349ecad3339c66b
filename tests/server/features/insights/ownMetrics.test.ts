import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InsightRowPage, Insights } from "../../../../contract/insights/insights.ts";
import type { OwnMetric, OwnMetricValues } from "../../../../contract/insights/ownMetrics.ts";
import type { z } from "zod";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addWikiSource, newPageRow } from "../../insights/randomPages.ts";
import { addRandomWork, NOW } from "../../insights/randomWork.ts";
import { newId } from "../../../../server/db/newId.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const PAIR = "period=3m&granularity=weekly";
const rows = (definition: object = {}) => ({
  kind: "rows",
  of: "issues",
  at: "opened",
  filter: "",
  by: null,
  value: { kind: "count" },
  ...definition,
});
const formula = (text: string, unit = "number") => ({ kind: "formula", text, unit });

onOneDatabase("own metrics", (engine) => {
  let server: TestServer;
  let companyId: string;
  let admin: SignedInUser;
  let owner: SignedInUser;
  let viewer: SignedInUser;
  let outsider: SignedInUser;
  let projectId: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => NOW });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    const otherId = await addCompany(server.db, { plan: "Enterprise" });
    admin = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org" });
    viewer = await signedIn(server.db, { companyId, email: "viewer@example.org" });
    outsider = await signedIn(server.db, { companyId: otherId, email: "outsider@example.org", role: "Admin" });
    projectId = await addProject(server.db, { companyId, ownerId: owner.id, slug: "loom" });
    await addMember(server.db, projectId, viewer.id, "Viewer");
    await addRandomWork(server.db, projectId, 5);
    const secretId = await addProject(server.db, { companyId, ownerId: admin.id, slug: "secret" });
    await addRandomWork(server.db, secretId, 6);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.db.deleteFrom("own_metrics").execute();
  });

  const call = (caller: SignedInUser, method: string, path = "", body?: unknown) =>
    server.call(method, `own-metrics/${path}`, { token: caller.token, ...(body !== undefined && { body }) });
  const send = (caller: SignedInUser, name: string, definition: object, more: object = {}) =>
    call(caller, "POST", "", { project: "loom", name, definition, target: null, ...more });
  const create = async (name: string, definition: object, more: object = {}): Promise<OwnMetric> => {
    const answer = await send(owner, name, definition, more);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as OwnMetric;
  };
  const valuesOf = async (caller: SignedInUser, { id }: OwnMetric, query = ""): Promise<OwnMetricValues> =>
    (await call(caller, "GET", `${id}/values/?${PAIR}${query}`)).body as OwnMetricValues;

  test("are grouped by a custom field by its name, and filtered by it", async () => {
    const metric = await create("Teams", rows({ by: "field:Team", filter: 'field:"Size = cost=1"' }));
    expect(metric.definition).toMatchObject({ by: "field:Team" });
    const { series } = await valuesOf(owner, metric);
    expect(
      series
        .slice(1)
        .map(({ group }) => group ?? "all")
        .toSorted(),
    ).toEqual(["", "Core", "Web"]);
    expect((await send(owner, "No name", rows({ by: "field:" }))).status).toBe(400);
    expect((await send(owner, "Requests", rows({ of: "requests", by: "field:Team" }))).status).toBe(400);
    const refused = await send(owner, "No value", rows({ filter: "field:Team" }));
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("field:Team")]);
  });

  test("have the values of the built-in metric that counts the same, and its rows", async () => {
    const insights = (await server.call("GET", `insights/?project=loom&${PAIR}`, { token: owner.token }))
      .body as Insights;
    const builtIn = (metric: string, series = "value") =>
      insights.series.find((one) => one.metric === metric && one.series === series);
    const between = (from: string, to: string) => ({ kind: "between", from, to });
    const pairs = [
      ["issues_opened", "value", rows()],
      ["lead_time", "median", rows({ at: "closed", value: { kind: "median", of: between("opened", "closed") } })],
      ["first_response", "p90", rows({ value: { kind: "percentile", p: 90, of: between("opened", "answered") } })],
      [
        "cycle_time",
        "p75",
        rows({ of: "requests", at: "merged", value: { kind: "percentile", p: 75, of: between("opened", "merged") } }),
      ],
      ["commits", "value", rows({ of: "commits", at: "committed" })],
    ] as const;
    for (const [metric, series, definition] of pairs) {
      const made = await create(metric, definition);
      const { series: own, buckets } = await valuesOf(viewer, made);
      expect(buckets).toEqual(insights.buckets);
      expect(own[0]?.values, metric).toEqual(builtIn(metric, series)?.values);
      expect(own[0]?.previous, metric).toEqual(builtIn(metric, series)?.previous);
      const page = (await call(viewer, "GET", `${made.id}/rows/?${PAIR}&limit=5`)).body as z.infer<
        typeof InsightRowPage
      >;
      expect(page.count).toBe(own[0]?.current.n);
      expect(page.results).toHaveLength(5);
    }
  });

  test("count pages of wikis, whose rows are pages at their host", async () => {
    const wiki = await addWikiSource(server.db, projectId, "confluence");
    const created = new Date(NOW.getTime() - 86_400_000);
    const change = { title: "On call", version: 2, author_id: null, updated_at: NOW };
    const page = newPageRow({ wiki, projectId }, newId(), created, change);
    await server.db.insertInto("pages").values(page).execute();
    const pages = await create("Pages", rows({ of: "pages", at: "created", by: "space", filter: "repo:hand" }));
    expect((await valuesOf(viewer, pages)).series.map(({ group, current }) => [group, current.n])).toEqual([
      [null, 1],
      ["Docs", 1],
    ]);
    // The wiki does not report its versions: the page's own one is known.
    const changes = await create("Changes", rows({ of: "page_changes", at: "changed" }));
    for (const [{ id }, at] of [
      [pages, created],
      [changes, NOW],
    ] as const)
      expect((await call(viewer, "GET", `${id}/rows/?${PAIR}`)).body).toMatchObject({
        count: 1,
        results: [{ kind: "page", title: "On call", url: page.url, at: at.toISOString() }],
      });
    expect((await call(outsider, "GET", `${pages.id}/rows/?${PAIR}`)).status).toBe(404);
    expect((await send(owner, "Changed", rows({ of: "pages", at: "changed" }))).status).toBe(400);
  });

  test("are followed by issues where releases are counted, and the filter is one of issues", async () => {
    const followed = (issues: string) => ({ value: { kind: "followed", issues } });
    const releases = { of: "releases", at: "published" };
    const made = await create("Failures", rows({ ...releases, ...followed("label:outage -author:ada") }));
    expect(await valuesOf(viewer, made)).toMatchObject({ unit: "share", series: [{ current: { n: 0 } }] });
    const fieldsOf = async (definition: object) => {
      const { status, body } = await send(owner, "Refused", definition);
      return [status, Object.keys((body as { definition: { value: object } }).definition.value)];
    };
    expect(await fieldsOf(rows(followed("label:outage")))).toEqual([400, ["kind"]]);
    for (const filter of ["", "outage", "ref:v1", "is:merged"])
      expect(await fieldsOf(rows({ ...releases, ...followed(filter) })), filter).toEqual([400, ["issues"]]);
  });

  test("are defined by Owners and Maintainers for a project, and by Admins for the company", async () => {
    expect((await send(viewer, "A", rows())).status).toBe(403);
    expect((await send(outsider, "A", rows())).status).toBe(404);
    expect((await send(owner, "A", rows(), { project: null })).status).toBe(403);
    const ofProject = await create("A", rows());
    const ofCompany = (await send(admin, "B", rows(), { project: null })).body as OwnMetric;
    const seen = async (caller: SignedInUser) =>
      ((await call(caller, "GET")).body as OwnMetric[]).map(({ name, can_change }) => [name, can_change]);
    expect(await seen(owner)).toEqual([
      ["A", true],
      ["B", false],
    ]);
    expect(await seen(viewer)).toEqual([
      ["A", false],
      ["B", false],
    ]);
    // An Admin is no member of the project.
    expect(await seen(admin)).toEqual([["B", true]]);
    expect(await seen(outsider)).toEqual([]);
    for (const method of ["PUT", "DELETE"]) {
      const body = method === "PUT" ? { name: "A", definition: rows(), target: null } : undefined;
      expect((await call(admin, method, `${ofProject.id}/`, body)).status).toBe(404);
      expect((await call(owner, method, `${ofCompany.id}/`, body)).status).toBe(403);
    }
    expect((await call(admin, "GET", `${ofProject.id}/values/?${PAIR}`)).status).toBe(404);
  });

  test("of the company are about the projects of their reader alone", async () => {
    const made = (await send(admin, "All", rows({ by: "project" }), { project: null })).body as OwnMetric;
    const groups = async (caller: SignedInUser) => (await valuesOf(caller, made)).series.map(({ group }) => group);
    expect(await groups(owner)).toEqual([null, "loom"]);
    expect(await groups(admin)).toEqual([null, "secret"]);
    expect((await call(owner, "GET", `${made.id}/values/?${PAIR}&project=secret`)).status).toBe(404);
  });

  describe("a formula", () => {
    test("divides the values of its metrics, and opens as many metrics as it names", async () => {
      const opened = await create("Opened", rows());
      await create("Closed", rows({ at: "closed" }));
      const ratio = await create("Ratio", formula("[closed] / [Opened]", "share"), {
        target: { is: "at_least", value: 0.1 },
      });
      const values = await valuesOf(viewer, ratio);
      const [whole] = (await valuesOf(viewer, opened)).series;
      expect(values.operands.map(({ name }) => name)).toEqual(["Closed", "Opened"]);
      expect(values.series[0]?.current.value).toBeCloseTo(
        (values.operands[0]?.value ?? NaN) / (whole?.current.value ?? NaN),
      );
      expect(values.target?.verdict).toBe("met");
      const answer = await call(viewer, "GET", `${ratio.id}/rows/?${PAIR}`);
      expect([answer.status, answer.body]).toMatchObject([409, { detail: expect.stringContaining("Open the rows") }]);
    });

    test.each([
      ["[Opened] +", /ends too early/],
      ["[Opened", /needs the name of a metric/],
      ["2 ^ 3", /cannot have “\^” at character 3/],
      ["[Nothing]", /There is no metric “Nothing”/],
      [`${"(".repeat(30)}1${")".repeat(30)}`, /more than 20 levels/],
      ["[Ring] * 2", /leads back to itself: Ring → Ring/],
    ])("%s is refused in words", async (text, words) => {
      await create("Opened", rows());
      const { status, body } = await send(owner, "Ring", formula(text));
      expect(status).toBe(400);
      expect((body as { definition: { text: string[] } }).definition.text[0]).toMatch(words);
    });

    test("may not lead back to itself over others, and keeps the names that it has", async () => {
      const first = await create("First", rows());
      await create("Second", formula("[First] * 2"));
      await create("Third", formula("[second] + 1"));
      const body = { name: "First", definition: formula("[Third]"), target: null };
      const circle = await call(owner, "PUT", `${first.id}/`, body);
      expect(JSON.stringify(circle.body)).toContain("First → Third → Second → First");
      const renamed = await call(owner, "PUT", `${first.id}/`, { name: "Other", definition: rows(), target: null });
      expect([renamed.status, JSON.stringify(renamed.body)]).toMatchObject([409, expect.stringContaining("Second")]);
      expect((await call(owner, "DELETE", `${first.id}/`)).status).toBe(409);
      expect(
        (await call(owner, "PUT", `${first.id}/`, { name: "FIRST", definition: rows(), target: null })).status,
      ).toBe(200);
    });

    test("needs no more metrics than are allowed by a later change of one that it names", async () => {
      const names = Array.from({ length: 21 }, (_, at) => `R${at}`);
      for (const name of names) await create(name, rows());
      const sum = (from: number, to: number) =>
        names
          .slice(from, to)
          .map((name) => `[${name}]`)
          .join("+");
      const inner = await create("Inner", rows());
      await create("Outer", formula(`[Inner]+${sum(0, 10)}`));
      const change = (text: string) =>
        call(owner, "PUT", `${inner.id}/`, { name: "Inner", definition: formula(text), target: null });
      const { status, body } = await change(sum(10, 21));
      expect([status, JSON.stringify(body)]).toMatchObject([
        400,
        expect.stringContaining("more than 20 other metrics"),
      ]);
      expect((await change(sum(10, 19))).status).toBe(200);
    });
  });

  test.each([
    [rows({ filter: "crash" }), "filter", /“crash” is no filter/],
    [rows({ filter: "reviewer:ada" }), "filter", /has no filter “reviewer:ada”/],
    [rows({ filter: "is:merged" }), "filter", /no such value/],
    [rows({ filter: "label:" }), "filter", /has a mistake/],
    [rows({ at: "merged" }), "at", /does not have this/],
    [rows({ of: "commits", at: "committed", by: "label" }), "by", /does not have this/],
  ])("%j is refused in words", async (definition, field, words) => {
    const { status, body } = await send(owner, "Broken", definition);
    expect(status).toBe(400);
    expect((body as { definition: Record<string, string[]> }).definition[field]?.[0]).toMatch(words);
  });

  test("of a newer version are listed, and their values are refused in words", async () => {
    const made = await create("Newer", rows());
    const definition = JSON.stringify({ kind: "forecast", of: "issues" });
    await server.db.updateTable("own_metrics").set({ definition }).where("id", "=", made.id).execute();
    expect((await call(viewer, "GET")).body).toMatchObject([{ name: "Newer", definition: null }]);
    const answer = await call(viewer, "GET", `${made.id}/values/?${PAIR}`);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { detail: expect.stringContaining("newer version of Clew") },
    ]);
  });

  test("are imported of a file, whose other versions and forms are refused in words", async () => {
    const file = {
      format: "clew-metric",
      version: 1,
      project: "loom",
      name: "Copied",
      definition: rows(),
      target: null,
    };
    expect((await call(owner, "POST", "import/", file)).status).toBe(201);
    expect((await call(owner, "POST", "import/", file)).body).toMatchObject({
      name: [expect.stringContaining("another name")],
    });
    const newer = (await call(owner, "POST", "import/", { ...file, version: 2 })).body;
    expect(newer).toMatchObject({ version: [expect.stringContaining("Export the metric again")] });
    const other = (await call(owner, "POST", "import/", { ...file, format: "clew-dashboard" })).body;
    expect(other).toMatchObject({ format: [expect.stringContaining("not an exported metric")] });
  });

  test("a preview has the values that the stored metric has", async () => {
    const definition = rows({ at: "closed", by: "label", value: { kind: "per_week" } });
    const body = {
      period: "3m",
      granularity: "weekly",
      project: ["loom"],
      scope: "loom",
      name: "P",
      definition,
      target: null,
    };
    const preview = (await call(viewer, "POST", "preview/", body)).body as OwnMetricValues;
    const stored = await valuesOf(viewer, await create("P", definition));
    expect(preview.series.length).toBeGreaterThan(2);
    expect(preview.series).toEqual(stored.series);
    expect((await call(viewer, "POST", "preview/", { ...body, project: ["secret"] })).status).toBe(404);
  });
});
