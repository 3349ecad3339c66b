/** Branches and tags of repositories that projects name. */
import type { Db } from "../../openDb.ts";
import type { SourceRefState } from "../../schema/sourceSchema.ts";

export async function updateRefStates(db: Db, sourceId: string, states: readonly SourceRefState[]): Promise<void> {
  await db
    .updateTable("sources")
    .set({ ref_states: JSON.stringify(states) })
    .where("id", "=", sourceId)
    .execute();
}
