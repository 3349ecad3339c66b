import {
  fieldOfGroup,
  type OwnMetricBy,
  type OwnMetricGroup,
  type OwnMetricUnit,
} from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetricDefinition, OwnMetricValues } from "../../../contract/insights/ownMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ValueForm } from "../charts/chartData.ts";
import { useOwnMetricForms } from "./useOwnMetricForms.ts";

/** A definition and its target in the reader's language. */
export function useOwnMetricText() {
  const { t } = useTranslation("ownMetrics");
  const forms: Record<OwnMetricUnit, ValueForm> = useOwnMetricForms();
  const valueText = ({ of, value }: Extract<OwnMetricDefinition, { kind: "rows" }>): string => {
    const things = t(`countables.${of}`);
    if (value.kind === "count" || value.kind === "per_week") return t(`words.${value.kind}`, { things });
    if (value.kind === "share") return t("words.share", { things, part: value.part });
    if (value.kind === "followed") return t("words.followed", { things, issues: value.issues });
    const measure =
      value.of.kind === "number"
        ? t(`numbers.${value.of.name}`)
        : t("words.between", { from: t(`times.${value.of.from}`), to: t(`times.${value.of.to}`) });
    return value.kind === "percentile"
      ? t("words.percentile", { things, measure, p: value.p })
      : t(`words.${value.kind}`, { things, measure });
  };
  const groupText = (by: OwnMetricBy): string => {
    const name = fieldOfGroup(by);
    return name === null ? t(`groups.${by as OwnMetricGroup}`) : t("groups.namedField", { name });
  };
  const definitionText = (definition: OwnMetricDefinition): string => {
    if (definition.kind === "formula") return t("words.formula", { text: definition.text });
    const { of, at, filter, by, value } = definition;
    const times = "of" in value && value.of.kind === "between" ? [at, value.of.from, value.of.to] : [at];
    return [
      valueText(definition),
      t("words.at", { time: t(`times.${at}`) }),
      ...(filter === "" ? [] : [t("words.filter", { filter })]),
      ...(by === null ? [] : [t("words.by", { group: groupText(by) })]),
      ...(of === "page_changes" ? [t("words.knownVersions")] : []),
      ...(of === "releases" ? [t("words.releases")] : []),
      ...(times.includes("released") ? [t("words.firstRelease")] : []),
    ].join("; ");
  };
  const targetText = ({ is, value }: NonNullable<OwnMetricValues["target"]>, unit: OwnMetricUnit): string =>
    t(`target.${is}`, { value: forms[unit].full(value) });
  return { definitionText, targetText, forms };
}
