/** What own metrics are worth, for their reader. */
import type { FastifyBaseLogger } from "fastify";
import type { z } from "zod";
import type {
  OwnMetricDraft,
  OwnMetricPreviewBody,
  OwnMetricRowsQuery,
  OwnMetricValues,
  OwnMetricValuesQuery,
} from "../../../contract/insights/ownMetrics.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listChosenFieldNames } from "../../db/tables/sources/sourceFields.ts";
import { listSourceNames } from "../../db/tables/sources/sources.ts";
import type { Window } from "../../engines/insights/periods.ts";
import type { ViewRows } from "../../engines/insights/viewRows.ts";
import type { NamedFacts } from "../../engines/metrics/countables.ts";
import { judgeOwnTarget } from "../../engines/metrics/judgeOwnTarget.ts";
import { MetricMeasurer, type MetricNode } from "../../engines/metrics/measureOwn.ts";
import { rowsBehind } from "../../engines/metrics/measureRows.ts";
import { knownFields, unreadFields } from "../../engines/metrics/unreadFields.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { InsightsService } from "../insights/service.ts";
import { checkDefinition } from "./checkDefinition.ts";
import { nodeOf, visibleMetrics } from "./service.ts";

export interface OwnMetricDeps {
  readonly db: Db;
  readonly insights: InsightsService;
}

interface Reader {
  readonly user: Principal;
  readonly log: FastifyBaseLogger;
}

/** Values of a stored metric. That of a project is about this project alone. @throws NotFound; Conflict where it cannot be read */
export async function readValues(
  deps: OwnMetricDeps,
  reader: Reader,
  id: string,
  query: z.output<typeof OwnMetricValuesQuery>,
): Promise<OwnMetricValues> {
  const { node, target, slugs, nodes } = await storedMetric(deps.db, reader.user, id, query.project);
  const window = await deps.insights.windowFor(reader.user, query);
  return valuesOf(node, target, nodes, await openNamed(deps, reader, slugs), window);
}

/** Values of a definition that is not stored. @throws Invalid, NotFound */
export async function previewValues(
  deps: OwnMetricDeps,
  reader: Reader,
  body: z.output<typeof OwnMetricPreviewBody>,
): Promise<OwnMetricValues> {
  const { rows, projects } = await visibleMetrics(deps.db, reader.user);
  const scope = body.scope === null ? null : (projects.find(({ slug }) => slug === body.scope) ?? null);
  if (body.scope !== null && scope === null) throw new NotFound(message("project.not_found"));
  const nodes = rows.map(nodeOf);
  const node = { id: "", projectId: scope?.id ?? null, name: body.name, definition: body.definition };
  checkDefinition(node, nodes);
  const window = await deps.insights.windowFor(reader.user, body);
  return valuesOf(node, body.target, nodes, await openNamed(deps, reader, body.project), window);
}

/** The rows behind a value of a metric that counts rows; a formula has those of its metrics. */
export async function readMetricRows(
  deps: OwnMetricDeps,
  reader: Reader,
  id: string,
  query: z.output<typeof OwnMetricRowsQuery>,
): Promise<ViewRows> {
  const { node, slugs } = await storedMetric(deps.db, reader.user, id, query.project);
  if (node.definition.kind === "formula") throw new Conflict(message("own_metric.rows_of_formula"));
  const window = await deps.insights.windowFor(reader.user, query);
  const named = await openNamed(deps, reader, slugs);
  const unread = unreadFields(node.definition, knownFields(named));
  if (unread.length > 0) throw new Conflict(message("own_metric.unread_fields", { names: unread.join(", ") }));
  return rowsBehind(named, node.definition, window, query);
}

async function storedMetric(db: Db, user: Principal, id: string, requested: readonly string[]) {
  const { rows, projects } = await visibleMetrics(db, user);
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new NotFound(message("own_metric.not_found"));
  const { definition, ...node } = nodeOf(row);
  if (definition === null) throw new Conflict(message("own_metric.unreadable", { name: row.name }));
  const project = projects.find((candidate) => candidate.id === row.project_id);
  return {
    node: { ...node, definition },
    target: row.target,
    slugs: project ? [project.slug] : requested,
    nodes: rows.map(nodeOf),
  };
}

async function openNamed({ db, insights }: OwnMetricDeps, { user, log }: Reader, slugs: readonly string[]) {
  const opened = await insights.open(user, slugs, log);
  const projectIds = opened.map(({ project }) => project.id);
  const [sources, chosenFields] = await Promise.all([
    listSourceNames(db, projectIds),
    listChosenFieldNames(db, projectIds),
  ]);
  const sourceNames = new Map(sources.map(({ id, name }) => [id, name]));
  return opened.map(({ facts, project }): NamedFacts => ({ facts, name: project.name, sourceNames, chosenFields }));
}

function valuesOf(
  node: MetricNode & Pick<OwnMetricDraft, "definition">,
  target: OwnMetricDraft["target"],
  nodes: readonly MetricNode[],
  projects: readonly NamedFacts[],
  window: Window,
): OwnMetricValues {
  const measurer = new MetricMeasurer(projects, nodes, window);
  const { unit, series, leftOut, values, operands } = measurer.measure(node);
  const { unreadFields: unread } = measurer;
  const value = series[0]?.current.value ?? null;
  return {
    computed_at: new Date(window.nowMs).toISOString(),
    time_zone: window.timeZone,
    buckets: [...window.buckets],
    unit,
    series: [...series],
    left_out: leftOut,
    ...(unread.length > 0 && { unread_fields: [...unread] }),
    target: target && { ...target, verdict: judgeOwnTarget({ definition: node.definition, target }, value, values) },
    operands: operands.map(({ metric, measured }) => ({
      id: metric.id,
      name: metric.name,
      unit: measured.unit,
      value: measured.series[0]?.current.value ?? null,
      n: measured.series[0]?.current.n ?? 0,
    })),
  };
}
