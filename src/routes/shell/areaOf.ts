import { ROUTES } from "../paths.ts";

const pathOf = (id: string): string => (Object.hasOwn(ROUTES, id) ? ROUTES[id as keyof typeof ROUTES] : "");

const INSIGHTS: ReadonlySet<string> = new Set(["insights", "dashboards", "dashboard", "reports"]);

/** The entry of the top bar for the matched routes: everything of a project is below the projects, and dashboards and reports are below Insights. */
export function areaOf(ids: readonly string[]): "projects" | "insights" | null {
  if (ids.some((id) => /^\/projects(?:\/|$)/.test(pathOf(id)))) return "projects";
  return ids.some((id) => INSIGHTS.has(id)) ? "insights" : null;
}
