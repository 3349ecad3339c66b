import { expect, test } from "vitest";
import { daysAgo, noticeGroups } from "../../src/domain/noticeGroups.ts";
import { notice } from "../fixtures/notices.ts";

const loom = { slug: "loom", name: "Loom" };
/** A moment of a local day of March 2026. */
const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString();

test("notices are grouped by local day, and those of a day by project", () => {
  const notices = [
    notice({ id: "1", at: at(2, 23) }),
    notice({ id: "2", at: at(2, 12), project: loom }),
    notice({ id: "3", at: at(1, 23) }),
    notice({ id: "4", at: at(2, 0) }),
    notice({ id: "5", at: at(2, 0), project: null }),
  ];
  expect(
    noticeGroups(notices).map(({ day, project, notices: grouped }) => [day, project, grouped.map(({ id }) => id)]),
  ).toEqual([
    ["2026-03-02", "Atlas", ["1", "4"]],
    ["2026-03-02", "Loom", ["2"]],
    ["2026-03-02", null, ["5"]],
    ["2026-03-01", "Atlas", ["3"]],
  ]);
});

test("projects of one name are apart, because their slugs differ", () => {
  const other = { slug: "atlas-2", name: "Atlas" };
  expect(noticeGroups([notice(), notice({ project: other })]).map(({ project }) => project)).toEqual([
    "Atlas",
    "Atlas",
  ]);
});

test("days are counted by the calendar and not by hours", () => {
  const morning = new Date(2026, 2, 2, 0, 5).getTime();
  expect(daysAgo("2026-03-02", morning)).toBe(0);
  expect(daysAgo("2026-03-01", morning)).toBe(1);
  expect(daysAgo("2026-02-28", new Date(2026, 2, 2, 23, 55).getTime())).toBe(2);
});
