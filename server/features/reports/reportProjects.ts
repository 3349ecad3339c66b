/** The projects of a report: an archived one is closed to a receiver who does not see each of its projects any more. */
import type { DataCard } from "../../../contract/insights/dashboardCards.ts";
import type { Db } from "../../db/openDb.ts";
import { listProjectsOfMember } from "../../db/tables/projects/projectLists.ts";
import { projectsOfCard } from "../dashboards/service.ts";
import type { ReportContent } from "./reportContent.ts";

/**
 * Ids of the projects that cards have numbers of: those that a card names, else those that the page is of, else all that the receiver sees.
 * @param page slugs of the projects of the page; empty: all
 */
export async function projectsOfCards(
  db: Db,
  userId: string,
  cards: readonly DataCard[],
  page: readonly string[],
): Promise<string[]> {
  const visible = await listProjectsOfMember(db, userId);
  const slugs = new Set<string>();
  for (const card of cards) {
    const named = projectsOfCard(card);
    const sources = named.length > 0 ? named : page;
    for (const slug of sources.length > 0 ? sources : visible.map((project) => project.slug)) slugs.add(slug);
  }
  return visible.filter(({ slug }) => slugs.has(slug)).map(({ id }) => id);
}

/** Whether the receiver still sees each project of an archived report. One of a version that did not store them is open. */
export async function seesProjectsOf(db: Db, userId: string, { projects = [] }: ReportContent): Promise<boolean> {
  if (projects.length === 0) return true;
  const visible = new Set((await listProjectsOfMember(db, userId)).map(({ id }) => id));
  return projects.every((id) => visible.has(id));
}
