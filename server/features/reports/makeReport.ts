/** Computes a report for one receiver, by the calls of the API on behalf of them. */
import type { FastifyBaseLogger } from "fastify";
import type { DashboardCard, DataCard } from "../../../contract/insights/dashboardCards.ts";
import { DASHBOARD_LIMITS } from "../../../contract/insights/dashboardRules.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Semaphore } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { findRunBefore, type ReportRunEntry } from "../../db/tables/insights/reportRuns.ts";
import { findTimeZoneOfUser, type ReportRow } from "../../db/tables/insights/reports.ts";
import type { Invoker } from "../../http/invoker.ts";
import { readCards } from "../dashboards/cards.ts";
import { unpackContent } from "./archive.ts";
import {
  insightCards,
  inReadingOrder,
  type ReportCard,
  type ReportContent,
  reportCard,
  valuesOf,
} from "./reportContent.ts";

/** Milliseconds for the cards of one report. */
const BUDGET_MS = 120_000;

export interface MakeDeps {
  readonly db: Db;
  readonly invoke: Invoker["invoke"];
  /** For the calls of all reports. */
  readonly permits: Semaphore;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

interface Page {
  readonly name: string;
  readonly path: string;
  readonly cards: readonly DashboardCard[];
  /** Slugs of the projects of cards without one of their own. */
  readonly project: readonly string[];
}

/** @throws ApiError where the receiver may not see the page (any more) */
async function readPage(
  { invoke }: MakeDeps,
  user: Principal,
  { page, project }: ReportRow,
  signal: AbortSignal,
): Promise<Page> {
  if (page.kind === "dashboard") {
    const { name, layout } = await invoke("readDashboard", { user, params: { dashboardId: page.id }, signal });
    return { name, path: `/dashboards/${page.id}`, cards: inReadingOrder(layout.cards), project };
  }
  const { name } = await invoke("getProject", { user, params: { id: page.project }, signal });
  return { name, path: `/projects/${page.project}/insights`, cards: insightCards(), project: [page.project] };
}

/** @throws ApiError where the receiver may not see the page (any more), or their plan has no reports */
export async function makeReport(
  deps: MakeDeps,
  user: Principal,
  report: ReportRow,
  run: Pick<ReportRunEntry, "due_at">,
): Promise<ReportContent> {
  const { db, invoke, permits, now, log } = deps;
  const { period, granularity } = report;
  const signal = AbortSignal.timeout(BUDGET_MS);
  const page = await readPage(deps, user, report, signal);
  const data = page.cards.filter((card): card is DataCard => card.kind !== "text" && card.kind !== "hidden");
  const answers = await readCards(
    { db, invoke, permits, now, budget: signal },
    user,
    {
      period,
      granularity,
      project: [...page.project],
      repository: [...report.repository],
      cards: data.slice(0, DASHBOARD_LIMITS.cards),
    },
    { signal: new AbortController().signal, log },
  );
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const cards = page.cards
    .map((card) => reportCard(card, byId.get(card.id)))
    .filter((card): card is ReportCard => card !== null)
    .filter((card) => report.page.kind !== "insights" || hasData(card));
  const before = await findRunBefore(db, { reportId: report.id, userId: user.id, before: run.due_at });
  const old = before?.content ? await unpackContent(before.content) : null;
  const filters = await visibleFilters(deps, user, report, signal);
  return {
    version: 1,
    name: report.name,
    page: page.name,
    path: `${page.path}?${filters.query.toString()}`,
    madeAt: now().toISOString(),
    period,
    granularity,
    timeZone: await findTimeZoneOfUser(db, user.id),
    filters: filters.names,
    cards,
    before: old && { at: old.madeAt, values: valuesOf(old.cards) },
  };
}

/** The filters as far as the receiver sees what they name: their names, and the query of the page's address. */
async function visibleFilters(
  { invoke }: MakeDeps,
  user: Principal,
  { period, granularity, project, repository }: ReportRow,
  signal: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly query: URLSearchParams }> {
  const query = new URLSearchParams({ period, granularity });
  if (project.length + repository.length === 0) return { names: [], query };
  const options = await invoke("insightOptions", { user, params: {}, query: {}, signal });
  const projects = options.projects.filter(({ slug }) => project.includes(slug));
  const repositories = options.repositories.filter(({ id }) => repository.includes(id));
  for (const { slug } of projects) query.append("project", slug);
  for (const { id } of repositories) query.append("repository", id);
  return { names: [...projects, ...repositories].map(({ name }) => name), query };
}

/** Insights leaves out metrics of sources that the project does not have. */
const hasData = (card: ReportCard): boolean =>
  card.kind === "metric" &&
  (card.value !== null || card.series.some(({ values }) => values.some((value) => value !== null)));
