import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { CARD_COLUMNS, findIssues } from "../../engines/issues/findIssues.ts";
import { readRowAnalyses } from "../../engines/issues/rowAnalyses.ts";
import { FacetCounter } from "../../engines/issues/issueFacets.ts";
import { NotFound } from "../../errors.ts";
import type { IndexStore } from "../../index/indexStore.ts";
import type { Mount } from "../route.ts";
import { mountIssueEngines } from "./issueEngines.ts";
import { presentIssue, presentIssueCards } from "./presentIssue.ts";

/** The issues of a project, listed and one by one. */
export function mountIssues(mount: Mount, { db, indexes }: { readonly db: Db; readonly indexes: IndexStore }): void {
  const facets = new FacetCounter(db);
  mountIssueEngines(mount, { db, indexes });

  mount("listIssues", async ({ user, params, query }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const [{ rows, count, next }, counted] = await Promise.all([
      findIssues(db, project.id, query),
      facets.of(project.id),
    ]);
    const [cards, analyses] = await Promise.all([
      presentIssueCards(db, rows, project.slug),
      readRowAnalyses(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    return {
      count,
      next,
      results: cards.map((card) => ({ ...card, analysis: analyses.get(card.id) ?? null })),
      facets: counted,
    };
  });

  mount("getIssue", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const row = await db
      .selectFrom("issues")
      .select([...CARD_COLUMNS, "issues.body"])
      .where("issues.project_id", "=", project.id)
      .where("issues.id", "=", params.issueId)
      .executeTakeFirst();
    if (!row) throw new NotFound("There is no such issue.");
    return presentIssue(db, row, project.slug);
  });
}
