import { MINUTE_MS } from "../../../contract/durations.ts";
import type { SimilarIssue } from "../../../contract/issues/analysis.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listFeedback } from "../../db/tables/issues/localizationFeedback.ts";
import { type IssueWithBody, listIssuesByIds } from "../../db/tables/issues/issues.ts";
import { analyze } from "../../engines/analyze/analyze.ts";
import { commitsSince } from "../../engines/analyze/commitsSince.ts";
import { commitRef } from "../../engines/ranking/itemRefs.ts";
import { rankIssuePaths } from "../../engines/localize/localize.ts";
import { fixesByIssue } from "../../engines/ranking/issueFixes.ts";
import { fileKeyOf } from "../../engines/similar/fixFiles.ts";
import { findSimilar } from "../../engines/similar/similar.ts";
import { listCommitsOfIssue } from "../../db/tables/commits/graphEdges.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { MAX_NEIGHBOURS } from "../graph/Neighbours.ts";
import { personOfSignature } from "../../project/commitRefs.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { memoizePerIndex } from "../../project/memoizePerIndex.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { presentIssueCards } from "../../project/presentIssues.ts";
import { listMarkedDuplicates } from "../../project/presentLinks.ts";
import { requireIssue } from "../../project/requireIssue.ts";

/** Files that are taken for likely: their fixes are compared, and commits since the report are looked for. */
const LIKELY = 5;
const SIMILAR = 20;
const FIXES = 3;

/** Milliseconds by which the ages in a cached analysis may be out of date. */
const CLOCK_STEP_MS = 10 * MINUTE_MS;

const likelyPlaces = memoizePerIndex<ReturnType<typeof rankIssuePaths>>();
const analyses = memoizePerIndex<ReturnType<typeof analyze>>();
const similarHits = memoizePerIndex<ReturnType<typeof findSimilar>>();

/** An issue with the index of its project and its likely files. */
export interface IssueInIndex {
  readonly project: ProjectAccess;
  readonly row: IssueWithBody;
  readonly index: OpenedIndex;
  /** Ids of the issues that the tracker has as duplicates of it. */
  readonly marked: ReadonlySet<string>;
  /** The likely files with how strongly, best first: 1 for the best. */
  readonly likely: readonly { readonly repository: string; readonly path: string; readonly share: number }[];
}

export interface IssueEngineDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
}

/** @throws NotFound for a project or an issue that the caller may not read */
export async function openIssue(
  { db, indexes }: IssueEngineDeps,
  user: Principal,
  slug: string,
  id: string,
  log: Parameters<typeof openProjectIndex>[3],
): Promise<IssueInIndex> {
  const project = await projectFor(db, user, slug, "project.read");
  const row = await requireIssue(db, project.id, id);
  const [index, feedback, marked] = await Promise.all([
    openProjectIndex(db, indexes, project.id, log),
    listFeedback(db, project.id),
    listMarkedDuplicates(db, row),
  ]);
  const beforeMs = row.created_at.getTime();
  const question = { title: row.title, body: row.body, beforeMs, feedback };
  const places = likelyPlaces(index, question, () => rankIssuePaths(index, question, LIKELY));
  const best = places[0]?.score ?? 1;
  return { project, row, index, marked, likely: places.map((place) => ({ ...place, share: place.score / best })) };
}

const namesOf = ({ likely }: IssueInIndex): Map<string, number> =>
  new Map(likely.map(({ repository, path, share }) => [fileKeyOf(repository, path), Math.max(0, share)]));

/** Type, area, severity, missing information and hints of an issue; cached until the index or the step of the clock changes. */
export function analysisOf(opened: IssueInIndex): ReturnType<typeof analyze> {
  const { row, index, marked } = opened;
  const issue = {
    id: row.id,
    title: row.title,
    body: row.body,
    labels: row.labels,
    isOpen: row.state === "open",
    createdAtMs: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
  const [files, now] = [namesOf(opened), Math.floor(Date.now() / CLOCK_STEP_MS) * CLOCK_STEP_MS];
  return analyses(index, [issue, [...files], [...marked], now], () =>
    analyze(index, issue, { files, marked, nowMs: Date.now() }),
  );
}

/** Similar issues of the project's trackers, the most similar first, with the fixes of each. */
export async function similarTo(db: Db, opened: IssueInIndex): Promise<SimilarIssue[]> {
  const { project, row, index } = opened;
  const { issues } = index;
  if (!issues) return [];
  const question = {
    title: row.title,
    body: row.body,
    labels: row.labels,
    createdAtMs: row.created_at.getTime(),
    self: row.id,
    files: namesOf(opened),
    marked: opened.marked,
  };
  const key = { ...question, files: [...question.files], marked: [...question.marked] };
  const hits = similarHits(index, key, () => findSimilar(index, question, SIMILAR));
  if (hits.length === 0) return [];
  const ids = hits.map(({ issue }) => issues.table.id(issue));
  const rows = await listIssuesByIds(db, project.id, ids);
  const cards = new Map((await presentIssueCards(db, rows, project.slug)).map((card) => [card.id, card]));
  const fixes = fixesByIssue(index);
  return hits.flatMap((hit, at): SimilarIssue[] => {
    // The index may still contain an issue that was deleted in its tracker.
    const issue = cards.get(ids[at] ?? "");
    if (!issue) return [];
    return [
      {
        issue,
        score: hit.score,
        is_duplicate: hit.isDuplicate,
        is_marked: hit.isMarked,
        terms: [...hit.terms],
        labels: [...hit.labels],
        files: opened.likely
          .filter(({ repository, path }) => hit.files.includes(fileKeyOf(repository, path)))
          .map(({ repository, path }) => ({ repository, path })),
        fixes: (fixes.get(hit.issue) ?? []).slice(0, FIXES).flatMap(({ member, commit }) => {
          const commits = index.commits[member];
          return commits ? [commitRef(commits, commit)] : [];
        }),
      },
    ];
  });
}

/** Commits since the report that change likely files or name the issue. */
export async function commitsAfterReport(
  db: Db,
  { project, row, index, likely }: IssueInIndex,
): Promise<ReturnType<typeof commitsSince>> {
  const linked = await listCommitsOfIssue(db, row.id, MAX_NEIGHBOURS);
  const people = await projectPeople(db, project.id, index);
  const naming = new Set(linked.map(({ hash }) => hash));
  return commitsSince(index, likely, row.created_at.getTime(), naming, (signature) =>
    personOfSignature(people, signature),
  );
}
