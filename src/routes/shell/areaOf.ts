import { ROUTES } from "../paths.ts";

const pathOf = (id: string): string => (Object.hasOwn(ROUTES, id) ? ROUTES[id as keyof typeof ROUTES] : "");

/** The entry of the top bar for the matched routes: everything of a project is below the projects. */
export function areaOf(ids: readonly string[]): "projects" | "insights" | "dashboards" | null {
  if (ids.some((id) => /^\/projects(?:\/|$)/.test(pathOf(id)))) return "projects";
  if (ids.some((id) => id === "dashboards" || id === "dashboard")) return "dashboards";
  return ids.includes("insights") ? "insights" : null;
}
