import type { StateChoice } from "../../domain/offeredChanges.ts";
import type { Translation } from "../../i18n/useTranslation.ts";

/** What a step to a state is called: the tracker's word, or this product's for a state that all trackers have. */
export function stateChangeText(
  { option: { name }, resolution }: StateChoice,
  t: Translation<"issueWrites">["t"],
): string {
  if (resolution) return t("stateWith", { state: name, reason: resolution.name });
  const isKnown =
    name === "open" || name === "closed" || name === "completed" || name === "not_planned" || name === "duplicate";
  return isKnown ? t(`state.${name}`) : name;
}
