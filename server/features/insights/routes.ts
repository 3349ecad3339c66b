/** Insights: series, their drill-down, the views that are not series, CSV, targets and annotations. The plan is checked where all calls are mounted. */
import { z } from "zod";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { drillDown } from "../../engines/insights/drillDown.ts";
import { viewRows } from "../../engines/insights/viewRows.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { addAnnotation, changeAnnotation, readAnnotation, readAnnotations } from "./annotations.ts";
import { insightsCsv } from "./insightsCsv.ts";
import { presentRows, presentViewRows } from "./present.ts";
import type { InsightsService } from "./service.ts";
import { removeTarget, setTarget } from "./targets.ts";

const Offset = z.int().min(0);

/** What is computed from an index or from many rows. */
export function mountInsights(mount: RouteRegistrar, db: Db, service: InsightsService): void {
  mount("getInsights", ({ user, query, log }) => service.series(user, query, log));

  mount("exportInsights", async ({ user, query, log, address }) => {
    const csv = insightsCsv(await service.series(user, query, log), query);
    const { period, granularity, project } = query;
    await recordAuditEvent(db, actorOf(user, address), {
      action: "insights.exported",
      after: { period, granularity, projects: project },
    });
    return csv;
  });

  mount("insightRows", async ({ user, query, log }) => {
    const window = await service.windowFor(user, query);
    const facts = (await service.open(user, query.project, log)).map((opened) => opened.facts);
    const rows = drillDown(facts, query, window, query);
    const from = decodeCursor(Offset, query.cursor) ?? 0;
    const page = rows.slice(from, from + query.limit);
    const next = from + query.limit < rows.length ? encodeCursor(from + query.limit) : null;
    return { count: rows.length, next, results: page.length === 0 ? [] : await presentRows(db, query.metric, page) };
  });

  mount("insightViewRows", async ({ user, query, log }) => {
    const window = await service.windowFor(user, query);
    const projects = await service.openWithPeople(user, query.project, log);
    const rows = viewRows(query.view, { projects, filter: query, window, at: query.at });
    const from = decodeCursor(Offset, query.cursor) ?? 0;
    const next = from + query.limit < rows.rows.length ? encodeCursor(from + query.limit) : null;
    return { count: rows.rows.length, next, results: await presentViewRows(db, rows, from, from + query.limit) };
  });

  mount("insightViews", ({ user, query, log }) => service.views(user, query, log));

  mount("insightOptions", ({ user, query, log }) => service.options(user, query.project, log));
}

export function mountInsightTargets(mount: RouteRegistrar, db: Db): void {
  mount("setInsightTarget", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "targets.change");
    await setTarget(db, project, body, actorOf(user, address));
  });

  mount("removeInsightTarget", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "targets.change");
    await removeTarget(db, project, params.metric, actorOf(user, address));
  });
}

export function mountInsightAnnotations(mount: RouteRegistrar, db: Db): void {
  mount("listAnnotations", ({ user, query }) => readAnnotations(db, user, query));

  mount("createAnnotation", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "annotations.add");
    const id = await addAnnotation(db, project, body, actorOf(user, address));
    return readAnnotation(db, project, id, user);
  });

  mount("updateAnnotation", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const id = params.annotationId;
    await changeAnnotation(db, project, user, { id, change: body, by: actorOf(user, address) });
    return readAnnotation(db, project, id, user);
  });

  mount("deleteAnnotation", async ({ user, params, address }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    await changeAnnotation(db, project, user, { id: params.annotationId, change: null, by: actorOf(user, address) });
  });
}
