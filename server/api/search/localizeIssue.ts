import type { Localization } from "../../../contract/localization.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { localize } from "../../engines/localize/localize.ts";
import { NotFound } from "../../errors.ts";
import type { IndexStore } from "../../index/indexStore.ts";
import type { Handler } from "../route.ts";
import { openProjectIndex } from "./projectIndex.ts";

/** GET projects/{id}/issues/{issueId}/localization/ */
export function localizeIssue(db: Db, indexes: IndexStore): Handler<"localizeIssue"> {
  return async ({ user, params, log }): Promise<Localization> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const issue = await db
      .selectFrom("issues")
      .select(["title", "body", "created_at"])
      .where("project_id", "=", project.id)
      .where("id", "=", params.issueId)
      .executeTakeFirst();
    if (!issue) throw new NotFound("There is no such issue.");
    const index = await openProjectIndex(db, indexes, project.id, log);
    // What happened after the report, its own fix first of all, is no evidence for where it belongs.
    const answer = localize(index, { title: issue.title, body: issue.body, before: issue.created_at.getTime() });
    return { ...answer, repositories: await repositories(db, project.id, answer) };
  };
}

/** Every repository of the project, also one that the index does not have yet. */
async function repositories(db: Db, projectId: string, answer: Localization): Promise<Localization["repositories"]> {
  const rows = await db
    .selectFrom("sources")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("kind", "=", "repository")
    .orderBy("created_at")
    .execute();
  const indexed = new Map(answer.repositories.map((repository) => [repository.id, repository]));
  return rows.map(({ id, name }) => ({
    id,
    name,
    commit: indexed.get(id)?.commit ?? null,
    indexed_at: indexed.get(id)?.indexed_at ?? null,
  }));
}
