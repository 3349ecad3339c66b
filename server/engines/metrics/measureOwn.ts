/** The values of an own metric: of rows, or of a formula over other metrics. */
import type { OwnMetricUnit } from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetricDefinition, OwnMetricSeries } from "../../../contract/insights/ownMetrics.ts";
import type { Window } from "../insights/periods.ts";
import type { NamedFacts } from "./countables.ts";
import { evaluate, metricsOf, parseFormula } from "./formula.ts";
import { measureRows, unitOf } from "./measureRows.ts";
import { knownFields, unreadFields } from "./unreadFields.ts";

/** A metric among those that formulas can name. */
export interface MetricNode {
  readonly id: string;
  /** Null: of the company. */
  readonly projectId: string | null;
  readonly name: string;
  /** Null where it cannot be read. */
  readonly definition: OwnMetricDefinition | null;
}

/** The metric that a name means in the formula of a metric: of its project, else of the company. */
export function metricNamed(
  name: string,
  { projectId }: Pick<MetricNode, "projectId">,
  metrics: readonly MetricNode[],
): MetricNode | null {
  const lowerName = name.toLowerCase();
  const matches = metrics.filter((metric) => metric.name.toLowerCase() === lowerName);
  return (
    matches.find((metric) => metric.projectId === projectId) ??
    matches.find((metric) => metric.projectId === null) ??
    null
  );
}

export interface MeasuredMetric {
  readonly unit: OwnMetricUnit;
  readonly series: readonly OwnMetricSeries[];
  readonly leftOut: number;
  /** The values of the rows of the whole period; empty of a formula. */
  readonly values: Float64Array;
  /** What a formula names, in its order. */
  readonly operands: readonly { readonly metric: MetricNode; readonly measured: MeasuredMetric }[];
}

/** Measures the metrics that one answer needs, each once. */
export class MetricMeasurer {
  readonly #projects: readonly NamedFacts[];
  readonly #metrics: readonly MetricNode[];
  readonly #window: Window;
  readonly #measured = new Map<string, MeasuredMetric>();
  readonly #knownFields: ReadonlySet<string>;
  readonly #unread = new Set<string>();

  /** @param metrics those that formulas can name */
  constructor(projects: readonly NamedFacts[], metrics: readonly MetricNode[], window: Window) {
    this.#projects = projects;
    this.#metrics = metrics;
    this.#window = window;
    this.#knownFields = knownFields(projects);
  }

  /** Custom fields that what was measured names and no tracker reads. What needs them has no value. */
  get unreadFields(): readonly string[] {
    return [...this.#unread];
  }

  /** @throws FormulaError for a text that is no formula */
  measure(metric: MetricNode): MeasuredMetric {
    const { definition } = metric;
    if (definition === null) return this.#nothing();
    if (definition.kind === "formula") return this.#formula(metric, definition.text, definition.unit);
    const unread = unreadFields(definition, this.#knownFields);
    for (const name of unread) this.#unread.add(name);
    if (unread.length > 0) return { ...this.#nothing(), unit: unitOf(definition) };
    return { unit: unitOf(definition), operands: [], ...measureRows(this.#projects, definition, this.#window) };
  }

  /** A metric within a formula counts as a whole, whatever its groups are. */
  #operand(metric: MetricNode): MeasuredMetric {
    const { definition } = metric;
    const cached = this.#measured.get(metric.id);
    if (cached) return cached;
    // A metric that is being measured has no value: saving refuses circles, and an older row may have one.
    this.#measured.set(metric.id, this.#nothing());
    const isGrouped = definition?.kind === "rows" && definition.by !== null;
    const measured = this.measure(isGrouped ? { ...metric, definition: { ...definition, by: null } } : metric);
    this.#measured.set(metric.id, measured);
    return measured;
  }

  #formula(metric: MetricNode, text: string, unit: OwnMetricUnit): MeasuredMetric {
    const formula = parseFormula(text);
    const operands = metricsOf(formula).flatMap((name) => {
      const named = metricNamed(name, metric, this.#metrics);
      return named === null ? [] : [{ name, metric: named, measured: this.#operand(named) }];
    });
    const totalOf = (name: string): OwnMetricSeries | undefined =>
      operands.find((operand) => operand.name === name)?.measured.series[0];
    const valueFrom = (of: (series: OwnMetricSeries) => number | null) =>
      evaluate(formula, (name) => {
        const total = totalOf(name);
        return total ? of(total) : null;
      });
    const countFrom = (of: (series: OwnMetricSeries) => number) =>
      operands.reduce((sum, { name }) => {
        const total = totalOf(name);
        return total ? sum + of(total) : sum;
      }, 0);
    const series: OwnMetricSeries = {
      group: null,
      name: "",
      values: this.#window.buckets.map((_, at) => valueFrom(({ values }) => values[at] ?? null)),
      n: this.#window.buckets.map((_, at) => countFrom(({ n }) => n[at] ?? 0)),
      current: { value: valueFrom(({ current }) => current.value), n: countFrom(({ current }) => current.n) },
      previous: { value: valueFrom(({ previous }) => previous.value), n: countFrom(({ previous }) => previous.n) },
    };
    return { unit, series: [series], leftOut: 0, values: new Float64Array(), operands };
  }

  #nothing(): MeasuredMetric {
    const { buckets } = this.#window;
    const none = { value: null, n: 0 };
    const empty = { group: null, name: "", values: buckets.map(() => null), n: buckets.map(() => 0) };
    return {
      unit: "number",
      series: [{ ...empty, current: none, previous: none }],
      leftOut: 0,
      values: new Float64Array(),
      operands: [],
    };
  }
}
