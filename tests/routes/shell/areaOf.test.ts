import { expect, test } from "vitest";
import { ROUTES } from "../../../src/routes/paths.ts";
import { areaOf } from "../../../src/routes/shell/areaOf.ts";

test.each(Object.entries(ROUTES))("the entry of the top bar for %s, %s", (id, path) => {
  const [, first = ""] = path.split("/");
  // Dashboards and reports are reached from Insights, and have no entries of their own.
  const area = ["dashboards", "reports"].includes(first) ? "insights" : first;
  const expected = ["projects", "insights"].includes(area) ? area : null;
  expect(areaOf(["root", "shell", "screens", id])).toBe(expected);
});
