/** Branches and tags of repositories that projects name. */
import type { Db } from "../openDb.ts";
import type { SourceRefState } from "../sourceSchema.ts";

/** @returns whether they are others than before; undefined when there is no such source */
export async function updateRefPatterns(
  db: Db,
  projectId: string,
  sourceId: string,
  patterns: readonly string[],
): Promise<{ readonly before: readonly string[]; readonly kind: string; readonly url: string } | undefined> {
  const row = await db
    .selectFrom("sources")
    .select(["kind", "url", "ref_patterns"])
    .where("id", "=", sourceId)
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .updateTable("sources")
    .set({ ref_patterns: JSON.stringify(patterns) })
    .where("id", "=", sourceId)
    .execute();
  return { before: row.ref_patterns, kind: row.kind, url: row.url };
}

export async function updateRefStates(db: Db, sourceId: string, states: readonly SourceRefState[]): Promise<void> {
  await db
    .updateTable("sources")
    .set({ ref_states: JSON.stringify(states) })
    .where("id", "=", sourceId)
    .execute();
}
