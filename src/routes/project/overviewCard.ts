import type { PulseMetric } from "../../../contract/overview.ts";
import type { CardDraft } from "../../domain/dashboardCards.ts";

/** A number or a list of the overview that a dashboard can have. */
export type OverviewPart = PulseMetric | "newest" | "quiet" | "waiting" | "knowledge" | "hotspots" | "outdated";

/**
 * The card of a part of the overview, with the rows of its list in the same order. That of issues without activity begins with the same rows and
 * has all open issues: a filter by a day would keep the day on which the card was made.
 * @param title of a list of issues or requests
 */
export function overviewCard(part: OverviewPart, project: string, title: string): CardDraft {
  if (part === "knowledge" || part === "hotspots") return { kind: "map", title: null, project, map: part };
  const list = { kind: "list", project, rows: 10 } as const;
  if (part === "outdated") return { ...list, title: null, of: "documents", filter: { outdated: ["true"] } };
  if (part === "waiting") return { ...list, title, of: "requests", filter: { waiting: ["yes"], sort: ["created_at"] } };
  if (part === "newest" || part === "quiet") {
    const sort = part === "newest" ? "-created_at" : "updated_at";
    return { ...list, title, of: "issues", filter: { state: ["open"], sort: [sort] } };
  }
  return { kind: "metric", title: null, project, metric: part, display: "sparkline" };
}
