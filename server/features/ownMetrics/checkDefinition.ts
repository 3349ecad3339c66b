/** Whether a definition can be measured: its filters, and the metrics that its formula names. */
import { COUNTABLES, type CountableName, OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import {
  type FormulaDefinition,
  missingInRows,
  type OwnMetricDefinition,
  type RowsDefinition,
} from "../../../contract/insights/ownMetrics.ts";
import { FormulaError, metricsOf, parseFormula } from "../../engines/metrics/formula.ts";
import { type MetricNode, metricNamed } from "../../engines/metrics/measureOwn.ts";
import { type FilterProblem, filterProblem } from "../../engines/metrics/rowFilter.ts";
import { type FieldErrors, Invalid } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";

/**
 * @param metric as it will be stored. @param metrics all others that its formula may name, each in its own scope
 * @throws Invalid with a sentence for each field
 */
export function checkDefinition(metric: MetricNode, metrics: readonly MetricNode[]): void {
  if (metric.definition?.kind === "rows") checkFilters(metric.definition);
  if (metric.definition?.kind !== "formula") return;
  checkFormula(metric, metric.definition, metrics);
  requireFewAbove(metric, [...metrics.filter(({ id }) => id !== metric.id), metric]);
}

/** What a formula needs is needed by all that lead to it. @throws Invalid where one of them needs too many metrics then */
function requireFewAbove(changed: MetricNode, metrics: readonly MetricNode[]): void {
  const namedBy = new Map(metrics.map((metric) => [metric.id, metricsNamedBy(metric, metrics)]));
  for (const { id } of metrics) {
    const needed = new Set([id]);
    for (const neededId of needed) for (const other of namedBy.get(neededId) ?? []) needed.add(other);
    if (id === changed.id || !needed.has(changed.id) || needed.size <= OWN_METRIC_LIMITS.formulaMetrics + 1) continue;
    const reason = message("own_metric.formula_too_many_above", { max: OWN_METRIC_LIMITS.formulaMetrics });
    throw new Invalid({ definition: { text: [reason] } });
  }
}

/** Ids of the metrics that the formula of a metric names. */
const metricsNamedBy = (metric: MetricNode, metrics: readonly MetricNode[]): string[] =>
  metric.definition?.kind === "formula"
    ? metricsOf(parseFormula(metric.definition.text)).flatMap((name) => metricNamed(name, metric, metrics)?.id ?? [])
    : [];

/** Whether a stored definition has the form that this version measures; the metrics of a formula aside. */
export function isMeasurable(definition: OwnMetricDefinition): boolean {
  if (definition.kind === "rows") {
    const isValid = ({ of, text }: FilterOfRows): boolean => filterProblem(of, text) === null;
    return missingInRows(definition).length === 0 && filtersOf(definition).every(isValid);
  }
  try {
    parseFormula(definition.text);
    return true;
  } catch (error) {
    if (error instanceof FormulaError) return false;
    throw error;
  }
}

interface FilterOfRows {
  readonly of: CountableName;
  readonly text: string;
  /** The error of a field of the definition. */
  readonly at: (reasons: Message[]) => FieldErrors;
}

/** The filters of a definition with the kind of rows that each is about. */
const filtersOf = ({ of, filter, value }: RowsDefinition): FilterOfRows[] => [
  { of, text: filter, at: (reasons) => ({ filter: reasons }) },
  ...(value.kind === "share" ? [{ of, text: value.part, at: (part: Message[]) => ({ value: { part } }) }] : []),
  ...(value.kind === "followed"
    ? [{ of: "issues" as const, text: value.issues, at: (issues: Message[]) => ({ value: { issues } }) }]
    : []),
];

function checkFilters(definition: RowsDefinition): void {
  for (const { of, text, at } of filtersOf(definition)) {
    const problem = filterProblem(of, text);
    if (problem !== null) throw new Invalid({ definition: at([filterMessage(of, problem)]) });
  }
}

function filterMessage(of: CountableName, problem: FilterProblem): Message {
  const filters = COUNTABLES[of].filters.map((name) => `${name}:`).join(", ");
  switch (problem.code) {
    case "filter":
      return message("own_metric.filter_unknown", { found: problem.text, known: filters });
    case "words":
      return message("own_metric.filter_words", { found: problem.text, known: filters });
    case "value":
      return message("own_metric.filter_value", { found: problem.text });
    case "mistake":
      return message("own_metric.filter_mistake", { found: problem.text });
  }
}

function checkFormula(metric: MetricNode, { text }: FormulaDefinition, others: readonly MetricNode[]): void {
  const metrics = [...others.filter(({ id }) => id !== metric.id), metric];
  const refuse = (reason: Message): never => {
    throw new Invalid({ definition: { text: [reason] } });
  };
  const named = new Set<string>();
  const visit = (node: MetricNode, path: readonly MetricNode[]): void => {
    if (path.some(({ id }) => id === node.id)) {
      const circle = [...path.slice(path.findIndex(({ id }) => id === node.id)), node];
      refuse(message("own_metric.formula_cycle", { path: circle.map(({ name }) => name).join(" → ") }));
    }
    if (node.definition === null) refuse(message("own_metric.formula_unreadable", { name: node.name }));
    // A metric that several formulas name is followed once: its circles have been found.
    if (node.definition?.kind !== "formula" || named.has(node.id)) return void named.add(node.id);
    named.add(node.id);
    for (const name of metricsOf(parseFormula(node.definition.text))) {
      const metric = metricNamed(name, node, metrics);
      if (metric === null) refuse(message("own_metric.formula_unknown", { name }));
      else visit(metric, [...path, node]);
    }
    if (named.size > OWN_METRIC_LIMITS.formulaMetrics + 1)
      refuse(message("own_metric.formula_too_many", { max: OWN_METRIC_LIMITS.formulaMetrics }));
  };
  try {
    parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) refuse(formulaMessage(error));
    throw error;
  }
  visit(metric, []);
}

function formulaMessage({ code, at, actual }: FormulaError): Message {
  if (code === "unexpected") return message("own_metric.formula_unexpected", { found: actual, at });
  if (code === "bracket") return message("own_metric.formula_bracket", { at });
  if (code === "deep") return message("own_metric.formula_deep", { max: OWN_METRIC_LIMITS.formulaDepth });
  return message("own_metric.formula_end");
}

/** The formulas that mean this metric by its name. */
export const formulasOver = (metric: MetricNode, metrics: readonly MetricNode[]): MetricNode[] =>
  metrics.filter((formula) => {
    if (formula.definition?.kind !== "formula" || formula.id === metric.id) return false;
    return metricsOf(parseFormula(formula.definition.text)).some(
      (name) => metricNamed(name, formula, metrics)?.id === metric.id,
    );
  });
