import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { NotFound } from "../../errors.ts";
import type { Mount } from "../route.ts";
import { FacetCounter } from "./issueFacets.ts";
import { listIssues } from "./listIssues.ts";
import { CARD_COLUMNS, presentIssue } from "./presentIssue.ts";

/** The issues of a project, listed and one by one. */
export function mountIssues(mount: Mount, { db }: { readonly db: Db }): void {
  const facets = new FacetCounter(db);

  mount("listIssues", async ({ user, params, query }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    return listIssues(db, facets, project, query);
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
