import { expect, test, vi } from "vitest";
import { measureFormatters } from "../../src/domain/measureFormatters.ts";

const plain = (text: string): string => text.replaceAll(/[\u00A0\u2009\u202F]/g, " ");

test("weekdays, months, years and ranges of days are those of the calendar, in each language", () => {
  const [en, tr] = [measureFormatters("en"), measureFormatters("tr")];
  expect([1, 7].map((day) => [en.weekday(day, "long"), en.weekday(day, "short"), tr.weekday(day, "long")])).toEqual([
    ["Monday", "Mon", "Pazartesi"],
    ["Sunday", "Sun", "Pazar"],
  ]);
  expect(en.day("2026-11-21")).toBe("Nov 21, 2026");
  expect([en.dayMonth("2026-11-01"), tr.dayMonth("2026-11-01")]).toEqual(["Nov 1", "1 Kas"]);
  expect([en.monthYear("2026-11-01", "short"), tr.monthYear("2026-11-01", "long")]).toEqual(["Nov 2026", "Kasım 2026"]);
  expect(en.year("2026-01-01")).toBe("2026");
  // The end is the day after the last one.
  expect(plain(en.days("2026-11-02", "2026-11-09"))).toBe("Nov 2 – 8, 2026");
});

test("a value has its unit, and its digits at most", () => {
  const [en, tr] = [measureFormatters("en"), measureFormatters("tr")];
  expect(plain(en.unit(1.26, { unit: "hour", display: "short", digits: 1 }))).toBe("1.3 hr");
  expect(plain(en.unit(12.6, { unit: "day", display: "narrow", digits: 0 }))).toBe("13d");
  expect([en.decimal(1234.56, 1), tr.decimal(1234.56, 2)]).toEqual(["1,234.6", "1.234,56"]);
});

test("Intl's objects are made once for each language and form", () => {
  const NumberFormat = vi.spyOn(Intl, "NumberFormat");
  const form = { unit: "hour", display: "short", digits: 3 } as const;
  for (const value of [1, 2, 3]) measureFormatters("en").unit(value, form);
  measureFormatters("tr").unit(1, form);
  expect(NumberFormat).toHaveBeenCalledTimes(2);
  NumberFormat.mockRestore();
});
