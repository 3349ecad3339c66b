import { readDayRange } from "../../../contract/query/dayRange.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** Returns a function that words a range of days: "Sep 5, 2026 – Nov 27, 2026", "until Oct 29, 2026". Null for other texts. */
export function useDayRangeText(): (text: string | null) => string | null {
  const { t, format } = useTranslation("controls");
  // Noon UTC is the same day in nearly all time zones.
  const dayText = (day: string): string => format.date(`${day}T12:00:00Z`);
  return (text) => {
    const range = text === null ? null : readDayRange(text);
    if (!range) return null;
    const { from, to } = range;
    if (from === null) return t("days.until", { day: dayText(to ?? "") });
    if (to === null) return t("days.since", { day: dayText(from) });
    return from === to ? dayText(from) : t("days.between", { from: dayText(from), to: dayText(to) });
  };
}
