import { describe, expect, test } from "vitest";
import { formattersOf, relativeTime } from "../../src/i18n/formatters.ts";
import { localeOf } from "../../src/i18n/i18n.ts";

const NOW = "2026-03-02T09:00:00Z";

describe("relative time: the largest unit that fits", () => {
  test.each([
    ["2026-03-02T09:00:00Z", "now", "şimdi"],
    ["2026-03-02T08:59:01Z", "now", "şimdi"],
    ["2026-03-02T08:59:00Z", "1 minute ago", "1 dakika önce"],
    ["2026-03-02T08:00:01Z", "59 minutes ago", "59 dakika önce"],
    ["2026-03-01T09:00:00Z", "yesterday", "dün"],
    ["2026-02-20T09:00:00Z", "last week", "geçen hafta"],
    ["2024-03-01T09:00:00Z", "2 years ago", "2 yıl önce"],
    ["2026-03-04T09:00:00Z", "in 2 days", "öbür gün"],
  ])("%s", (at, en, tr) => {
    expect([relativeTime("en", at, NOW), relativeTime("tr", at, NOW)]).toEqual([en, tr]);
  });
});

test("numbers, shares and lists are written as each language does", () => {
  const [en, tr] = [formattersOf("en"), formattersOf("tr")];
  expect([en.number(12_345.5), tr.number(12_345.5)]).toEqual(["12,345.5", "12.345,5"]);
  expect([en.percent(0.25), tr.percent(0.25)]).toEqual(["25%", "%25"]);
  expect([en.list(["a", "b", "c"]), tr.list(["a", "b", "c"])]).toEqual(["a, b, and c", "a, b ve c"]);
});

test("a short Turkish number names its thousands: their sign is that of bytes", () => {
  const [en, tr] = [formattersOf("en"), formattersOf("tr")];
  expect([999, 1200, 45_000, 3_400_000].map(en.compact)).toEqual(["999", "1.2K", "45K", "3.4M"]);
  expect([999, 1200, 45_000, 3_400_000].map((count) => tr.compact(count).replace("\u00A0", " "))).toEqual([
    "999",
    "1,2 bin",
    "45 bin",
    "3,4 milyon",
  ]);
});

test("a number of bytes has the unit that it fills at least once", () => {
  const [en, tr] = [formattersOf("en"), formattersOf("tr")];
  expect([0, 1, 1023, 1024, 12_595, 5 * 1024 ** 2, 1.8 * 1024 ** 3, 3 * 1024 ** 5].map(en.bytes)).toEqual([
    "0 B",
    "1 B",
    "1,023 B",
    "1 kB",
    "12.3 kB",
    "5 MB",
    "1.8 GB",
    "3,072 TB",
  ]);
  expect([12, 12_595].map(tr.bytes)).toEqual(["12 B", "12,3 kB"]);
});

test("names are in the order of the reader's alphabet, numbers in them by value", () => {
  const names = ["Çağ 10", "Zeta", "Çağ 9", "Deniz", "Irmak", "İnci"];
  expect(names.toSorted(formattersOf("tr").compare)).toEqual(["Çağ 9", "Çağ 10", "Deniz", "Irmak", "İnci", "Zeta"]);
});

test.each([
  ["TR", "tr"],
  ["tr-TR", "tr"],
  ["en-GB", "en"],
  ["de", "en"],
  ["", "en"],
  [null, "en"],
])("the locale of %s is %s", (tag, locale) => {
  expect(localeOf(tag)).toBe(locale);
});
