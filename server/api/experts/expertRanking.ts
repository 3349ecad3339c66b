import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { ExpertQuery } from "../../engines/experts/features.ts";
import type { PeopleTable } from "../../engines/experts/peopleTable.ts";
import { projectPeople } from "../../engines/experts/projectPeople.ts";
import { expertQueryOf, filesAt } from "../../engines/experts/questions.ts";
import { readFeedback } from "../../engines/localize/feedbackRows.ts";
import { type RankedPerson, rankPeople } from "../../engines/experts/rankPeople.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";
import { type IssueKnowledge, issueKnowledge } from "./issueKnowledge.ts";
import { inProjectOrCompany } from "./inProjectOrCompany.ts";
import { NO_PLACE, type PlaceKnowledge, placeKnowledge } from "./placeKnowledge.ts";
import { requireIssue } from "../issues/requireIssue.ts";

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
  readonly asked: ExpertQuery;
  /** All people who may be recommended, best first. */
  readonly ranked: readonly RankedPerson[];
  /** How many were left out because they opted out. */
  readonly optedOut: number;
  /** Who must not be recommended, whether the ranking had them or not. */
  readonly excluded: ReadonlySet<number>;
  /** False for a path that no repository has. */
  readonly found: boolean;
  /** The evidence for reasons, in addition to commits. */
  readonly issuesOf: IssueKnowledge["issuesOf"];
  readonly reviewsOf: PlaceKnowledge["reviewsOf"];
  readonly pagesOf: PlaceKnowledge["pagesOf"];
}

const NO_ISSUES: IssueKnowledge = { amounts: new Map(), issuesOf: new Map() };

/**
 * Ranks the people of a project for a question. An issue is localized from the history before its report; the people are ranked from all of
 * the history, because the question is whom to ask today.
 * @throws NotFound for an issue that the project does not have
 */
export async function expertRanking(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { issue, path, repository, q }: ExpertQuestion,
): Promise<ExpertRanking> {
  const table = await projectPeople(db, project.id, index);
  let asked: ExpertQuery = { files: [], terms: [], before: null, issues: new Map() };
  let known = NO_ISSUES;
  let found = true;
  const text = issue === undefined ? questionText(q) : await issueText(db, project.id, issue);
  if (text) {
    const [knowledge, feedback] = await Promise.all([
      issueKnowledge(db, index, table, text, issue ?? null),
      readFeedback(db, project.id),
    ]);
    known = knowledge;
    asked = { ...expertQueryOf(index, { ...text, feedback }), before: null, issues: known.amounts };
  }
  const place = path?.trim() ?? "";
  if (place !== "" && issue === undefined) {
    const files = filesAt(index, place).filter(
      ({ member }) => repository === undefined || index.code[member]?.part.source === repository,
    );
    found = files.length > 0;
    asked = { ...asked, files };
  }
  const beside = asked.files.length > 0 ? await placeKnowledge(db, project.id, index, table, asked.files) : NO_PLACE;
  asked = { ...asked, reviews: beside.reviews, pages: beside.pages };
  const ranked = found ? rankPeople(index, asked, table) : [];
  const excluded = await optedOut(db, project, table);
  const open = ranked.filter(({ person }) => !excluded.has(person));
  return {
    table,
    asked,
    ranked: open,
    optedOut: ranked.length - open.length,
    excluded,
    found,
    issuesOf: known.issuesOf,
    reviewsOf: beside.reviewsOf,
    pagesOf: beside.pagesOf,
  };
}

function questionText(q: string | undefined): { title: string; body: string; before: null } | null {
  const title = q?.trim() ?? "";
  return title === "" ? null : { title, body: "", before: null };
}

async function issueText(
  db: Db,
  projectId: string,
  issueId: string,
): Promise<{ title: string; body: string; before: number }> {
  const issue = await requireIssue(db, projectId, issueId);
  return { title: issue.title, body: issue.body, before: Math.floor(issue.created_at.getTime() / 1000) };
}

/** People of the table whose account has opted out of recommendations. */
export async function optedOut(db: Db, project: ProjectAccess, table: PeopleTable): Promise<Set<number>> {
  const rows = await db
    .selectFrom("expert_preferences")
    .innerJoin("users", "users.id", "expert_preferences.user_id")
    .select(["users.email", "users.name"])
    .where("expert_preferences.recommended", "=", false)
    .where(inProjectOrCompany(project))
    .execute();
  return new Set(rows.map((row) => table.find(row)).filter((person) => person >= 0));
}
