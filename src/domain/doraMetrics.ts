import type { StoredCard } from "../../contract/insights/dashboardCards.ts";
import type { StoredLayout } from "../../contract/insights/dashboards.ts";
import type { OwnMetricDraft, RowsDefinition } from "../../contract/insights/ownMetrics.ts";

/** The four keys of DORA (N. Forsgren, J. Humble and G. Kim, Accelerate, 2018), in the order in which they are defined and shown. */
export const DORA_METRICS = ["frequency", "leadTime", "failureRate", "restore"] as const;
export type DoraMetric = (typeof DORA_METRICS)[number];

/** The labels that trackers use for a failure in production. */
export const INCIDENT_FILTER = "label:incident OR label:outage";

const rows = (definition: Pick<RowsDefinition, "of" | "at" | "value"> & { readonly filter?: string }) =>
  ({ kind: "rows", by: null, filter: "", ...definition }) as const;
const between = (from: "opened", to: "closed" | "released") =>
  ({ kind: "median", of: { kind: "between", from, to } }) as const;

/**
 * Releases count as deployments, and issues that fit a filter as failures in production.
 * @param filter of the issues that are incidents. @param nameOf in the language of the user who defines them
 */
export function doraDrafts(
  filter: string,
  nameOf: (metric: DoraMetric) => string,
): Readonly<Record<DoraMetric, OwnMetricDraft>> {
  const draft = (metric: DoraMetric, definition: OwnMetricDraft["definition"]): OwnMetricDraft => ({
    name: nameOf(metric),
    definition,
    target: null,
  });
  return {
    frequency: draft("frequency", rows({ of: "releases", at: "published", value: { kind: "per_week" } })),
    leadTime: draft("leadTime", rows({ of: "requests", at: "released", value: between("opened", "released") })),
    failureRate: draft(
      "failureRate",
      rows({ of: "releases", at: "published", value: { kind: "followed", issues: filter } }),
    ),
    restore: draft("restore", rows({ of: "issues", at: "closed", filter, value: between("opened", "closed") })),
  };
}

const CARD = { w: 6, h: 6 } as const;

/**
 * The four keys, each as a card, over a year: a small team has too few releases in a quarter for a median.
 * @param project whose metrics they are; null: of the company. @param note what is approximated
 */
export const doraLayout = (
  idOf: (metric: DoraMetric) => string,
  project: string | null,
  note: string,
): StoredLayout => ({
  period: "1y",
  granularity: "monthly",
  cards: [
    ...DORA_METRICS.map((metric, at): StoredCard => ({
      kind: "own_metric",
      id: metric,
      title: null,
      metric: idOf(metric),
      project,
      x: (at % 2) * CARD.w,
      y: Math.floor(at / 2) * CARD.h,
      ...CARD,
    })),
    { kind: "text", id: "note", title: null, text: note, x: 0, y: 2 * CARD.h, w: 2 * CARD.w, h: 4 },
  ],
});
