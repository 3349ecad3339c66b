import { z } from "zod";
import { DashboardCards } from "./cardContents.ts";
import {
  DashboardCardsBody,
  DashboardEntry,
  DashboardFile,
  DashboardPage,
  DashboardUpdate,
  NewDashboardBody,
} from "./dashboards.ts";
import type { Endpoint } from "../endpoint.ts";

// A table: one call, one row.
/** Calls of dashboards. */
// prettier-ignore
export const DASHBOARD_ENDPOINTS = {
  listDashboards: { method: "GET", path: "dashboards/", auth: "user", status: 200, response: z.array(DashboardEntry), runs: "main", agents: false, expired: false, confirm: false },
  createDashboard: { method: "POST", path: "dashboards/", auth: "user", body: NewDashboardBody, status: 201, response: DashboardPage, runs: "main", agents: false, expired: false, confirm: false },
  importDashboard: { method: "POST", path: "dashboards/import/", auth: "user", body: DashboardFile, status: 201, response: DashboardPage, runs: "main", agents: false, expired: false, confirm: false },
  dashboardCards: { method: "POST", path: "dashboards/cards/", auth: "user", body: DashboardCardsBody, status: 200, response: DashboardCards, runs: "main", agents: false, expired: false, confirm: false },
  readDashboard: { method: "GET", path: "dashboards/:dashboardId/", auth: "user", status: 200, response: DashboardPage, runs: "main", agents: false, expired: false, confirm: false },
  updateDashboard: { method: "PUT", path: "dashboards/:dashboardId/", auth: "user", body: DashboardUpdate, status: 200, response: DashboardPage, runs: "main", agents: false, expired: false, confirm: false },
  deleteDashboard: { method: "DELETE", path: "dashboards/:dashboardId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
