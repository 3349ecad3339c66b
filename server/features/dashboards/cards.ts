/**
 * What the cards of a dashboard show. Each is computed by the calls of the API, made on behalf of the reader, so that its numbers, its
 * permissions and its limits are those of the screens.
 */
import type { FastifyBaseLogger } from "fastify";
import {
  type CARD_REFUSALS,
  type DashboardChart,
  projectsOfFilter,
} from "../../../contract/insights/dashboardRules.ts";
import { type CardAnswer, type CardContent } from "../../../contract/insights/cardContents.ts";
import { type DataCard } from "../../../contract/insights/dashboardCards.ts";
import { type DashboardCardsBody } from "../../../contract/insights/dashboards.ts";
import type { ReportInsightFilters } from "../../../contract/insights/reports.ts";
import type { AnswerOf, EndpointName } from "../../../contract/endpoints.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { Semaphore, unlessAborted } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { type Window, windowOf } from "../../engines/insights/periods.ts";
import { ApiError, Invalid, NotFound } from "../../errors.ts";
import type { Invoker, InvokeOptions } from "../../http/invoker.ts";
import { type Message, formatMessage, message } from "../../messages/messages.ts";
import { type RequestedProject, requestedProjects, timeZoneOf } from "../../project/requestedProjects.ts";
import { controlContent, viewContent } from "./chartCards.ts";
import { comparisonContent } from "./comparisonCards.ts";
import { countContent } from "./countCards.ts";
import { commitsContent, documentsContent, type ListScope, resultsContent } from "./listCards.ts";
import { MAX_TRACKED_PROJECTS, trackedContent } from "./trackedCards.ts";

/** Milliseconds after which a card is answered without its content. */
const CARD_BUDGET_MS = 10_000;
/** Calls of one request at a time: those of a page with many cards leave room for others of the same user. */
const CONCURRENT_CALLS = 6;
/** Calls for all readers of this process at a time: fewer than the database has connections, which other screens need as well. */
const CONCURRENT_CALLS_OF_ALL = 8;

/** Permits for the calls of all readers. */
export const cardPermits = (): Semaphore => new Semaphore(CONCURRENT_CALLS_OF_ALL);

export interface CardDeps {
  readonly db: Db;
  readonly invoke: Invoker["invoke"];
  readonly permits: Semaphore;
  /** The moment that counts as now; tests set it. */
  readonly now: () => Date;
  /** Aborted when the time of the cards is over; tests set it. */
  readonly budget?: AbortSignal;
}

/** A page of cards with its filters. Those of Insights narrow cards that have no project of their own. */
export type CardsPage = DashboardCardsBody & Partial<ReportInsightFilters>;

interface Request {
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
}

type Content<Kind extends CardContent["kind"]> = Extract<CardContent, { kind: Kind }>;
type RefusalReason = (typeof CARD_REFUSALS)[number];

/** Answers each card by itself: one that is slow, fails or is hidden holds no other. */
export async function readCards(
  deps: CardDeps,
  user: Principal,
  body: CardsPage,
  { signal, log }: Request,
): Promise<CardAnswer[]> {
  const budget = deps.budget ?? AbortSignal.timeout(CARD_BUDGET_MS);
  const projects = await requestedProjects(deps.db, user, []);
  const timeZone = await timeZoneOf(deps.db, user.companyId);
  const reader = new CardReader(deps, user, {
    page: body,
    projects,
    window: windowOf(body.period, body.granularity, timeZone, deps.now()),
    signal: AbortSignal.any([signal, budget]),
  });
  return Promise.all(
    body.cards.map(async ({ id, ...card }): Promise<CardAnswer> => {
      const refused = (reason: RefusalReason, detail: string | null = null): CardAnswer => ({
        id,
        state: "refused",
        reason,
        detail,
      });
      try {
        const project = reader.projectOf(card);
        if (project === "hidden" || project === "choose_project") return refused(project);
        const content = await unlessAborted(budget, reader.contentOf(card, project));
        return { id, state: "ready", project: project && { slug: project.slug, name: project.name }, content };
      } catch (error) {
        signal.throwIfAborted();
        if (budget.aborted) return refused("slow");
        if (error instanceof NotFound && !isPartOfProject(card)) return refused("hidden");
        if (error instanceof ApiError) return refused("failed", formatMessage(reasonOf(error), user.language));
        log.error({ err: error }, "a card of a dashboard failed");
        return refused("failed");
      }
    }),
  );
}

