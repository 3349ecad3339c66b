/** Own metrics: listing, defining, changing and deleting them. */
import type { z } from "zod";
import { OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import {
  type NewOwnMetricBody,
  type OwnMetric,
  OwnMetricDefinition,
  type OwnMetricDraft,
} from "../../../contract/insights/ownMetrics.ts";
import { mayInCompany, mayInProject } from "../../../contract/access/policy.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import {
  deleteOwnMetric,
  insertOwnMetric,
  listAllOwnMetrics,
  listOwnMetrics,
  type StoredMetric,
  updateOwnMetric,
} from "../../db/tables/insights/ownMetrics.ts";
import type { MetricNode } from "../../engines/metrics/measureOwn.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { type RequestedProject, requestedProjects } from "../../project/requestedProjects.ts";
import { checkDefinition, formulasOver, isMeasurable } from "./checkDefinition.ts";

type NewMetric = z.output<typeof NewOwnMetricBody>;

/** A stored metric as formulas name it. What a newer version has stored, or no version can measure, has no definition. */
export const nodeOf = ({ id, project_id, name, definition }: StoredMetric): MetricNode => ({
  id,
  projectId: project_id,
  name,
  definition: readDefinition(definition),
});

function readDefinition(stored: unknown): OwnMetricDefinition | null {
  const { data } = OwnMetricDefinition.safeParse(stored);
  return data === undefined || !isMeasurable(data) ? null : data;
}

/**
 * The metrics of the caller's company and of their projects, by name.
 * @param slugs projects; none: all of the caller. @throws NotFound for a project of others
 */
export async function readOwnMetrics(db: Db, caller: Principal, slugs: readonly string[]): Promise<OwnMetric[]> {
  const { rows, projects } = await visibleMetrics(db, caller, slugs);
  return rows.map((row) => present(row, caller, projects));
}

/** The metrics that a caller sees, with their projects. */
export async function visibleMetrics(db: Db, caller: Principal, slugs: readonly string[] = []) {
  const projects = await requestedProjects(db, caller, slugs);
  const rows =
    caller.companyId === null
      ? []
      : await listOwnMetrics(
          db,
          caller.companyId,
          projects.map(({ id }) => id),
        );
  return { rows, projects };
}

/** @throws Forbidden, Invalid, or Conflict when there are too many */
export async function addOwnMetric(db: Db, caller: Principal, body: NewMetric, by: Actor): Promise<OwnMetric> {
  const { companyId } = caller;
  if (companyId === null) throw new Forbidden(message("own_metric.no_company"));
  const { project: slug, ...draft } = body;
  const project = slug === null ? null : await projectFor(db, caller, slug, "metrics.change");
  requireRight(caller, project);
  const id = newId();
  await db.transaction().execute(async (tx) => {
    // Two concurrent changes must not make a circle, a second name or one metric too many.
    await lockCompanyForReferences(tx, companyId);
    const all = await listAllOwnMetrics(tx, companyId);
    const projectId = project?.id ?? null;
    const inScope = all.filter(({ project_id }) => project_id === projectId);
    const max = project === null ? OWN_METRIC_LIMITS.ofCompany : OWN_METRIC_LIMITS.ofProject;
    if (inScope.length >= max) throw new Conflict(message("own_metric.too_many", { max }));
    check({ id, projectId, ...draft }, all);
    await insertOwnMetric(tx, {
      id,
      company_id: companyId,
      project_id: projectId,
      owner_id: caller.id,
      ...columnsOf(draft),
    });
    await recordAuditEvent(tx, by, { action: "metric.created", subject: { kind: "metric", id, name: draft.name } });
  });
  return readOwnMetric(db, caller, id);
}

