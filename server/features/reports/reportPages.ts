/** The pages of which a caller can make reports, and what a report may be of. */
import type { ReportBody, ReportPage, Reports } from "../../../contract/insights/reports.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listVisibleDashboards } from "../../db/tables/insights/dashboards.ts";
import { listCompanyUserIds, type ReportRow } from "../../db/tables/insights/reports.ts";
import { listProjectsOfMember } from "../../db/tables/projects/projectLists.ts";
import { listRepositoryIdsOfProjects, listSourceIds } from "../../db/tables/sources/sources.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

type MemberProject = Awaited<ReturnType<typeof listProjectsOfMember>>[number];

/** Dashboards and projects of the caller, by name. */
export async function listPages(
  db: Db,
  caller: Principal,
  projects?: readonly MemberProject[],
): Promise<Reports["pages"]> {
  const [dashboards, ofMember] = await Promise.all([
    listVisibleDashboards(db, caller),
    projects ?? listProjectsOfMember(db, caller.id),
  ]);
  return [
    ...dashboards.map(({ id, name }) => ({ page: { kind: "dashboard" as const, id }, name })),
    ...ofMember.map(({ slug, name }) => ({ page: { kind: "insights" as const, project: slug }, name })),
  ];
}

/** Whether both are the same dashboard, or Insights of the same project. */
export const isSamePage = (page: ReportPage, other: ReportPage): boolean =>
  page.kind === "dashboard"
    ? other.kind === "dashboard" && page.id === other.id
    : other.kind === "insights" && page.project === other.project;

/** The page and its filters are what the caller sees, or stay as they are, and receivers are of the company. @throws Invalid */
export async function checkBody(
  db: Db,
  caller: Principal,
  companyId: string,
  { page, project, repository, tracker, receivers }: ReportBody,
  stored?: ReportRow,
): Promise<void> {
  const isNewPage = stored === undefined || !isSamePage(stored.page, page);
  const added = {
    project: project.filter((slug) => !stored?.project.includes(slug)),
    repository: repository.filter((id) => !stored?.repository.includes(id)),
    tracker: tracker.filter((id) => !stored?.insight_filters.tracker?.includes(id)),
  };
  const isFiltered = added.project.length + added.repository.length > 0;
  const mine = isNewPage || isFiltered || added.tracker.length > 0 ? await listProjectsOfMember(db, caller.id) : [];
  if (isNewPage && !(await listPages(db, caller, mine)).some((candidate) => isSamePage(candidate.page, page)))
    throw new Invalid({ page: [message("report.no_page")] });
  if (isFiltered) {
    const slugs = new Set(mine.map(({ slug }) => slug));
    if (added.project.some((slug) => !slugs.has(slug))) throw new Invalid({ project: [message("report.no_filter")] });
    const ofProjects = mine.map(({ id }) => id);
    const repositories = new Set(
      added.repository.length === 0 ? [] : await listRepositoryIdsOfProjects(db, ofProjects),
    );
    if (added.repository.some((id) => !repositories.has(id)))
      throw new Invalid({ repository: [message("report.no_filter")] });
  }
  // People and labels are no ids of rows: an unknown one finds nothing.
  if (page.kind === "insights" && added.tracker.length > 0) {
    const insightProject = mine.find(({ slug }) => slug === page.project);
    const trackers = new Set(insightProject ? await listSourceIds(db, insightProject.id) : []);
    if (added.tracker.some((id) => !trackers.has(id))) throw new Invalid({ tracker: [message("report.no_filter")] });
  }
  const people = new Set((await listCompanyUserIds(db, companyId, receivers)).map(({ id }) => id));
  if (receivers.some((id) => !people.has(id))) throw new Invalid({ receivers: [message("report.no_receiver")] });
}
