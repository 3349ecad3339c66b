import { expect, test } from "vitest";
import { ROUTES } from "../../src/routes/paths.ts";
import { areaOf } from "../../src/routes/shell/areaOf.ts";

test.each(Object.entries(ROUTES))("the entry of the top bar for %s, %s", (id, path) => {
  const expected = path.startsWith("/projects") ? "projects" : id === "insights" ? "insights" : null;
  expect(areaOf(["root", "shell", "screens", id])).toBe(expected);
});
