import { OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import { evaluate, FormulaError, metricsOf, parseFormula } from "../../../server/engines/metrics/formula.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

export const target: Target = {
  promise: "A text is a formula with a finite value or none, or is refused at a place inside of it.",
  shape: "text",
  longest: OWN_METRIC_LIMITS.formulaChars,
  run: (input) => {
    const text = textOf(input);
    try {
      const formula = parseFormula(text);
      const names = metricsOf(formula);
      promise(
        names.every((name) => text.includes(name)),
        "A metric is named that the text does not have.",
      );
      const value = evaluate(formula, (name) => (name.length % 3 === 0 ? null : name.length - 2));
      promise(value === null || Number.isFinite(value), "A value is not finite.");
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      promise(error.at >= 1 && error.at <= text.length + 1, "The place of a mistake is outside of the text.");
    }
    return undefined;
  },
};
