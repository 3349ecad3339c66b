import { isOfPeriod } from "../../contract/insights/ownMetricRules.ts";
import type { OwnMetricDefinition, OwnMetricDraft } from "../../contract/insights/ownMetrics.ts";

/** A target as it is typed. */
export interface TargetText {
  readonly is: "none" | "at_most" | "at_least";
  readonly text: string;
}

/** In what the target of a metric is typed: a share in percent, a time in hours. */
export function targetUnit(definition: OwnMetricDefinition): "share" | "hours" | "other" {
  if (definition.kind === "formula") return definition.unit === "number" ? "other" : definition.unit;
  const { value } = definition;
  if (value.kind === "share" || value.kind === "followed") return "share";
  return "of" in value && value.of.kind === "between" ? "hours" : "other";
}

/** Whether the values of a metric can have a target. */
export const takesTarget = (definition: OwnMetricDefinition): boolean =>
  definition.kind === "formula" || !isOfPeriod(definition.value.kind);

const isNumber = (text: string): boolean => /^-?\d+(?:[.,]\d+)?$/.test(text.trim());
const perTypedUnit = (definition: OwnMetricDefinition): number => (targetUnit(definition) === "share" ? 100 : 1);

/** Whether the definition needs a number that the text is not. */
export const lacksTargetNumber = (definition: OwnMetricDefinition, { is, text }: TargetText): boolean =>
  is !== "none" && takesTarget(definition) && !isNumber(text);

/** The target that a text says; null without one, or while it is no number. */
export function parseTarget(definition: OwnMetricDefinition, { is, text }: TargetText): OwnMetricDraft["target"] {
  if (is === "none" || !takesTarget(definition) || !isNumber(text)) return null;
  return { is, value: Number(text.trim().replace(",", ".")) / perTypedUnit(definition) };
}

/** The text of the target that a metric has. */
export const formatTarget = (metric: OwnMetricDraft | null): TargetText =>
  metric?.target
    ? { is: metric.target.is, text: String(perTypedUnit(metric.definition) * metric.target.value) }
    : { is: "none", text: "" };
