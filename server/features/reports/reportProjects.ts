/** The projects of a report: an archived one is closed to a receiver who does not see each of its projects any more. */
import type { Db } from "../../db/openDb.ts";
import { findReceiverPrincipal, lockReceiver } from "../../db/tables/insights/reports.ts";
import { listProjectsOfMember } from "../../db/tables/projects/projectLists.ts";
import type { MailedReport } from "../../mail/Mail.ts";
import type { DataCard } from "../../../contract/insights/dashboardCards.ts";
import { type CardOwners, projectsOfCard } from "../dashboards/service.ts";
import type { ReportContent } from "./reportContent.ts";

/** A project that the receiver is a member of. */
interface VisibleProject {
  readonly id: string;
  readonly slug: string;
}

/**
 * Ids of the projects that cards have numbers of: those that a card is about, else those that the page is of, else all that the receiver sees.
 * @param page slugs of the projects of the page; empty: all
 */
export function projectsOfCards(
  visible: readonly VisibleProject[],
  cards: readonly DataCard[],
  page: readonly string[],
  owners: CardOwners,
): string[] {
  const slugs = new Set<string>();
  for (const card of cards) {
    const named = projectsOfCard(card, owners);
    const sources = named.length > 0 ? named : page;
    for (const slug of sources.length > 0 ? sources : visible.map((project) => project.slug)) slugs.add(slug);
  }
  return visible.filter(({ slug }) => slugs.has(slug)).map(({ id }) => id);
}

/** Whether the receiver still sees each project of an archived report. One of a version that did not store them is open. */
export const seesProjectsOf = (
  visible: readonly VisibleProject[],
  { projects = [] }: Pick<ReportContent, "projects">,
): boolean => projects.every((project) => visible.some(({ id }) => id === project));

/** Whether the receiver of a mail that waits may still see its report: they get it, may sign in, and see each of its projects. */
export async function maySeeReport(db: Db, { id, companyId, userId, projects }: MailedReport): Promise<boolean> {
  if (!(await findReceiverPrincipal(db, userId))) return false;
  if (!(await lockReceiver(db, { userId, reportId: id, companyId }))) return false;
  return seesProjectsOf(await listProjectsOfMember(db, userId), { projects });
}
