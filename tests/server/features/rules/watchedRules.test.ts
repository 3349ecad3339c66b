/** Rules about knowledge at risk and about targets, from a change in a repository to what its log, its notice and its dry run show. */
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { DryRun, Rule, RuleDefinition, RuleRunPage } from "../../../../contract/integrations/rules.ts";
import type { NoticePage } from "../../../../contract/notices/notices.ts";
import { InsightsService } from "../../../../server/features/insights/service.ts";
import { takeSnapshot } from "../../../../server/features/rules/takeSnapshot.ts";
import { type TakeSnapshot, watchProjects } from "../../../../server/features/rules/watchProjects.ts";
import { createFileBlobs } from "../../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { git, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { makeRule } from "./ruleServer.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

const HOUR = 3_600_000;
const quiet = { debug() {}, info() {}, warn() {}, error() {} } as unknown as FastifyBaseLogger;

onOneDatabase("rules about what a snapshot shows", (engine) => {
  let fixture: SearchServer;
  let folder: string;
  let head = "";
  const call = (method: string, path: string, body?: object, token = fixture.people.admin.token) =>
    fixture.server.call(method, path, { token, ...(body && { body }) });
  /** Commits of people who change the same files, as many lines each. */
  const commit = (author: string, files: Record<string, string>): void => {
    const email = `${author}@example.org`;
    const time = Math.floor(Date.now() / 1000);
    head = makeRepository(folder, [{ message: "Change", author, email, files, time }], { from: head });
  };
  const lines = (name: string, count: number): string =>
    Array.from({ length: count }, (_, at) => `export const ${name}${at} = ${at};`).join("\n");

  beforeAll(async () => {
    // The looks of this test read the files of the index.
    fixture = await startSearchServer(engine, { isWorkDueSoon: true, environment: { CLEW_BLOBS: "files" } });
    const { db, dataDir } = fixture.server;
    await db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", fixture.people.companyId).execute();
    folder = join(dataDir, "loom");
    head = git(folder, "rev-parse", "HEAD").trim();
    commit("bea", { "warp/a.ts": lines("a", 20), "weft/b.ts": lines("b", 20) });
    commit("cem", { "warp/c.ts": lines("c", 20), "weft/d.ts": lines("d", 20) });
    await fixture.sync();
  }, 120_000);
  afterAll(() => fixture.server.stop());
  beforeEach(async () => {
    await fixture.server.db.deleteFrom("rules").execute();
  });

  /** As an engine thread of the server does it. */
  const snapshotOf: TakeSnapshot = (projectId) => {
    const { db, dataDir } = fixture.server;
    const indexes = new IndexCache(createFileBlobs(join(dataDir, "blobs")));
    return takeSnapshot({ db, indexes, insights: new InsightsService({ db, indexes }) }, projectId, quiet);
  };
  const look = async (given: TakeSnapshot = snapshotOf, isInPlan = true): Promise<void> => {
    const errors: unknown[] = [];
    const { db } = fixture.server;
    const deps = {
      db,
      takeSnapshot: given,
      isInPlan: () => Promise.resolve(isInPlan),
      onError: (e: unknown) => errors.push(e),
    };
    await watchProjects(deps, new Date());
    expect(errors).toEqual([]);
  };
  /** The last snapshot was some hours ago. */
  const laterBy = (hours: number) =>
    fixture.server.db
      .updateTable("rule_watches")
      .set({ looked_at: new Date(Date.now() - hours * HOUR) })
      .execute();
  const on = async (definition: RuleDefinition): Promise<Rule> => {
    const made = await call("POST", "rules/", { project: "loom", rule: definition });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body as Rule;
    await call("POST", `rules/${id}/dry-run/`, { cursor: null });
    const { status, body } = await call("POST", `rules/${id}/switch/`, { enabled: true, revision: 1 });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as Rule;
  };
  const runs = async (id: string) => ((await call("GET", `rules/${id}/runs/`)).body as RuleRunPage).results;
  const decided = () =>
    vi.waitFor(
      async () => expect(await fixture.server.db.selectFrom("rule_events").select("id").execute()).toEqual([]),
      20_000,
    );
  const notify = [{ do: "notify" as const, people: ["admin@example.org"] }];

  test("a part of the code that only one person knows any more is reported once, to the rules of its folder", async () => {
    await fixture.server.db.deleteFrom("rule_watches").execute();
    await look();
    const risk = makeRule({ when: "knowledge.at_risk", actions: notify });
    const all = await on({ ...risk, name: "All" });
    const here = await on({ ...risk, name: "Warp", area: "warp" });
    const there = await on({ ...risk, name: "Weft", area: "/weft/" });
    // Within the hour no snapshot is taken.
    for (const name of ["v", "w", "x"]) commit("cem", { "warp/a.ts": lines(name, 9), "warp/c.ts": lines(name, 8) });
    await fixture.sync();
    await look();
    expect(await runs(all.id)).toEqual([]);
    await laterBy(2);
    // Two processes take a snapshot at the same time.
    await Promise.all([look(), look()]);
    await decided();
    const found = await runs(all.id);
    expect(found.map(({ event, subject, actions }) => [event, subject?.key, actions[0]?.state])).toEqual([
      ["knowledge.at_risk", "warp", "done"],
    ]);
    expect([(await runs(here.id)).length, (await runs(there.id)).length]).toEqual([1, 0]);
    await laterBy(2);
    await look();
    await decided();
    expect(await runs(all.id)).toHaveLength(1);
    // The dry run shows what the rule then did.
    const dry = (await call("POST", `rules/${here.id}/dry-run/`, { cursor: null })).body as DryRun;
    expect(dry.results.map(({ at, subject }) => [at, subject.key])).toEqual([[found[0]?.occurred_at, "warp"]]);
    expect(Date.parse(dry.since ?? "")).toBeLessThan(Date.now());
    const notices = (await call("GET", "notices/")).body as NoticePage;
    expect(notices.results.filter(({ kind }) => kind === "rule_matched")[0]).toMatchObject({
      subject: { kind: "source" },
      data: { path: "warp" },
    });
  }, 120_000);

  test("a snapshot that fails or whose process ends stores nothing, and the next one reports what happened meanwhile", async () => {
    const target = { metric: "lead_time", value: 48 } as const;
    const seen =
      (verdict: "met" | "missed" | null): TakeSnapshot =>
      () =>
        Promise.resolve({ areas: [], targets: [{ ...target, verdict }] });
    await laterBy(30);
    await look(seen("met"));
    const missed = await on(makeRule({ name: "Late", when: "metric.missed", metric: "lead_time", actions: notify }));
    const other = await on(makeRule({ name: "Other", when: "metric.missed", metric: "throughput", actions: notify }));
    const met = await on(makeRule({ name: "Good", when: "metric.met", actions: notify }));
    await laterBy(2);
    // The process ends between taking the project and storing what it found.
    void look(() => new Promise(() => undefined));
    await vi.waitFor(async () => {
      const { looked_at: at } = await fixture.server.db
        .selectFrom("rule_watches")
        .select("looked_at")
        .executeTakeFirstOrThrow();
      expect(at.getTime()).toBeGreaterThan(Date.now() - HOUR);
    });
    await look(seen("missed"));
    expect(await runs(missed.id)).toEqual([]);
    await laterBy(2);
    await look(seen("missed"));
    await decided();
    expect((await runs(missed.id)).map(({ subject }) => subject)).toEqual([
      expect.objectContaining({ kind: "project", key: "lead_time" }),
    ]);
    expect([await runs(other.id), await runs(met.id)]).toEqual([[], []]);
    // Outside of the plan nothing is computed.
    await laterBy(2);
    await look(() => Promise.reject(new Error("A snapshot was taken.")), false);
  });

  test("a rule of another kind has no metric, and one without issues writes to no tracker", async () => {
    const add = async (given: Partial<RuleDefinition>) =>
      (await call("POST", "rules/", { project: "loom", rule: makeRule({ actions: notify, ...given }) })).body;
    expect(await add({ metric: "lead_time" })).toMatchObject({ rule: { metric: [expect.any(String)] } });
    expect(await add({ when: "page.outdated", actions: [{ do: "label", label: "x" }] })).toMatchObject({
      rule: { actions: [expect.any(String)] },
    });
    expect(await add({ when: "metric.met", area: "src" })).toMatchObject({ rule: { area: [expect.any(String)] } });
    expect(await add({ when: "knowledge.at_risk", query: "x" })).toMatchObject({
      rule: { query: [expect.any(String)] },
    });
  });
});
