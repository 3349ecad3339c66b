import { z } from "zod";
import { GRANULARITIES, INSIGHT_PERIODS } from "../../../contract/constants.ts";
import { type MetricId, METRIC_IDS, METRICS } from "../../../contract/metrics.ts";
import { InsightPeriod } from "../../../contract/insights.ts";
import { mapConcurrent } from "../../concurrency.ts";
import { sourcesOf, staleness, tabHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import { line } from "../untrusted.ts";
import { OFFSET } from "./arguments.ts";
import { counted } from "./counted.ts";
import { paged } from "./paged.ts";

export const insights = tool({
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
      throw refuse(
        "invalid_arguments",
        `metrics: No such metric; the answer without metrics has their ids. Unknown: ${unknown.map(line).join(", ")}`,
      );
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
    const startOf = (bucket: number): string => answer.buckets[bucket]?.start ?? "";
    const parts = series.flatMap(({ metric, series: name, unit, values, current, previous }) => {
      const title = `- ${metric} ${line(name)}`;
      const target =
        name === "value" || name === "median" ? answer.targets.find((one) => one.metric === metric) : undefined;
      const aim = target
        ? `, target ${METRICS[metric].better === "up" ? "at least" : "at most"} ${target.value}: ${target.verdict}`
        : "";
      const head = `${title} (${unit}): ${round(current.value)} (n ${current.n}), before ${round(previous.value)}${aim}`;
      const rows = chosen.size === 0 ? [] : partsOf(values.map((value) => String(round(value))));
      return [head, ...rows.map((row, at) => `${title} by bucket from ${startOf(at * BUCKETS)}: ${row.join(", ")}`)];
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
          ? [`No such metric: ${unknown.map(line).join(", ")}. There are: ${METRIC_IDS.join(", ")}.`]
          : []),
      ],
      fenced: staleness(sourcesOf(about)),
      present: (part) => part,
    });
  },
});

/** Buckets of one part of an answer, which is shown whole or not at all. */
const BUCKETS = 20;

const partsOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BUCKETS) }, (_, at) => list.slice(at * BUCKETS, (at + 1) * BUCKETS));

const SourceData = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  state: z.string(),
  last_read: z.string().nullable(),
});
const ProjectData = z.object({ slug: z.string(), role: z.string(), sources: z.array(SourceData) });

/** Projects that are read at a time. */
const CONCURRENCY = 4;

export const projectInfo = tool({
  name: "project_info",
  title: "Project info",
  description: "Projects of this token; of one project: its sources and how fresh they are.",
  input: { offset: OFFSET },
  output: { projects: z.array(ProjectData) },
  draft: async (scope, { project: slug, offset: from }) => {
    const named = slug === undefined && scope.slugs.length !== 1 ? scope.slugs : [scope.project(slug).slug];
    if (scope.slugs.length === 0) scope.project(undefined);
    const projects = await mapConcurrent(named, CONCURRENCY, async (one) => {
      const project = scope.project(one);
      return { project, about: await project.invoke("getProject") };
    });
    // A project is a part, and each of its sources is one, so that a project of any size can be read in any limit.
    const parts = projects.flatMap(({ project, about }) => [
      { project, about, source: null },
      ...sourcesOf(about).map((source) => ({ project, about, source })),
    ]);
    const first = parts[from];
    return paged({
      all: parts,
      from,
      lead: [`This token opens ${counted(scope.slugs.length, "project")}.`],
      fenced: first?.source ? [`- ${first.about.slug}, continued:`] : [],
      present: ({ project, about, source }) =>
        source
          ? `    ${source.kind} ${line(source.name)} (id ${source.id}): ${source.sync.state}, ${source.sync.items} items, last read ${source.sync.finished_at ?? "never"}`
          : `- ${about.slug}: ${line(about.name)}, your role ${about.role}, ${counted(sourcesOf(about).length, "source")}. Page: ${tabHref(project, "sources")}`,
      data: (shown) => {
        const made: z.output<typeof ProjectData>[] = [];
        for (const { about, source } of shown) {
          if (made.at(-1)?.slug !== about.slug) made.push({ slug: about.slug, role: about.role, sources: [] });
          if (!source) continue;
          const { id, kind, name, sync } = source;
          made.at(-1)?.sources.push({ id, kind, name, state: sync.state, last_read: sync.finished_at });
        }
        return { projects: made };
      },
    });
  },
});
