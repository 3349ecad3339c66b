import { expect, test } from "vitest";
import { annotationPlace, dayIn } from "../../contract/insights/annotationPlaces.ts";

const buckets = [
  { start: "2026-10-19", end: "2026-10-26", partial: false },
  { start: "2026-10-26", end: "2026-11-02", partial: true },
];

test.each([
  ["2026-10-18", null],
  ["2026-10-19", { bucket: 0, share: 0.5 / 7 }],
  ["2026-10-25", { bucket: 0, share: 6.5 / 7 }],
  ["2026-10-26", { bucket: 1, share: 0.5 / 7 }],
  ["2026-11-02", null],
])("%s", (day, place) => {
  const found = annotationPlace(day, buckets);
  expect(found?.bucket).toBe(place?.bucket);
  expect(found?.share ?? -1).toBeCloseTo(place?.share ?? -1);
});

test("a day is that of the time zone", () => {
  expect(dayIn("UTC", "2026-11-18T22:30:00Z")).toBe("2026-11-18");
  expect(dayIn("Europe/Istanbul", "2026-11-18T22:30:00Z")).toBe("2026-11-19");
  expect(dayIn("America/New_York", "2026-11-18T02:30:00Z")).toBe("2026-11-17");
});
