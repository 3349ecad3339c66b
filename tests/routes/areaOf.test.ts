import { expect, test } from "vitest";
import { ROUTES } from "../../src/routes/paths.ts";
import { areaOf } from "../../src/routes/shell/areaOf.ts";

test.each(Object.entries(ROUTES))("the entry of the top bar for %s, %s", (id, path) => {
  const [, first = ""] = path.split("/");
  const expected = ["projects", "insights", "dashboards"].includes(first) ? first : null;
  expect(areaOf(["root", "shell", "screens", id])).toBe(expected);
});
