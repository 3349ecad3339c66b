import * as endpoints from "virtual:endpoints/dashboards";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** Dashboards, and what their cards show. */
export const createDashboardsService = ({ call, send }: Client) => ({
  /** The caller's own and those shared with the company, by name. */
  list: (signal?: AbortSignal) => call(endpoints.listDashboards, { signal }),
  read: (dashboardId: string, signal?: AbortSignal) =>
    call(endpoints.readDashboard, { params: { dashboardId }, signal }),
  cards: (body: BodySent<"dashboardCards">, signal?: AbortSignal) => call(endpoints.dashboardCards, { body, signal }),
  create: (body: BodySent<"createDashboard">) => call(endpoints.createDashboard, { body }),
  /** @param file the text of an exported file, parsed */
  importFile: (file: BodySent<"importDashboard">) => call(endpoints.importDashboard, { body: file }),
  update: (dashboardId: string, body: BodySent<"updateDashboard">) =>
    call(endpoints.updateDashboard, { params: { dashboardId }, body }),
  remove: (dashboardId: string) => send(endpoints.deleteDashboard, { params: { dashboardId } }),
});
export type DashboardsService = ReturnType<typeof createDashboardsService>;
