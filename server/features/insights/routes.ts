/** Insights: series, their drill-down, the views that are not series, and CSV. The plan is checked where all calls are mounted. */
import type { FastifyBaseLogger } from "fastify";
import { ISSUE_TYPES } from "../../../contract/constants.ts";
import { planHas } from "../../../contract/planFeatures.ts";
import type { Insights, InsightsQuery } from "../../../contract/insights.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listIssueKeys } from "../../db/tables/issues.ts";
import { findProjectWithPlan } from "../../db/tables/projectLists.ts";
import { listSourceNames } from "../../db/tables/sources.ts";
import { FactsCache } from "../../engines/insights/FactsCache.ts";
import { measure, notesOf, botsOf } from "../../engines/insights/measure.ts";
import { windowOf } from "../../engines/insights/periods.ts";
import { drillDown } from "../../engines/insights/drillDown.ts";
import { viewRows } from "../../engines/insights/viewRows.ts";
import { controlIssues, viewsOf } from "../../engines/insights/views.ts";
import { Invalid } from "../../errors.ts";
import { projectPeople } from "../../engines/experts/projectPeople.ts";
import type { IndexCache, OpenedIndex } from "../../index/indexCache.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { requestedProjects, timeZoneOf } from "./requestedProjects.ts";
import { insightsCsv } from "./insightsCsv.ts";
import { presentRows, presentViewRows } from "./presentRows.ts";
import { message } from "../../messages/messages.ts";

interface InsightsOptions {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** The moment that counts as now; tests set it. */
  readonly now?: () => Date;
  /** Bytes of facts that may be kept in memory. */
  readonly factsBytes?: number | undefined;
}

export interface InsightsReady {
  /** Loads the facts of a project before the first request, when the company's plan includes Insights. */
  prepare(projectId: string, index: OpenedIndex): Promise<void>;
}

export function mountInsights(
  mount: RouteRegistrar,
  { db, indexes, now = () => new Date(), factsBytes }: InsightsOptions,
): InsightsReady {
  const store = new FactsCache(db, { ...(factsBytes !== undefined && { mostBytes: factsBytes }) });

  const open = async (user: Principal, slugs: readonly string[], log: FastifyBaseLogger) => {
    const projects = await requestedProjects(db, user, slugs);
    return Promise.all(
      projects.map(async (project) => {
        const index = await openProjectIndex(db, indexes, project.id, log);
        return { project, index, facts: await store.of(project, index) };
      }),
    );
  };
  const windowFor = async (user: Principal, { period, granularity }: InsightsQuery) =>
    windowOf(period, granularity, await timeZoneOf(db, user.companyId), now());
  const read = async (user: Principal, query: InsightsQuery, log: FastifyBaseLogger): Promise<Insights> => {
    const window = await windowFor(user, query);
    const facts = (await open(user, query.project, log)).map((opened) => opened.facts);
    const series = measure(facts, query, window);
    return {
      computed_at: new Date(window.now).toISOString(),
      time_zone: window.timeZone,
      buckets: [...window.buckets],
      series,
      notes: notesOf(facts, series),
      programs: botsOf(facts),
    };
  };

  mount("getInsights", ({ user, query, log }) => read(user, query, log));

  mount("exportInsights", async ({ user, query, log, address }) => {
    const csv = insightsCsv(await read(user, query, log), query);
    const { period, granularity, project } = query;
    await recordAuditEvent(db, actorOf(user, address), {
      action: "insights.exported",
      after: { period, granularity, projects: project },
    });
    return csv;
  });

  mount("insightRows", async ({ user, query, log }) => {
    const window = await windowFor(user, query);
    const facts = (await open(user, query.project, log)).map((opened) => opened.facts);
    const rows = drillDown(facts, query, window, query);
    const from = readPlace(query.cursor);
    const page = rows.slice(from, from + query.limit);
    const next = from + query.limit < rows.length ? String(from + query.limit) : null;
    return { count: rows.length, next, results: page.length === 0 ? [] : await presentRows(db, query.metric, page) };
  });

  /** With the same people as on the Experts' map, for who holds what. */
  const openViews = async (user: Principal, slugs: readonly string[], log: FastifyBaseLogger) =>
    Promise.all(
      (await open(user, slugs, log)).map(async (one) => ({
        ...one,
        people: await projectPeople(db, one.project.id, one.index),
      })),
    );

  mount("insightViewRows", async ({ user, query, log }) => {
    const window = await windowFor(user, query);
    const projects = await openViews(user, query.project, log);
    const found = viewRows(query.view, { projects, filter: query, window, at: query.at });
    const from = readPlace(query.cursor);
    const next = from + query.limit < found.rows.length ? String(from + query.limit) : null;
    return { count: found.rows.length, next, results: await presentViewRows(db, found, from, from + query.limit) };
  });

  mount("insightViews", async ({ user, query, log }) => {
    const window = await windowFor(user, query);
    const projects = await openViews(user, query.project, log);
    const ids = controlIssues(projects, query, window);
    const named = await listIssueKeys(db, ids);
    const views = viewsOf(projects, query, window, new Map(named.map((issue) => [issue.id, issue])));
    return { computed_at: new Date(window.now).toISOString(), time_zone: window.timeZone, ...views };
  });

  mount("insightOptions", async ({ user, query, log }) => {
    const opened = await open(user, query.project, log);
    const ids = opened.map(({ project }) => project.id);
    const sources = await listSourceNames(db, ids);
    const of = (kind: string) => sources.filter((source) => source.kind === kind).map(({ id, name }) => ({ id, name }));
    const people = new Map(
      opened.flatMap(({ facts }) => facts.people.filter(({ isBot }) => !isBot).map(({ id, name }) => [id, name])),
    );
    return {
      projects: opened.map(({ project }) => ({ slug: project.slug, name: project.name })),
      repositories: of("repository"),
      trackers: of("tracker"),
      people: [...people].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name)),
      labels: [...new Set(opened.flatMap(({ facts }) => facts.labels))].sort((a, b) => a.localeCompare(b)),
      types: ISSUE_TYPES.filter((type) => opened.some(({ facts }) => facts.types.includes(type))),
    };
  });

  return {
    prepare: async (projectId, index) => {
      const project = await findProjectWithPlan(db, projectId);
      if (project && planHas(project.plan, "insights")) await store.of(project, index);
    },
  };
}

/** @throws Invalid for a text that no page gave */
function readPlace(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const place = Number(cursor);
  if (!Number.isSafeInteger(place) || place < 0) throw new Invalid({ cursor: [message("field.format")] });
  return place;
}
