import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, WEEK_SECONDS } from "../../contract/durations.ts";
import { cachedByLocale } from "../domain/cachedByLocale.ts";
import type { Locale } from "./i18n.ts";

const languageName = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: "language" }).of(tag.toLowerCase()) ?? tag;

const dates = cachedByLocale((locale: Locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));
const times = cachedByLocale(
  (locale: Locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
);
const clockTimes = cachedByLocale((locale: Locale) => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));
const numbers = cachedByLocale((locale: Locale) => new Intl.NumberFormat(locale));
const compact = (locale: Locale, compactDisplay: "short" | "long"): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { notation: "compact", compactDisplay, maximumFractionDigits: 1 });
const shortNumbers = cachedByLocale((locale: Locale) => {
  const short = compact(locale, "short");
  // As the sign of a thousand, B (Turkish bin) reads as bytes or billions: such a language writes the word.
  const isAmbiguous = short.formatToParts(1000).some(({ type, value }) => type === "compact" && value === "B");
  return isAmbiguous ? compact(locale, "long") : short;
});
const percents = cachedByLocale(
  (locale: Locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }),
);
/** Texts of one language that are kept: a list has the same few in most of its rows. */
const RELATIVES_LIMIT = 500;

/** Intl needs half a millisecond for one on a slow machine, and a table has one in each row. */
const relatives = cachedByLocale((locale: Locale) => {
  const intl = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const texts = new Map<string, string>();
  return (value: number, unit: Intl.RelativeTimeFormatUnit): string => {
    const key = `${value} ${unit}`;
    const stored = texts.get(key);
    if (stored !== undefined) return stored;
    if (texts.size >= RELATIVES_LIMIT) texts.clear();
    const text = intl.format(value, unit);
    texts.set(key, text);
    return text;
  };
});
const lists = cachedByLocale((locale: Locale) => new Intl.ListFormat(locale, { type: "conjunction" }));
const orders = cachedByLocale((locale: Locale) => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }));

function money(locale: Locale, amount: number, currency: string): string {
  if (/^[a-z]{3}$/i.test(currency))
    return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
  return `${number} ${currency}`.trim();
}

/** Multiples of 1024, as operating systems and quotas count. The languages of the app write the units so. */
function byteSize(locale: Locale, count: number): string {
  const power = Math.min(4, Math.floor(Math.log2(count || 1) / 10));
  return `${numbers(locale).format(Math.round((count / 1024 ** power) * 10) / 10)} ${["B", "kB", "MB", "GB", "TB"][power]}`;
}

/** Seconds in each unit, from the largest. */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", WEEK_SECONDS],
  ["day", DAY_SECONDS],
  ["hour", HOUR_SECONDS],
  ["minute", MINUTE_SECONDS],
] as const;

/** Times are ISO 8601 texts or milliseconds since 1970. */
export type Moment = string | number | Date;

/** A host may omit a time; an invalid one is formatted as empty, where Intl would throw. */
const isKnown = (moment: Moment): boolean => !Number.isNaN(new Date(moment).getTime());

/** "3 days ago": the largest unit that fits at least once; less than a minute is "now". */
export function relativeTime(locale: Locale, moment: Moment, now: Moment): string {
  if (!isKnown(moment)) return "";
  const seconds = (new Date(moment).getTime() - new Date(now).getTime()) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relatives(locale)(Math.trunc(seconds / size), unit);
  }
  return relatives(locale)(0, "second");
}

export const formattersOf = cachedByLocale((locale: Locale) => ({
  /** 21 Nov 2026 */
  date: (moment: Moment) => (isKnown(moment) ? dates(locale).format(new Date(moment)) : ""),
  /** 21 Nov 2026, 11:40 */
  dateTime: (moment: Moment) => (isKnown(moment) ? times(locale).format(new Date(moment)) : ""),
  /** 11:40 */
  time: (moment: Moment) => (isKnown(moment) ? clockTimes(locale).format(new Date(moment)) : ""),
  relative: (moment: Moment, now: Moment) => relativeTime(locale, moment, now),
  /** 12,345 */
  number: (value: number) => numbers(locale).format(value),
  /** 12.3K */
  compact: (value: number) => shortNumbers(locale).format(value),
  /** 12.3 kB, of a number of bytes. */
  bytes: (count: number) => byteSize(locale, count),
  /** 12.3%, from a share from 0 to 1. */
  percent: (share: number) => percents(locale).format(share),
  /** €1,234.50, of hundredths of a currency by its ISO 4217 code. An invalid code is shown next to the number. */
  money: (cents: number, currency: string) => money(locale, cents / 100, currency),
  list: (items: Iterable<string>) => lists(locale).format(items),
  /** English, Türkçe: each in itself. */
  language: languageName,
  /** Compares names by the collation of the reader's language. */
  compare: (a: string, b: string) => orders(locale).compare(a, b),
}));
export type Formatters = ReturnType<typeof formattersOf>;
