import { PROJECT_TABS, type ProjectTab } from "../../domain/projectTabs.ts";
import { routeOfTab } from "../paths.ts";

/** The tabs of a project by the id of their route. */
const TABS: ReadonlyMap<string, ProjectTab> = new Map(PROJECT_TABS.map((tab) => [routeOfTab(tab), tab]));

/** The pages below a tab, by the id of their route. */
const BELOW: Readonly<Record<string, ProjectTab>> = {
  "new-issue": "issues",
  "localize-text": "issues",
  assistance: "issues",
  request: "requests",
  commit: "code",
  person: "experts",
};

/** The tab of a project that is on screen, and whether the page is below it. @param ids of the matched routes, the outermost first */
export function currentTab(ids: readonly string[]): { tab: ProjectTab; isBelow: boolean } {
  const id = ids.at(-1) ?? "";
  const below = BELOW[id];
  return below ? { tab: below, isBelow: true } : { tab: TABS.get(id) ?? "overview", isBelow: false };
}