/** A person, a wiki or a repository may be gone although the reader sees its project. */
const isPartOfProject = (card: Card): boolean =>
  card.kind === "person" ||
  card.kind === "departure" ||
  (card.kind === "list" && ["documents", "commits"].includes(card.of));

/** Why a call refused its field: more than that the request is not valid. */
function reasonOf(error: ApiError): Message {
  const [named] = error instanceof Invalid ? Object.values(error.fields) : [];
  return (Array.isArray(named) ? named[0] : undefined) ?? error.text;
}

type WithoutId<C> = C extends unknown ? Omit<C, "id"> : never;
type Card = WithoutId<DataCard>;
type CardOf<Kind extends DataCard["kind"]> = Extract<Card, { kind: Kind }>;

interface CardScope {
  readonly page: CardsPage;
  /** Those that the reader is a member of. */
  readonly projects: readonly RequestedProject[];
  readonly window: Window;
  readonly signal: AbortSignal;
}

/** Makes the calls of the cards of one page, each call once. */
class CardReader {
  readonly #deps: CardDeps;
  readonly #user: Principal;
  readonly #scope: CardScope;
  readonly #permits = new Semaphore(CONCURRENT_CALLS);
  readonly #calls = new Map<string, Promise<unknown>>();

  constructor(deps: CardDeps, user: Principal, scope: CardScope) {
    this.#deps = deps;
    this.#user = user;
    this.#scope = scope;
  }

  /** The one project of a card; null for all or several, which metrics, maps, charts and searches are computed of. */
  projectOf(card: Card): RequestedProject | null | "hidden" | "choose_project" {
    const cardProjects = this.#slugsOf(card).map((slug) => this.#projectOf(slug));
    if (cardProjects.includes(undefined)) return "hidden";
    const { projects } = this.#scope;
    // Nothing is left to choose for a reader of one project.
    const [first] = cardProjects.length === 0 && !canBeOfSeveral(card, Infinity) ? projects : cardProjects;
    const count = cardProjects.length || projects.length;
    if (first && count === 1) return first;
    return canBeOfSeveral(card, count) ? null : "choose_project";
  }

