import type { CustomField } from "../../../contract/issues/customFields.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { withDeadline } from "../../sources/withDeadline.ts";
import { openAccess } from "../source/openAccess.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import { findSource } from "../source/SyncedSource.ts";

const DEADLINE_MS = 10 * SECOND_MS;

/** The custom fields that a tracker has now, as the access of its source sees them. @throws SourceError */
export async function listTrackerFields(
  { db, sources, credentials }: { readonly db: Db; readonly sources: Sources; readonly credentials: SourceCredentials },
  sourceId: string,
): Promise<readonly CustomField[]> {
  const source = await findSource(db, sourceId);
  if (!source) return [];
  const { access } = await openAccess(source, credentials);
  return withDeadline(
    DEADLINE_MS,
    async (signal) => (await sources.openTracker(access()).customFields?.(signal)) ?? [],
  );
}
