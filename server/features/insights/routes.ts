/** Insights: series, their drill-down, the views that are not series, and CSV. The plan is checked where all calls are mounted. */
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import { drillDown } from "../../engines/insights/drillDown.ts";
import { viewRows } from "../../engines/insights/viewRows.ts";
import { Invalid } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { insightsCsv } from "./insightsCsv.ts";
import { presentRows, presentViewRows } from "./present.ts";
import type { InsightsService } from "./service.ts";

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
    const from = readOffset(query.cursor);
    const page = rows.slice(from, from + query.limit);
    const next = from + query.limit < rows.length ? String(from + query.limit) : null;
    return { count: rows.length, next, results: page.length === 0 ? [] : await presentRows(db, query.metric, page) };
  });

  mount("insightViewRows", async ({ user, query, log }) => {
    const window = await service.windowFor(user, query);
    const projects = await service.openWithPeople(user, query.project, log);
    const found = viewRows(query.view, { projects, filter: query, window, at: query.at });
    const from = readOffset(query.cursor);
    const next = from + query.limit < found.rows.length ? String(from + query.limit) : null;
    return { count: found.rows.length, next, results: await presentViewRows(db, found, from, from + query.limit) };
  });

  mount("insightViews", ({ user, query, log }) => service.views(user, query, log));

  mount("insightOptions", ({ user, query, log }) => service.options(user, query.project, log));
}

/** @throws Invalid for a cursor that no page returned */
function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const offset = Number(cursor);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Invalid({ cursor: [message("field.format")] });
  return offset;
}
