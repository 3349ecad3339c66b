import { z } from "zod";
import { GRANULARITIES, INSIGHT_PERIODS } from "../../../contract/constants.ts";
import { type MetricId, METRIC_IDS } from "../../../contract/metrics.ts";
import { InsightPeriod } from "../../../contract/insights.ts";
import { sourcesOf, staleness, tabHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { line } from "../untrusted.ts";

export const insights = tool({
  name: "insights",
  title: "Insights",
  description:
    "Numbers over time: issue flow, lead time, reviews, commits. Without metrics: each metric over the whole period.",
  input: {
    period: InsightPeriod.default("3m"),
    granularity: z.enum(GRANULARITIES).optional(),
    metrics: z.array(z.string().max(40)).max(30).default([]).describe("Ids, as the answer without it has them"),
  },
  draft: async (scope, { project: slug, period, granularity, metrics }) => {
    const project = scope.project(slug);
    const unknown = metrics.filter((id) => !(METRIC_IDS as readonly string[]).includes(id));
    const chosen = new Set(metrics as MetricId[]);
    const [answer, about] = await Promise.all([
      project.invoke("getInsights", { query: { period, granularity: granularity ?? INSIGHT_PERIODS[period][0] } }),
      project.invoke("getProject"),
    ]);
    const requested = answer.series.filter(({ metric }) => chosen.size === 0 || chosen.has(metric));
    // A metric without a single row is named and not listed.
    const series = requested.filter(({ current, previous }) => current.n + previous.n > 0);
    const nothing = [...new Set(requested.filter((one) => !series.includes(one)).map(({ metric }) => metric))].filter(
      (id) => !series.some(({ metric }) => metric === id),
    );
    const notes = answer.notes.filter(({ metric }) => metric === null || series.some((one) => one.metric === metric));
    const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
    return {
      lead: [
        `Insights of ${project.slug}, ${period}, computed ${answer.computed_at}, days of ${answer.time_zone}. Null: nothing to measure. Page: ${tabHref(project, "insights")}`,
        ...(chosen.size === 0
          ? []
          : [
              `Buckets begin: ${answer.buckets.map(({ start, partial }) => (partial ? `${start} (partial)` : start)).join(", ")}.`,
            ]),
        ...(unknown.length > 0
          ? [`No such metric: ${unknown.map(line).join(", ")}. There are: ${METRIC_IDS.join(", ")}.`]
          : []),
        ...notes.map(
          ({ metric, code, count }) =>
            `Note${metric ? ` on ${metric}` : ""}: ${code}${count === null ? "" : ` (${count})`}.`,
        ),
        ...(nothing.length > 0 ? [`Nothing to measure: ${nothing.join(", ")}.`] : []),
        ...staleness(sourcesOf(about)),
      ],
      blocks: series.map(({ metric, series: name, unit, values, current, previous }) => {
        const head = `- ${metric} ${line(name)} (${unit}): ${round(current.value)} (n ${current.n}), before ${round(previous.value)}`;
        return chosen.size === 0
          ? head
          : `${head}; by bucket: ${values.map((value) => String(round(value))).join(", ")}`;
      }),
      more: (shown) =>
        shown < series.length ? "Ask for fewer metrics by their ids, or with a larger max_tokens." : null,
    };
  },
});

export const projectInfo = tool({
  name: "project_info",
  title: "Project info",
  description: "Projects of this token; of one project: its sources and how fresh they are.",
  input: {},
  draft: async (scope, { project: slug }) => {
    const named = slug === undefined && scope.slugs.length !== 1 ? scope.slugs : [scope.project(slug).slug];
    if (scope.slugs.length === 0) scope.project(undefined);
    const projects = await Promise.all(
      named.map(async (one) => {
        const project = scope.project(one);
        return { project, about: await project.invoke("getProject") };
      }),
    );
    return {
      lead: [`This token opens ${scope.slugs.length} project${scope.slugs.length === 1 ? "" : "s"}.`],
      blocks: projects.map(({ project, about }) =>
        [
          `- ${about.slug}: ${line(about.name)}, your role ${about.role}. Page: ${tabHref(project, "sources")}`,
          ...sourcesOf(about).map(
            ({ id, name, kind, sync }) =>
              `    ${kind} ${line(name)} (id ${id}): ${sync.state}, ${sync.items} items, last read ${sync.finished_at ?? "never"}`,
          ),
          ...(sourcesOf(about).length === 0 ? ["    No source is linked yet."] : []),
        ].join("\n"),
      ),
      more: (shown) => (shown < projects.length ? "Ask for one project by its slug." : null),
      data: (shown) => ({
        projects: projects.slice(0, shown).map(({ about }) => ({
          slug: about.slug,
          role: about.role,
          sources: sourcesOf(about).map(({ id, kind, name, sync }) => ({
            id,
            kind,
            name,
            state: sync.state,
            last_read: sync.finished_at,
          })),
        })),
      }),
    };
  },
});
