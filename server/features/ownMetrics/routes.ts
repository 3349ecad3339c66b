/** Own metrics. The plan is checked where all calls are mounted. */
import { z } from "zod";
import { actorOf } from "../../access/auditLog.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { presentViewRows } from "../insights/present.ts";
import { addOwnMetric, changeOwnMetric, readOwnMetrics, removeOwnMetric } from "./service.ts";
import { type OwnMetricDeps, previewValues, readMetricRows, readValues } from "./values.ts";

const Offset = z.int().min(0);

/** Definitions of metrics. */
export function mountOwnMetrics(mount: RouteRegistrar, db: Db): void {
  mount("listOwnMetrics", ({ user, query: { project } }) =>
    readOwnMetrics(db, user, project === undefined ? [] : [project]),
  );
  mount("createOwnMetric", ({ user, body, address }) => addOwnMetric(db, user, body, actorOf(user, address)));
  mount("importOwnMetric", ({ user, body: { project, name, definition, target }, address }) =>
    addOwnMetric(db, user, { project, name, definition, target }, actorOf(user, address)),
  );
  mount("updateOwnMetric", ({ user, params, body, address }) =>
    changeOwnMetric(db, user, { id: params.metricId, change: body, by: actorOf(user, address) }),
  );
  mount("deleteOwnMetric", ({ user, params, address }) =>
    removeOwnMetric(db, user, params.metricId, actorOf(user, address)),
  );
}

/** Their values, which are computed from the facts of projects. */
export function mountOwnMetricValues(mount: RouteRegistrar, deps: OwnMetricDeps): void {
  mount("previewOwnMetric", ({ user, body, log }) => previewValues(deps, { user, log }, body));
  mount("ownMetricValues", ({ user, params, query, log }) => readValues(deps, { user, log }, params.metricId, query));
  mount("ownMetricRows", async ({ user, params, query, log }) => {
    const rows = await readMetricRows(deps, { user, log }, params.metricId, query);
    const from = decodeCursor(Offset, query.cursor) ?? 0;
    const next = from + query.limit < rows.rows.length ? encodeCursor(from + query.limit) : null;
    return { count: rows.rows.length, next, results: await presentViewRows(deps.db, rows, from, from + query.limit) };
  });
}
