import { useTranslation } from "../../i18n/useTranslation.ts";

/** Names in a line before "and more". */
const SHOWN = 3;

/**
 * Writes the first names of a list in a line, and how many more there are.
 * @returns a function of the names, the length of the whole list where it is longer, and how many are shown
 */
export function useShortNames(): (names: readonly string[], total?: number, shown?: number) => string {
  const { t } = useTranslation("states");
  return (names, total = names.length, shown = SHOWN) => {
    const first = names.slice(0, shown).join(", ");
    const rest = total - Math.min(shown, names.length);
    return rest > 0 ? `${first} ${t("moreTerms", { count: rest })}` : first;
  };
}
