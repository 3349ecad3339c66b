import { secondsOf } from "../../../contract/durations.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listOptedOut } from "../../db/tables/accounts/expertPreferences.ts";
import { listAssignedPeople } from "../../db/tables/issues/issueAssignees.ts";
import { listCommentersOfIssues } from "../../db/tables/issues/issueComments.ts";
import { listFeedback } from "../../db/tables/issues/localizationFeedback.ts";
import { listPagesOfPaths } from "../../db/tables/pages/pages.ts";
import { listReviewsOfPaths } from "../../db/tables/requests/requestReviews.ts";
import type { ExpertQuery, QuestionFile } from "../../engines/experts/personValues.ts";
import { type IssueKnowledge, NO_ISSUES, issueKnowledge, likeIssues } from "../../engines/experts/issueKnowledge.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import {
  MAX_PLACE_ROWS,
  NO_PLACE,
  type PlaceKnowledge,
  pathWeights,
  placeKnowledge,
} from "../../engines/experts/placeKnowledge.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { expertQueryOf, filesAt } from "../../engines/experts/questions.ts";
import { type RankedPerson, rankPeople } from "../../engines/experts/rankPeople.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { requireIssue } from "../../project/requireIssue.ts";

/** The subject of an experts ranking: an issue, a path, a question, or with none of them the whole project. */
export interface ExpertQuestion {
  readonly issue?: string | undefined;
  readonly path?: string | undefined;
  /** With a path: the one source that contains it; undefined means every repository that has the path. */
  readonly repository?: string | undefined;
  readonly q?: string | undefined;
}

export interface ExpertRanking {
  readonly table: PeopleTable;
  readonly expertQuery: ExpertQuery;
  /** All people who may be recommended, best first. */
  readonly ranked: readonly RankedPerson[];
  /** How many were left out because they opted out. */
  readonly optedOut: number;
  /** Who must not be recommended, whether the ranking had them or not. */
  readonly excluded: ReadonlySet<number>;
  /** False for a path that no repository has. */
  readonly isFound: boolean;
  /** The evidence for reasons, in addition to commits. */
  readonly issuesOf: IssueKnowledge["issuesOf"];
  readonly reviewsOf: PlaceKnowledge["reviewsOf"];
  readonly pagesOf: PlaceKnowledge["pagesOf"];
}

/**
 * Ranks the people of a project for a question. An issue is localized from the history before its report; the people are ranked from all of
 * the history, because the recommendation is for today.
 * @throws NotFound for an issue that the project does not have
 */
export async function expertRanking(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { issue, path, repository, q }: ExpertQuestion,
): Promise<ExpertRanking> {
  const table = await projectPeople(db, project.id, index);
  let expertQuery: ExpertQuery = { files: [], terms: [], beforeSeconds: null, issues: new Map() };
  let openIssues = NO_ISSUES;
  let isFound = true;
  const text = issue === undefined ? questionText(q) : await issueText(db, project.id, issue);
  if (text) {
    const [knowledge, feedback] = await Promise.all([
      readIssueKnowledge(db, index, table, text, issue ?? null),
      listFeedback(db, project.id),
    ]);
    openIssues = knowledge;
    expertQuery = { ...expertQueryOf(index, { ...text, feedback }), beforeSeconds: null, issues: openIssues.amounts };
  }
  const place = path?.trim() ?? "";
  if (place !== "" && issue === undefined) {
    const files = filesAt(index, place).filter(
      ({ member }) => repository === undefined || index.code[member]?.part.source === repository,
    );
    isFound = files.length > 0;
    expertQuery = { ...expertQuery, files, isAboutPath: true };
  }
  const placeKnowledge =
    expertQuery.files.length > 0 ? await readPlaceKnowledge(db, project.id, index, table, expertQuery.files) : NO_PLACE;
  expertQuery = { ...expertQuery, reviews: placeKnowledge.reviews, pages: placeKnowledge.pages };
  const ranked = isFound ? rankPeople(index, expertQuery, table) : [];
  const excluded = await optedOut(db, project, table);
  const open = ranked.filter(({ person }) => !excluded.has(person));
  return {
    table,
    expertQuery,
    ranked: open,
    optedOut: ranked.length - open.length,
    excluded,
    isFound,
    issuesOf: openIssues.issuesOf,
    reviewsOf: placeKnowledge.reviewsOf,
    pagesOf: placeKnowledge.pagesOf,
  };
}

function questionText(q: string | undefined): { title: string; body: string; beforeSeconds: null } | null {
  const title = q?.trim() ?? "";
  return title === "" ? null : { title, body: "", beforeSeconds: null };
}

async function issueText(
  db: Db,
  projectId: string,
  issueId: string,
): Promise<{ title: string; body: string; beforeSeconds: number }> {
  const issue = await requireIssue(db, projectId, issueId);
  return { title: issue.title, body: issue.body, beforeSeconds: secondsOf(issue.created_at.getTime()) };
}

async function readIssueKnowledge(
  db: Db,
  index: OpenedIndex,
  table: PeopleTable,
  text: { readonly title: string; readonly body: string },
  except: string | null,
): Promise<IssueKnowledge> {
  const alike = likeIssues(index, text, except);
  if (!alike) return NO_ISSUES;
  const { ids } = alike;
  const [assigned, commented] =
    ids.length === 0 ? [[], []] : await Promise.all([listAssignedPeople(db, ids), listCommentersOfIssues(db, ids)]);
  return issueKnowledge(index, table, alike, [
    ...assigned.map((row) => ({ ...row, how: "assigned" as const })),
    ...commented.map((row) => ({ ...row, how: "commented" as const })),
  ]);
}

/** Reviews of requests that changed these files, and pages that name them, by person. */
export async function readPlaceKnowledge(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  table: PeopleTable,
  files: readonly QuestionFile[],
): Promise<PlaceKnowledge> {
  const weights = pathWeights(index, files);
  if (weights.size === 0) return NO_PLACE;
  const paths = [...weights.keys()];
  const [reviews, pages] = await Promise.all([
    listReviewsOfPaths(db, projectId, paths, MAX_PLACE_ROWS),
    listPagesOfPaths(db, projectId, paths, MAX_PLACE_ROWS),
  ]);
  return placeKnowledge(table, weights, { reviews, pages });
}

/** People of the table whose account has opted out of recommendations. */
export async function optedOut(
  db: Db,
  project: Pick<ProjectAccess, "id" | "companyId">,
  table: PeopleTable,
): Promise<Set<number>> {
  const rows = await listOptedOut(db, project);
  return new Set(rows.map((row) => table.find(row)).filter((person) => person >= 0));
}
