import { expect, test } from "vitest";
import { PROJECT_TABS } from "../../../src/domain/projectTabs.ts";
import { routeOfTab } from "../../../src/routes/paths.ts";
import { currentTab } from "../../../src/routes/project/currentTab.ts";

const FRAME = ["root", "shell", "screens", "project-frame"];

test.each(PROJECT_TABS)("the route of %s is that tab", (tab) => {
  expect(currentTab([...FRAME, "project", routeOfTab(tab)])).toEqual({
    tab,
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
])("the page %s is below the tab %s", (id, tab) => {
  expect(currentTab([...FRAME, id])).toEqual({ tab, isBelow: true });
});
