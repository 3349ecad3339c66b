import type { FastifyBaseLogger } from "fastify";
import { ISSUE_TYPES } from "../../../contract/constants.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type {
  InsightChange,
  Insights,
  InsightSeriesQuery,
  InsightsQuery,
  InsightTarget,
} from "../../../contract/insights/insights.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listInsightTargets } from "../../db/tables/insights/insightTargets.ts";
import { listIssueKeys, listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { findProjectWithPlan } from "../../db/tables/projects/projectLists.ts";
import { listSourceNames } from "../../db/tables/sources/sources.ts";
import { FactsCache } from "./facts/FactsCache.ts";
import type { Facts } from "../../engines/insights/facts.ts";
import { findingsOf } from "../../engines/insights/findings.ts";
import { judgeTargets } from "../../engines/insights/judgeTargets.ts";
import { metricChanges } from "../../engines/insights/metricChanges.ts";
import { measure, notesOf, botsOf } from "../../engines/insights/measure.ts";
import { type Window, windowOf } from "../../engines/insights/periods.ts";
import type { InsightFilter } from "../../engines/insights/scope.ts";
import { controlIssues, viewsOf } from "../../engines/insights/views.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { type RequestedProject, requestedProjects, timeZoneOf } from "../../project/requestedProjects.ts";

export interface InsightsOptions {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** The moment that counts as now; tests set it. */
  readonly now?: () => Date;
  /** Bytes of facts that may be kept in memory. */
  readonly factsBytes?: number | undefined;
}

const NO_FILTER: InsightFilter = { repository: [], tracker: [], person: [], label: [], type: [] };

/** Opens projects with their facts, and computes what one answer of Insights needs of them. */
export class InsightsService {
  readonly #db: Db;
  readonly #indexes: IndexCache;
  readonly #now: () => Date;
  readonly #facts: FactsCache;

  constructor({ db, indexes, now = () => new Date(), factsBytes }: InsightsOptions) {
    this.#db = db;
    this.#indexes = indexes;
    this.#now = now;
    this.#facts = new FactsCache(db, { ...(factsBytes !== undefined && { mostBytes: factsBytes }) });
  }

  /** The requested projects with their indexes and facts. @throws Invalid for one that the caller may not read */
  async open(user: Principal, slugs: readonly string[], log: FastifyBaseLogger) {
    const projects = await requestedProjects(this.#db, user, slugs);
    return Promise.all(
      projects.map(async (project) => {
        const index = await openProjectIndex(this.#db, this.#indexes, project.id, log);
        return { project, index, facts: await this.#facts.of(project, index) };
      }),
    );
  }

  /** The same with the people of the Experts' map, for the distribution of knowledge. */
  async openWithPeople(user: Principal, slugs: readonly string[], log: FastifyBaseLogger) {
    return Promise.all(
      (await this.open(user, slugs, log)).map(async (project) => ({
        ...project,
        people: await projectPeople(this.#db, project.project.id, project.index),
      })),
    );
  }

  async windowFor(
    user: Principal,
    { period, granularity, against }: Pick<InsightsQuery, "period" | "granularity"> & Partial<InsightSeriesQuery>,
  ) {
    return windowOf(period, granularity, await timeZoneOf(this.#db, user.companyId), this.#now(), against);
  }

  async series(
    user: Principal,
    query: InsightsQuery & Partial<InsightSeriesQuery>,
    log: FastifyBaseLogger,
  ): Promise<Insights> {
    const window = await this.windowFor(user, query);
    const opened = await this.open(user, query.project, log);
    const facts = opened.map((project) => project.facts);
    const series = measure(facts, query, window);
    const measured = { projects: facts, filter: query };
    const changes = metricChanges(measured, window);
    const targets = await this.#targetsOf(opened, query, window, changes);
    return {
      computed_at: new Date(window.nowMs).toISOString(),
      time_zone: window.timeZone,
      buckets: [...window.buckets],
      series,
      changes,
      targets,
      findings: findingsOf(measured, window, changes, targets),
      notes: notesOf(facts, series),
      bots: botsOf(facts),
    };
  }

  /** Several projects count as one, and no target is of them together. */
  async #targetsOf(
    opened: readonly { readonly project: Pick<RequestedProject, "id">; readonly facts: Facts }[],
    filter: InsightFilter,
    { edges }: Window,
    changes: readonly InsightChange[],
  ): Promise<InsightTarget[]> {
    const [only] = opened;
    if (only === undefined || opened.length > 1) return [];
    const targets = (await listInsightTargets(this.#db, only.project.id)).map(({ set_at, ...target }) => ({
      ...target,
      set_at: set_at.toISOString(),
    }));
    return judgeTargets(targets, { facts: only.facts, filter, changes, from: edges[0] ?? 0 });
  }

  /** The targets of a project over the period that Insights begins with, without a filter. */
  async judgedTargets(
    project: Pick<RequestedProject, "id" | "slug"> & { readonly companyId: string },
    index: OpenedIndex,
  ) {
    if ((await listInsightTargets(this.#db, project.id)).length === 0) return [];
    const window = windowOf("3m", "weekly", await timeZoneOf(this.#db, project.companyId), this.#now());
    const facts = await this.#facts.of(project, index);
    const changes = metricChanges({ projects: [facts], filter: NO_FILTER }, window);
    return this.#targetsOf([{ project, facts }], NO_FILTER, window, changes);
  }

  /** The views that are no series: control chart, aging, flow and knowledge. */
  async views(user: Principal, query: InsightsQuery, log: FastifyBaseLogger) {
    const window = await this.windowFor(user, query);
    const projects = await this.openWithPeople(user, query.project, log);
    const ids = controlIssues(projects, query, window);
    const [named, shared] = [await listIssueKeys(this.#db, ids), await listIssuesWithSharedKey(this.#db, ids)];
    const titles = named.map(
      (issue) => [issue.id, { ...issue, address: issueAddress(issue, shared.has(issue.id)) }] as const,
    );
    const views = viewsOf(projects, query, window, new Map(titles));
    return { computed_at: new Date(window.nowMs).toISOString(), time_zone: window.timeZone, ...views };
  }

  /** The values that the filters of the screen offer. */
  async options(user: Principal, slugs: readonly string[], log: FastifyBaseLogger) {
    const opened = await this.open(user, slugs, log);
    const ids = opened.map(({ project }) => project.id);
    const sources = await listSourceNames(this.#db, ids);
    const of = (kind: string) => sources.filter((source) => source.kind === kind).map(({ id, name }) => ({ id, name }));
    const people = new Map(
      opened.flatMap(({ facts }) => facts.people.filter(({ isBot }) => !isBot).map(({ id, name }) => [id, name])),
    );
    return {
      projects: opened.map(({ project }) => ({ slug: project.slug, name: project.name, role: project.role })),
      repositories: of("repository"),
      trackers: of("tracker"),
      people: [...people].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name)),
      labels: [...new Set(opened.flatMap(({ facts }) => facts.labels))].sort((a, b) => a.localeCompare(b)),
      types: ISSUE_TYPES.filter((type) => opened.some(({ facts }) => facts.types.includes(type))),
    };
  }

  /** The facts of a project that the caller has checked, and whose state it has just read. */
  factsOf(project: Pick<RequestedProject, "id" | "slug">, index: OpenedIndex, stamp: string): Promise<Facts> {
    return this.#facts.of(project, index, stamp);
  }

  /** Loads the facts of a project before the first request, when the company's plan includes Insights. */
  async prepare(projectId: string, index: OpenedIndex): Promise<void> {
    const project = await findProjectWithPlan(this.#db, projectId);
    if (project && planHas(project.plan, "insights")) await this.#facts.of(project, index);
  }
}
