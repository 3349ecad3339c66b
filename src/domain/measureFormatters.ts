import { DAY_MS } from "../../contract/durations.ts";
import { cachedByLocale } from "./cachedByLocale.ts";

/** As `cachedByLocale`, with one object for each locale and variant. */
const cachedBy = <Variant extends string | number, T>(
  create: (locale: string, variant: Variant) => T,
): ((locale: string, variant: Variant) => T) => {
  const byLocale = cachedByLocale((locale: string) => {
    const cache = new Map<Variant, T>();
    return (variant: Variant): T => {
      const formatter = cache.get(variant) ?? create(locale, variant);
      cache.set(variant, formatter);
      return formatter;
    };
  });
  return (locale, variant) => byLocale(locale)(variant);
};

// Days of a calendar have no time zone: all of these are in UTC.
const dates = (options: Intl.DateTimeFormatOptions) =>
  cachedByLocale((locale: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
const days = dates({ dateStyle: "medium" });
const dayMonths = dates({ day: "numeric", month: "short" });
const years = dates({ year: "numeric" });
const months = cachedBy(
  (locale, month: "short" | "long") => new Intl.DateTimeFormat(locale, { month, year: "numeric", timeZone: "UTC" }),
);
const weekdays = cachedBy(
  (locale, weekday: "short" | "long") => new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }),
);
const decimals = cachedBy(
  (locale, maximumFractionDigits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits }),
);

export interface UnitForm {
  readonly unit: "hour" | "day";
  readonly display: "short" | "narrow";
  /** Digits behind the point, at most. */
  readonly digits: number;
}

const units = cachedBy((locale, form: `${UnitForm["unit"]} ${UnitForm["display"]} ${number}`) => {
  const [unit, unitDisplay, digits] = form.split(" ") as [UnitForm["unit"], UnitForm["display"], string];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: Number(digits) });
});

/** Any Monday, for the names of the days. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
/** Noon is on the same day in every time zone that a format is likely to use. */
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/**
 * Formats of calendar units and of measured values, for the screens with charts and schedules. Days are texts such as `2026-11-21`. Intl's
 * objects are cached as those of src/i18n/formatters.ts, which are in the first load.
 */
export const measureFormatters = cachedByLocale((locale: string) => ({
  /** @param day 1 is Monday */
  weekday: (day: number, style: "short" | "long") => weekdays(locale, style).format(MONDAY + (day - 1) * DAY_MS),
  /** 21 Nov 2026 */
  day: (day: string) => days(locale).format(noon(day)),
  /** 2 – 8 Nov 2026. @param end the day after the last one */
  days: (start: string, end: string) => days(locale).formatRange(noon(start), noon(end) - DAY_MS),
  /** 21 Nov */
  dayMonth: (day: string) => dayMonths(locale).format(noon(day)),
  /** Nov 2026, with the full year: "Nov 26" could be a day. */
  monthYear: (day: string, style: "short" | "long") => months(locale, style).format(noon(day)),
  /** 2026 */
  year: (day: string) => years(locale).format(noon(day)),
  /** 1.5 hr */
  unit: (value: number, { unit, display, digits }: UnitForm) =>
    units(locale, `${unit} ${display} ${digits}`).format(value),
  /** 1,234.5 */
  decimal: (value: number, digits: number) => decimals(locale, digits).format(value),
}));
