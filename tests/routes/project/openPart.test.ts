import { expect, test } from "vitest";
import { PROJECT_TABS } from "../../../src/domain/projectTabs.ts";
import { routeOfTab } from "../../../src/routes/paths.ts";
import { openPart } from "../../../src/routes/project/openPart.ts";

const FRAME = ["root", "shell", "screens", "project-frame"];

test.each(PROJECT_TABS)("the route of %s is that part of a project", (tab) => {
  expect(openPart([...FRAME, "project", routeOfTab(tab)])).toEqual({
    part: tab,
    isBelow: false,
  });
});

test.each([
  ["new-issue", "issues"],
  ["localize-text", "issues"],
  ["assistance", "issues"],
  ["request", "requests"],
  ["commit", "code"],
  ["person", "experts"],
])("the page %s is below the part %s", (id, part) => {
  expect(openPart([...FRAME, id])).toEqual({ part, isBelow: true });
});