/** @throws NotFound, Forbidden, Invalid, or Conflict for a new name while formulas have the old one */
export async function changeOwnMetric(
  db: Db,
  caller: Principal,
  { id, change, by }: { readonly id: string; readonly change: OwnMetricDraft; readonly by: Actor },
): Promise<OwnMetric> {
  await db.transaction().execute(async (tx) => {
    const { row, all, visible } = await lockedMetric(tx, caller, id);
    if (row.name.toLowerCase() !== change.name.toLowerCase()) refuseWhileNamed(row, all, visible);
    check({ id, projectId: row.project_id, ...change }, all);
    await updateOwnMetric(tx, id, { ...columnsOf(change), updated_at: new Date() });
    await recordAuditEvent(tx, by, { action: "metric.changed", subject: { kind: "metric", id, name: change.name } });
  });
  return readOwnMetric(db, caller, id);
}

/** @throws NotFound, Forbidden, or Conflict while formulas name it */
export async function removeOwnMetric(db: Db, caller: Principal, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { row, all, visible } = await lockedMetric(tx, caller, id);
    refuseWhileNamed(row, all, visible);
    await deleteOwnMetric(tx, id);
    await recordAuditEvent(tx, by, { action: "metric.deleted", subject: { kind: "metric", id, name: row.name } });
  });
}

/** A metric that the caller may change, with all of the company. @throws NotFound, Forbidden */
async function lockedMetric(tx: Db, caller: Principal, id: string) {
  if (caller.companyId === null) throw new NotFound(message("own_metric.not_found"));
  await lockCompanyForReferences(tx, caller.companyId);
  const { rows, projects } = await visibleMetrics(tx, caller);
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new NotFound(message("own_metric.not_found"));
  requireRight(
    caller,
    row.project_id === null ? null : (projects.find((project) => project.id === row.project_id) ?? null),
  );
  return { row, all: await listAllOwnMetrics(tx, caller.companyId), visible: rows };
}

async function readOwnMetric(db: Db, caller: Principal, id: string): Promise<OwnMetric> {
  const { rows, projects } = await visibleMetrics(db, caller);
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new NotFound(message("own_metric.not_found"));
  return present(row, caller, projects);
}

const mayChange = (caller: Principal, project: Pick<RequestedProject, "role"> | null): boolean =>
  project === null ? mayInCompany(caller.companyRole, "metrics.change") : mayInProject(project.role, "metrics.change");

function requireRight(caller: Principal, project: Pick<RequestedProject, "role"> | null): void {
  if (mayChange(caller, project)) return;
  throw new Forbidden(message(project === null ? "own_metric.admins_only" : "own_metric.maintainers_only"));
}

type Changed = OwnMetricDraft & Pick<MetricNode, "id" | "projectId">;

/** @throws Invalid for a name that another metric has, and a definition that cannot be measured */
function check(changed: Changed, all: readonly StoredMetric[]): void {
  const { id, projectId, name } = changed;
  const isTaken = all.some(
    (row) => row.id !== id && row.project_id === projectId && row.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw new Invalid({ name: [message("own_metric.name_taken", { name })] });
  checkDefinition(changed, all.map(nodeOf));
}

/** A formula of a project that the caller does not see is mentioned without its name. */
function refuseWhileNamed(row: StoredMetric, all: readonly StoredMetric[], visible: readonly StoredMetric[]): void {
  const formulas = formulasOver(nodeOf(row), all.map(nodeOf));
  if (formulas.length === 0) return;
  const names = formulas.filter(({ id }) => visible.some((metric) => metric.id === id)).map(({ name }) => name);
  throw new Conflict(
    names.length > 0
      ? message("own_metric.named_by", { names: names.join(", ") })
      : message("own_metric.named_elsewhere"),
  );
}

const columnsOf = ({ name, definition, target }: OwnMetricDraft) => ({
  name,
  definition: JSON.stringify(definition),
  target: target && JSON.stringify(target),
});

function present(row: StoredMetric, caller: Principal, projects: readonly RequestedProject[]): OwnMetric {
  const project = projects.find(({ id }) => id === row.project_id) ?? null;
  return {
    id: row.id,
    name: row.name,
    project: project && { slug: project.slug, name: project.name },
    definition: nodeOf(row).definition,
    target: row.target,
    owner: row.owner,
    can_change: mayChange(caller, project),
    updated_at: row.updated_at.toISOString(),
  };
}
