/** Numbers of a project over time. */
import { z } from "zod";
import { GRANULARITIES, INSIGHT_PERIODS } from "../../../contract/constants.ts";
import { type MetricId, METRIC_IDS, METRICS } from "../../../contract/insights/metrics.ts";
import { InsightPeriod } from "../../../contract/insights/insights.ts";
import { sourcesOf } from "../namedSources.ts";
import { staleness } from "../sourceStaleness.ts";
import { tabHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { OFFSET } from "./arguments.ts";
import { paged } from "./paged.ts";

export const insightsTool = tool({
  name: "insights",
  title: "Insights",
  description:
    "Numbers over time: issue flow, lead time, reviews, commits. Without metrics: each metric over the whole period.",
  input: {
    period: InsightPeriod.default("3m"),
    granularity: z.enum(GRANULARITIES).optional(),
    metrics: z.array(z.string().max(40)).max(30).default([]).describe("Ids, as the answer without it has them"),
    offset: OFFSET,
  },
  draft: async (scope, { project: slug, period, granularity, metrics, offset: from }) => {
    const project = scope.project(slug);
    const unknown = metrics.filter((id) => !(METRIC_IDS as readonly string[]).includes(id));
    if (unknown.length > 0 && unknown.length === metrics.length)
      throw toolRefusal(
        "invalid_arguments",
        `metrics: No such metric; the answer without metrics has their ids. Unknown: ${unknown.map(singleLine).join(", ")}`,
      );
    const chosen = new Set(metrics as MetricId[]);
    const [answer, about] = await Promise.all([
      project.invoke("getInsights", { query: { period, granularity: granularity ?? INSIGHT_PERIODS[period][0] } }),
      project.invoke("getProject"),
    ]);
    const requested = answer.series.filter(({ metric }) => chosen.size === 0 || chosen.has(metric));
    // A metric without a single row is named and not listed.
    const series = requested.filter(({ current, previous }) => current.n + previous.n > 0);
    const nothing = [...new Set(requested.filter((row) => !series.includes(row)).map(({ metric }) => metric))].filter(
      (id) => !series.some(({ metric }) => metric === id),
    );
    const notes = answer.notes.filter(({ metric }) => metric === null || series.some((row) => row.metric === metric));
    const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
    const startOf = (bucket: number): string => answer.buckets[bucket]?.start ?? "";
    const parts = series.flatMap(({ metric, series: name, unit, values, current, previous }) => {
      const title = `- ${metric} ${singleLine(name)}`;
      const target =
        name === "value" || name === "median" ? answer.targets.find((row) => row.metric === metric) : undefined;
      const aim = target
        ? `, target ${METRICS[metric].better === "up" ? "at least" : "at most"} ${target.value}: ${target.verdict}`
        : "";
      const head = `${title} (${unit}): ${round(current.value)} (n ${current.n}), before ${round(previous.value)}${aim}`;
      const rows = chosen.size === 0 ? [] : partsOf(values.map((value) => String(round(value))));
      return [
        head,
        ...rows.map((row, at) => `${title} by bucket from ${startOf(at * MAX_BUCKETS)}: ${row.join(", ")}`),
      ];
    });
    const buckets = answer.buckets.map(({ start, partial }) => (partial ? `${start} (partial)` : start));
    return paged({
      all: [
        ...(chosen.size === 0 ? [] : partsOf(buckets).map((some) => `Buckets begin: ${some.join(", ")}`)),
        ...parts,
        ...notes.map(
          ({ metric, code, count }) =>
            `Note${metric ? ` on ${metric}` : ""}: ${code}${count === null ? "" : ` (${count})`}.`,
        ),
        ...(nothing.length > 0 ? [`Nothing to measure: ${nothing.join(", ")}.`] : []),
      ],
      from,
      lead: [
        `Insights of ${project.slug}, ${period}, computed ${answer.computed_at}, days of ${answer.time_zone}. Null: nothing to measure. Page: ${tabHref(project, "insights")}`,
        ...(unknown.length > 0
          ? [`No such metric: ${unknown.map(singleLine).join(", ")}. There are: ${METRIC_IDS.join(", ")}.`]
          : []),
      ],
      fenced: staleness(sourcesOf(about)),
      present: (part) => part,
    });
  },
});

/** Buckets of one part of an answer, which is shown whole or not at all. */
const MAX_BUCKETS = 20;

const partsOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / MAX_BUCKETS) }, (_, at) =>
    list.slice(at * MAX_BUCKETS, (at + 1) * MAX_BUCKETS),
  );
