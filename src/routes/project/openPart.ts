import { PROJECT_TABS, type ProjectTab } from "../../components/projects/ProjectNav.tsx";

/** The pages below a part of a project, by the id of their route. */
const BELOW: Readonly<Record<string, ProjectTab>> = {
  assistance: "issues",
  request: "requests",
  commit: "code",
  person: "experts",
};

/** Parts whose route has another id than `project-` and their name. */
const OTHER_IDS: Readonly<Record<string, ProjectTab>> = { "issue-list": "issues", "request-list": "requests" };

export const isTab = (name: string): name is ProjectTab => (PROJECT_TABS as readonly string[]).includes(name);

/** The part of a project that is open, and whether the page is below it. @param ids of the matched routes, the outermost first */
export function openPart(ids: readonly string[]): { part: ProjectTab; isBelow: boolean } {
  const id = ids.at(-1) ?? "";
  const below = BELOW[id];
  if (below) return { part: below, isBelow: true };
  const name = id.replace(/^project-/, "");
  return { part: OTHER_IDS[id] ?? (isTab(name) ? name : "overview"), isBelow: false };
}
