/** Computes a report for one receiver, by the calls of the API on behalf of them. */
import type { FastifyBaseLogger } from "fastify";
import type { DashboardCard, DataCard } from "../../../contract/insights/dashboardCards.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Semaphore } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { findRunBefore, type ReportRunEntry } from "../../db/tables/insights/reportRuns.ts";
import { findTimeZoneOfUser, type ReportRow } from "../../db/tables/insights/reports.ts";
import { listProjectsOfMember } from "../../db/tables/projects/projectLists.ts";
import type { Invoker } from "../../http/invoker.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { readCards } from "../dashboards/cards.ts";
import { ownersOfCards } from "../dashboards/service.ts";
import { unpackContent } from "./archive.ts";
import {
  insightCards,
  inReadingOrder,
  type ReportCard,
  type ReportContent,
  reportCard,
  valuesOf,
} from "./reportContent.ts";
import { markDays, reportInsights, type ReportInsights } from "./reportInsights.ts";
import { projectsOfCards, seesProjectsOf } from "./reportProjects.ts";

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
  const { project: slug } = page;
  const { name } = await invoke("getProject", { user, params: { id: slug }, signal });
  const metrics = await invoke("listOwnMetrics", { user, params: {}, query: { project: slug }, signal });
  return { name, path: `/projects/${slug}/insights`, cards: insightCards(metrics), project: [slug] };
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
      cards: data,
      ...report.insight_filters,
    },
    { signal: new AbortController().signal, log },
  );
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const cards = page.cards
    .map((card) => reportCard(card, byId.get(card.id)))
    .filter((card): card is ReportCard => card !== null)
    .filter((card) => report.page.kind !== "insights" || hasData(card));
  const before = await findRunBefore(db, { reportId: report.id, userId: user.id, before: run.due_at });
  const stored = before?.content ? await unpackContent(before.content) : null;
  const visible = await listProjectsOfMember(db, user.id);
  const old = stored && seesProjectsOf(visible, stored) ? stored : null;
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
    projects: projectsOfCards(visible, data, page.project, await ownersOfCards(db, data)),
    ...(report.page.kind === "insights" && { insights: await readInsights(deps, user, report, report.page, signal) }),
    cards,
    before: old && { at: old.madeAt, values: valuesOf(old.cards) },
  };
}

/** The sentences and marks of the receiver's page of Insights. */
async function readInsights(
  { invoke, now }: MakeDeps,
  user: Principal,
  { period, granularity, repository, insight_filters: filters }: ReportRow,
  page: Extract<ReportRow["page"], { kind: "insights" }>,
  signal: AbortSignal,
): Promise<ReportInsights> {
  const of = { project: [page.project], repository };
  const query = { ...filters, ...of, period, granularity };
  const insights = await invoke("getInsights", { user, params: {}, query, signal });
  const days = markDays(insights, now());
  return reportInsights(
    insights,
    await invoke("listAnnotations", { user, params: {}, query: { ...of, ...days }, signal }),
  );
}

/** The filters as far as the receiver sees what they name: their names, and the query of the page's address. */
async function visibleFilters(
  { invoke }: MakeDeps,
  user: Principal,
  { period, granularity, project, repository, insight_filters: insight }: ReportRow,
  signal: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly query: URLSearchParams }> {
  const query = new URLSearchParams({ period, granularity });
  const { tracker = [], person = [], label = [], type = [] } = insight;
  if ([project, repository, tracker, person, label, type].every(({ length }) => length === 0))
    return { names: [], query };
  const options = await invoke("insightOptions", { user, params: {}, query: {}, signal });
  const projects = options.projects.filter(({ slug }) => project.includes(slug));
  const repositories = options.repositories.filter(({ id }) => repository.includes(id));
  const trackers = options.trackers.filter(({ id }) => tracker.includes(id));
  const people = options.people.filter(({ id }) => person.includes(id));
  const labels = options.labels.filter((name) => label.includes(name));
  for (const { slug } of projects) query.append("project", slug);
  for (const [key, named] of Object.entries({ repository: repositories, tracker: trackers, person: people }))
    for (const { id } of named) query.append(key, id);
  for (const name of labels) query.append("label", name);
  for (const name of type) query.append("type", name);
  const names = [
    ...[...projects, ...repositories, ...trackers, ...people].map(({ name }) => name),
    ...labels,
    ...type.map((name) => formatMessage(message(`report.type_${name}`), user.language)),
  ];
  return { names, query };
}

/** Insights leaves out metrics and views of sources that the project does not have. An own metric without a value is there. */
function hasData(card: ReportCard): boolean {
  switch (card.kind) {
    case "metric":
      return (
        card.metric === null ||
        card.value !== null ||
        card.series.some(({ values }) => values.some((value) => value !== null))
      );
    case "rows":
      return card.count > 0;
    case "bars":
      return card.bars.some(({ n }) => n > 0);
    case "hours":
      return Object.values(card.activity).some((days) => days.flat().some((n) => n > 0));
    case "none":
      return card.title !== null;
    default:
      return true;
  }
}
