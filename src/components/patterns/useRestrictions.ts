import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FilterRestriction } from "./FilterBar.tsx";
import { useDayRangeText } from "./useDayRangeText.ts";

export interface RestrictionWords {
  /** Days as `readDayRange` reads them; empty for a value that is no range. */
  readonly days: (
    value: string | null,
    text: (range: string) => string,
    onRemove: () => void,
  ) => readonly FilterRestriction[];
  /** The entries of bots are left out; empty where they are not. */
  readonly withoutBots: (isWithoutBots: boolean, onRemove: () => void) => readonly FilterRestriction[];
}

/** The restrictions that several lists have in their address and show as removable in `FilterBar`. */
export function useRestrictions(): RestrictionWords {
  const { t } = useTranslation("controls");
  const rangeText = useDayRangeText();
  return {
    days: (value, text, onRemove) => {
      const range = rangeText(value);
      return range === null ? [] : [{ text: text(range), onRemove }];
    },
    withoutBots: (isWithoutBots, onRemove) => (isWithoutBots ? [{ text: t("filter.withoutBots"), onRemove }] : []),
  };
}
