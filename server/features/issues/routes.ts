import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { countMarks, listMarksOfItems } from "../../db/tables/issues/itemMarks.ts";
import { companySpans } from "../../project/companySpans.ts";
import { botAccountsOf } from "../../project/botAccounts.ts";
import { findIssues } from "./findIssues.ts";
import { presentRowAnalyses } from "./presentAnalyses.ts";
import { IssueFacetCounter } from "./IssueFacetCounter.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { analysisOf, commitsAfterReport, type IssueEngineDeps, openIssue, similarTo } from "./service.ts";
import { presentIssue, presentIssueCards, presentWorkflow } from "../../project/presentIssues.ts";
import { presentMark } from "../../project/presentMark.ts";
import { requireReadFields } from "../../project/requireReadFields.ts";
import { requireIssue } from "../../project/requireIssue.ts";

/** The issues of a project, listed and one by one: what the database alone answers. */
export function mountIssueLists(mount: RouteRegistrar, db: Db): void {
  const facets = new IssueFacetCounter(db);

  mount("listIssues", async ({ user, params, query }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { created, closed, updated, bots, ...others } = query;
    await requireReadFields(db, [project.id], query.field);
    const [spans, notBy] = await Promise.all([
      companySpans(db, project, { created, closed, updated }),
      bots === undefined ? null : botAccountsOf(db, project.id),
    ]);
    const [{ rows, count, next }, counted, markFacet] = await Promise.all([
      findIssues(db, project.id, { ...others, mark: others.mark.map(normalizeProse), spans, notBy }),
      facets.of(project.id),
      countMarks(db, project.id, "issue"),
    ]);
    const ids = rows.map(({ id }) => id);
    const [cards, analyses, marks] = await Promise.all([
      presentIssueCards(db, rows, project.slug),
      presentRowAnalyses(db, ids),
      listMarksOfItems(db, "issue", ids),
    ]);
    return {
      count,
      next,
      results: cards.flatMap((card, at) => {
        const row = rows[at];
        if (!row) return [];
        const additions = {
          marks: (marks.get(card.id) ?? []).map(presentMark),
          analysis: analyses.get(card.id) ?? null,
        };
        return [{ ...card, ...presentWorkflow(row), ...additions }];
      }),
      facets: { ...counted, mark: markFacet },
    };
  });

  mount("getIssue", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    return presentIssue(db, await requireIssue(db, project.id, params.issueId), project.slug);
  });
}

/** What the engines compute of one issue, on the indexes of this thread. */
export function mountIssueEngines(mount: RouteRegistrar, deps: IssueEngineDeps): void {
  mount("analyzeIssue", async ({ user, params, log }) =>
    analysisOf(await openIssue(deps, user, params.id, params.issueId, log)),
  );
  mount("similarIssues", async ({ user, params, log }) =>
    similarTo(deps.db, await openIssue(deps, user, params.id, params.issueId, log)),
  );
  mount("issueCommits", async ({ user, params, log }) =>
    commitsAfterReport(deps.db, await openIssue(deps, user, params.id, params.issueId, log)),
  );
}