  #projectOf(slug: string): RequestedProject | undefined {
    return this.#scope.projects.find((candidate) => candidate.slug === slug);
  }

  /** Slugs of the card itself, of its filter, or of the page; empty: all of the reader's. */
  #slugsOf(card: Card): readonly string[] {
    if (card.project !== null) return [card.project];
    const named = "filter" in card ? projectsOfFilter(card.filter) : [];
    return named.length > 0 ? named : this.#scope.page.project;
  }

  #listScope(card: Card, project: RequestedProject | null): ListScope {
    const { page, projects } = this.#scope;
    return {
      db: this.#deps.db,
      call: (name, params, query) => this.#call(name, params, query),
      project,
      several: this.#slugsOf(card).flatMap((slug) => this.#projectOf(slug) ?? []),
      all: projects,
      repositories: card.project === null ? page.repository : [],
    };
  }

  async contentOf(card: Card, project: RequestedProject | null): Promise<CardContent> {
    switch (card.kind) {
      case "metric":
        return this.#metric(card);
      case "own_metric":
        return this.#ownMetric(card);
      case "map":
        return this.#map(card);
      case "control":
      case "lead_times":
      case "coupling":
      case "hours":
        return this.#chart(card);
      case "list":
        return this.#list(card, project);
      case "count":
        return countContent(this.#listScope(card, project), card, this.#scope.window);
      case "comparison":
        return this.#comparison(card, project);
      case "departure":
        if (project === null) throw new Error("A card of a departure has no project.");
        return this.#departure(card, project);
      case "person":
        if (project === null) throw new Error("A card of a person has no project.");
        return this.#person(card, project);
    }
  }

  async #metric({ metric, project }: CardOf<"metric">): Promise<Content<"metric">> {
    const { buckets, series, changes, targets, notes } = await this.#call("getInsights", {}, this.#insightsOf(project));
    return {
      kind: "metric",
      buckets,
      series: series.filter((item) => item.metric === metric),
      change: changes.find((change) => change.metric === metric) ?? null,
      target: targets.find((target) => target.metric === metric) ?? null,
      notes: notes.filter((note) => note.metric === metric || note.metric === null),
    };
  }

  async #ownMetric({ metric, project }: CardOf<"own_metric">): Promise<Content<"own_metric">> {
    const { period, granularity, project: chosen } = this.#insightsOf(project);
    const values = await this.#call("ownMetricValues", { metricId: metric }, { period, granularity, project: chosen });
    const visible = new Map((await this.#call("listOwnMetrics", {}, {})).map((listed) => [listed.id, listed]));
    const definitions = [metric, ...values.operands.map(({ id }) => id)].flatMap((id) => {
      const ownMetric = visible.get(id);
      return ownMetric ? [{ id, name: ownMetric.name, definition: ownMetric.definition }] : [];
    });
    return { kind: "own_metric", name: visible.get(metric)?.name ?? "", values, definitions };
  }

  async #map({ map, project }: CardOf<"map">): Promise<CardContent> {
    const { hotspots, knowledge, truck_factor } = await this.#call("insightViews", {}, this.#insightsOf(project));
    return map === "hotspots" ? { kind: map, hotspots } : { kind: map, knowledge, truck_factor };
  }

  async #chart({ kind, project }: Pick<CardOf<DashboardChart>, "kind" | "project">): Promise<CardContent> {
    const query = this.#insightsOf(project);
    const views = await this.#call("insightViews", {}, query);
    if (kind !== "control") return viewContent(kind, views);
    return controlContent(views, await this.#call("getInsights", {}, query));
  }

  /** Repositories belong to the projects of the page. */
  #insightsOf(project: string | null) {
    const { cards: _, ...query } = this.#scope.page;
    const { period, granularity } = query;
    return project === null ? query : { period, granularity, project: [project], repository: [] };
  }

  #comparison({ by, project }: CardOf<"comparison">, only: RequestedProject | null): Promise<CardContent> {
    const query = this.#insightsOf(by === "projects" ? null : project);
    return comparisonContent(by, {
      call: (name, params, parameters) => this.#call(name, params, parameters),
      query: only === null ? query : { ...query, project: [only.slug] },
      projects: this.#scope.projects,
    });
  }

  async #profile(slug: string, person: string) {
    const { profile } = await this.#call("getPerson", { id: slug, person }, {});
    if (!profile) throw new NotFound(message("person.not_found"));
    return profile;
  }

  async #departure({ person }: CardOf<"departure">, { slug }: RequestedProject): Promise<Content<"departure">> {
    const profile = await this.#profile(slug, person);
    const query = { project: slug, person: profile.person.id };
    const { leaving, truck_factor } = await this.#call("personKnowledge", {}, query);
    // Nothing is lost with someone who holds nothing, or has left.
    if (!leaving) throw new NotFound(message("dashboard.no_departure"));
    return { kind: "departure", leaving, truck_factor };
  }

  async #person({ person }: CardOf<"person">, { slug }: RequestedProject): Promise<Content<"person">> {
    const profile = await this.#profile(slug, person);
    const work = await this.#call("personWork", {}, { project: slug, person: profile.person.id });
    return {
      kind: "person",
      person: profile.person,
      address: profile.address,
      commits: work.commits_total,
      assigned: work.assigned_total,
      requests: work.requests_total,
      reviews: work.reviews_total,
    };
  }

  async #list(card: CardOf<"list">, project: RequestedProject | null): Promise<CardContent> {
    const { of, filter, rows } = card;
    const scope = this.#listScope(card, project);
    if (of === "search") return resultsContent(scope, filter, rows);
    if (of === "commits") return commitsContent(scope, filter, rows);
    if (of === "documents") return documentsContent(scope, filter, rows);
    return trackedContent(scope, of, filter, rows);
  }

  /** Cards with the same question share its answer. */
  #call<N extends EndpointName>(
    name: N,
    params: InvokeOptions<N>["params"] | Record<string, never>,
    query: Readonly<Record<string, unknown>>,
  ): Promise<AnswerOf<N>> {
    const key = JSON.stringify([name, params, query]);
    const { signal } = this.#scope;
    const make = () =>
      this.#deps.invoke(name, { user: this.#user, params: params as InvokeOptions<N>["params"], query, signal });
    const call = this.#calls.get(key) ?? this.#permits.run(() => this.#deps.permits.run(make, signal), signal);
    this.#calls.set(key, call);
    return call as Promise<AnswerOf<N>>;
  }
}

/** @param projects how many the card would be of */
function canBeOfSeveral(card: Card, projects: number): boolean {
  if (card.kind === "person" || card.kind === "departure") return false;
  if (card.kind === "comparison") return card.by !== "sources" || projects === 1;
  if (card.kind !== "count" && card.kind !== "list") return true;
  const { of, filter } = card;
  if (of === "issues" || of === "requests" || of === "documents") return projects <= MAX_TRACKED_PROJECTS;
  return of === "search" || (of === "commits" && !("path" in filter));
}
