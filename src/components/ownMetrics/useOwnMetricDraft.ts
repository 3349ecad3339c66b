import { useState } from "react";
import { fieldOfGroup } from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetricDefinition, OwnMetricDraft } from "../../../contract/insights/ownMetrics.ts";
import { lacksTargetNumber, parseTarget, formatTarget } from "../../domain/ownMetricTarget.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useRequired } from "../patterns/useRequired.ts";
import type { OwnMetricScope } from "./OwnMetricDialog.tsx";

/** The definition of a new metric, by its kind. */
export const EMPTY_DEFINITIONS = {
  rows: { kind: "rows", of: "issues", at: "opened", filter: "", by: null, value: { kind: "count" } },
  formula: { kind: "formula", text: "", unit: "number" },
} as const satisfies Record<string, OwnMetricDefinition>;

interface InitialMetric {
  readonly metric: OwnMetricDraft | null;
  readonly scope: OwnMetricScope | null;
  /** The draft after a change of what is measured; null while it cannot be measured. */
  readonly onDraft: (draft: OwnMetricDraft | null, scope: OwnMetricScope | null) => void;
}

/** What is typed in the form of a metric, with the faults of its fields. */
export function useOwnMetricDraft({ metric, scope, onDraft }: InitialMetric) {
  const { t } = useTranslation("ownMetrics");
  const errors = useTranslation("errors");
  const required = useRequired();
  const [name, setName] = useState(metric?.name ?? "");
  const [typed, setTyped] = useState({
    definition: metric?.definition ?? EMPTY_DEFINITIONS.rows,
    target: formatTarget(metric),
    scope,
  });
  const faultsOf = (definition: OwnMetricDefinition) => ({
    "definition -> text": definition.kind === "formula" ? required(definition.text) : null,
    "definition -> filter": null,
    "definition -> value -> part":
      definition.kind === "rows" && definition.value.kind === "share" ? required(definition.value.part) : null,
    "definition -> value -> issues":
      definition.kind === "rows" && definition.value.kind === "followed" ? required(definition.value.issues) : null,
    "definition -> by":
      definition.kind === "rows" && definition.by !== null && fieldOfGroup(definition.by)?.trim() === ""
        ? errors.t("required")
        : null,
  });
  const draftOf = ({ definition, target }: typeof typed): OwnMetricDraft => ({
    name: name.trim(),
    definition,
    target: parseTarget(definition, target),
  });
  return {
    name,
    ...typed,
    draft: draftOf(typed),
    faults: {
      name: required(name),
      ...faultsOf(typed.definition),
      target: lacksTargetNumber(typed.definition, typed.target) ? t("form.notNumber") : null,
    },
    setName,
    change: (change: Partial<typeof typed>): void => {
      const next = { ...typed, ...change };
      setTyped(next);
      const isComplete = Object.values(faultsOf(next.definition)).every((fault) => fault === null);
      onDraft(isComplete ? draftOf(next) : null, next.scope);
    },
  };
}
