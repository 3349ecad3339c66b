import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditPage } from "../../../../contract/access/audit.ts";
import type { Insights, InsightTarget } from "../../../../contract/insights/insights.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addIssues, addWork, at, FIRST, HOUR, NOW, WEEK } from "../../insights/summaryRows.ts";
import { addCompany, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const QUERY = "period=3m&granularity=weekly";

onOneDatabase("targets of Insights", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let companyId: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => new Date(NOW) });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org", role: "Admin" });
    await addWork(server.db, await addProject(server.db, { companyId, ownerId: owner.id, slug: "work" }));
    await addProject(server.db, { companyId, ownerId: owner.id, slug: "empty" });
  });
  afterAll(() => server.stop());

  const set = (body: unknown, slug = "work") =>
    server.call("PUT", `projects/${slug}/insight-targets/`, { token: owner.token, body });
  const remove = (metric: string) =>
    server.call("DELETE", `projects/work/insight-targets/${metric}/`, { token: owner.token });
  const insights = async (query = `project=work&${QUERY}`): Promise<Insights> =>
    (await server.call("GET", `insights/?${query}`, { token: owner.token })).body as Insights;
  const targetOf = async (metric: string, query?: string): Promise<InsightTarget | undefined> =>
    (await insights(query)).targets.find((one) => one.metric === metric);
  const audited = async () =>
    (
      (await server.call("GET", `companies/${companyId}/audit/`, { token: owner.token })).body as AuditPage
    ).results.filter(({ action }) => action.startsWith("insights.target"));

  test("a target is judged only where the interval of the value does not contain it", async () => {
    const change = (await insights()).changes.find(({ metric }) => metric === "first_response");
    const { low = 0, high = 0 } = change?.current.interval ?? {};
    expect(low).toBeGreaterThan(24);
    for (const [value, verdict] of [
      [low - 0.5, "missed"],
      [(low + high) / 2, "unclear"],
      [high + 0.5, "met"],
    ] as const) {
      expect((await set({ metric: "first_response", value })).status).toBe(204);
      expect(await targetOf("first_response")).toMatchObject({ value, verdict, set_by: "owner" });
    }
  });

  test("of no rows there is no judgement", async () => {
    await set({ metric: "cycle_time", value: 48 });
    await set({ metric: "throughput", value: 3 });
    expect(await targetOf("cycle_time")).toMatchObject({ verdict: "few" });
    expect(await targetOf("throughput")).toMatchObject({ verdict: "few" });
  });

  test("a rate is not judged while its sources begin within the period", async () => {
    const young = await addProject(server.db, { companyId, ownerId: owner.id, slug: "young" });
    await addIssues(
      server.db,
      young,
      Array.from({ length: 12 }, (_, i) => FIRST + (i + 1) * WEEK),
    );
    await server.db
      .updateTable("issues")
      .set({ state: "closed", closed_at: at(NOW - HOUR) })
      .where("project_id", "=", young)
      .execute();
    await set({ metric: "throughput", value: 1000 }, "young");
    await set({ metric: "unanswered", value: 0.1 }, "young");
    expect(await targetOf("throughput", `project=young&${QUERY}`)).toMatchObject({ verdict: "uncovered" });
    // All twelve are unanswered, whenever the sources began.
    expect(await targetOf("unanswered", `project=young&${QUERY}`)).toMatchObject({ verdict: "missed" });
  });

  test("a part of the project is not judged, and several projects have no target", async () => {
    await set({ metric: "first_response", value: 24 });
    expect(await targetOf("first_response", `project=work&type=bug&${QUERY}`)).toMatchObject({ verdict: "narrowed" });
    expect((await insights(QUERY)).targets).toEqual([]);
    expect((await insights(`project=empty&${QUERY}`)).targets).toEqual([]);
  });

  test("a missed target has a sentence, also without a clear change", async () => {
    const sentence = { code: "level", metric: "first_review" };
    const before = await insights();
    expect(before.changes.find(({ metric }) => metric === "first_review")).toMatchObject({ verdict: "unclear" });
    expect(before.findings).not.toContainEqual(sentence);
    await set({ metric: "first_review", value: 0.5 });
    expect((await insights()).findings).toContainEqual(sentence);
    await set({ metric: "first_review", value: 6 });
    expect((await insights()).findings).not.toContainEqual(sentence);
  });

  test("the file has the target next to the values of its metric", async () => {
    await set({ metric: "first_response", value: 24 });
    const { body } = await server.call("GET", `insights/export/?project=work&${QUERY}`, { token: owner.token });
    const [head = "", ...rows] = String(body).trim().split("\r\n");
    expect(head.endsWith(",filters,target")).toBe(true);
    const own = rows.filter((row) => row.startsWith("first_response,"));
    const targets = (statistic: string) => [
      ...new Set(
        own.filter((row) => row.startsWith(`first_response,${statistic},`)).map((row) => row.split(",").at(-1)),
      ),
    ];
    expect(targets("median")).toEqual(["24"]);
    expect(targets("p75")).toEqual([""]);
  });

  test("each change is in the audit log, and the same value again is none", async () => {
    await set({ metric: "lead_time", value: 100 });
    const before = (await audited()).length;
    await set({ metric: "lead_time", value: 100 });
    expect(await audited()).toHaveLength(before);
    await set({ metric: "lead_time", value: 80 });
    expect((await audited())[0]).toMatchObject({
      action: "insights.target_set",
      before: { metric: "lead_time", value: 100 },
      after: { metric: "lead_time", value: 80 },
    });
    expect((await remove("lead_time")).status).toBe(204);
    expect((await audited())[0]).toMatchObject({
      action: "insights.target_removed",
      before: { metric: "lead_time", value: 80 },
    });
    expect(await targetOf("lead_time")).toBeUndefined();
    expect(await remove("lead_time")).toMatchObject({ status: 404, body: { detail: "This metric has no target." } });
    expect((await remove("commits")).status).toBe(404);
  });

  test.each([
    [{ metric: "unanswered", value: 1.5 }, { value: ["Must be at most 1"] }],
    [{ metric: "lead_time", value: 0 }, { value: ["Must be at least 0.1"] }],
    [{ metric: "lead_time", value: -1 }, { value: ["Must be at least 0.1"] }],
  ])("%o is refused", async (body, errors) => {
    expect(await set(body)).toMatchObject({ status: 400, body: errors });
  });
  test("a metric without a direction has no target", async () => {
    expect((await set({ metric: "commits", value: 10 })).status).toBe(400);
  });
});
