import { SECOND_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { lockNoticeWatermark } from "../../db/tables/notices/noticeWatermarks.ts";
import { insertItemsToReread } from "../../db/tables/sources/sourceLedgers.ts";
import { resetIssueTimes } from "../../db/tables/issues/issueStorage.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { openAccess } from "../source/openAccess.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import { findSource } from "../source/SyncedSource.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { IssueWriter } from "./IssueWriter.ts";

const DEADLINE_MS = 10 * SECOND_MS;

/**
 * Stores one issue as its tracker has it now. It is read by the access of the source and not by that of the member who changed it, who may see more
 * than the project may. The next sync reads it again, and brings it into the index.
 * @returns false where the tracker did not answer, or no longer shows it
 */
export async function refreshIssue(
  { db, sources, credentials }: { readonly db: Db; readonly sources: Sources; readonly credentials: SourceCredentials },
  sourceId: string,
  issue: { readonly externalId: string; readonly key: string },
): Promise<boolean> {
  const source = await findSource(db, sourceId);
  if (!source) return false;
  const reread = { kind: "issue", external_id: issue.externalId, key: issue.key } as const;
  await insertItemsToReread(db, sourceId, [reread]);
  try {
    const { access } = await openAccess(source, credentials);
    const page = await sources.openTracker(access()).issue(issue, AbortSignal.timeout(DEADLINE_MS));
    const [issues, leftOut] = [new IssueWriter(source), new LeftOutWriter(source)];
    const shown = page.issues ?? [];
    return await db.transaction().execute(async (tx) => {
      // Before the rows of issues, as a sync that runs meanwhile locks them: each would wait for the other.
      await lockNoticeWatermark(tx, sourceId);
      // Also of an issue that the change has made one that is left out: its page has nothing else.
      if (page.leftOut) await leftOut.writeTrackerPage(tx, { issues: shown, leftOut: page.leftOut });
      if (shown.length === 0) return false;
      // A host may give two changes within a second the same time.
      await resetIssueTimes(tx, sourceId, [issue.externalId]);
      await issues.writeIssues(tx, shown);
      await issues.writeComments(tx, page.comments ?? [], page.wholeThreads);
      if (page.events) await issues.writeEvents(tx, page.events);
      return true;
    });
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}
