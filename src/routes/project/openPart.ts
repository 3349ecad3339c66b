import { PROJECT_TABS, type ProjectTab } from "../../domain/projectTabs.ts";
import { routeOfTab } from "../paths.ts";

/** The parts of a project by the id of their route. */
const PARTS: ReadonlyMap<string, ProjectTab> = new Map(PROJECT_TABS.map((tab) => [routeOfTab(tab), tab]));

/** The pages below a part of a project, by the id of their route. */
const BELOW: Readonly<Record<string, ProjectTab>> = {
  "new-issue": "issues",
  "localize-text": "issues",
  assistance: "issues",
  request: "requests",
  commit: "code",
  person: "experts",
};

/** The part of a project that is open, and whether the page is below it. @param ids of the matched routes, the outermost first */
export function openPart(ids: readonly string[]): { part: ProjectTab; isBelow: boolean } {
  const id = ids.at(-1) ?? "";
  const below = BELOW[id];
  return below ? { part: below, isBelow: true } : { part: PARTS.get(id) ?? "overview", isBelow: false };
}
