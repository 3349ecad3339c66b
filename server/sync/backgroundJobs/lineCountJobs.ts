import type { Db } from "../../db/openDb.ts";
import { hasUncountedCommits, listUncountedCommits, updateCommitLines } from "../../db/tables/commits/commitStorage.ts";
import { listRepositoryIds } from "../../db/tables/sources/sources.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { COUNT_LINES, type CountLinesJob } from "../../jobs/jobNames.ts";
import { countLines } from "../../sources/git/lineCounts.ts";

interface LineCountJobsOptions {
  readonly db: Db;
  readonly queue: Queue;
  /** The mirror of a repository, copied to this machine first where it is not there. */
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
}

/** Commits that are read at a time: a second or two of git, and one short statement. */
const BATCH_SIZE = 500;

/**
 * Counts the lines of a project's commits in the background, newest first. It takes twelve times as long as reading the history, and only the
 * churn of Insights needs it. An interrupted count resumes after the next sync.
 */
export function createLineCountJobs({ db, queue, mirrorOf }: LineCountJobsOptions) {
  const handle = async ({ projectId }: CountLinesJob, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    for (const id of await listRepositoryIds(db, projectId)) {
      if (await hasUncountedCommits(db, id)) await countSource(db, id, await mirrorOf(id, signal), signal);
    }
  };
  return {
    register: () => {
      queue.register<CountLinesJob>(COUNT_LINES, handle, { concurrency: 1, retryLimit: 1, retryDelaySeconds: 30 });
    },
    /** Called after each good sync of a source. */
    request: async (projectId: string): Promise<void> => {
      await queue.send(COUNT_LINES, { projectId } satisfies CountLinesJob, { singletonKey: projectId });
    },
  };
}

/** Ends where nothing is left, or where nothing of a whole batch can be read: then the mirror is damaged, and the next sync rebuilds it. */
async function countSource(db: Db, sourceId: string, folder: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const rows = await listUncountedCommits(db, sourceId, BATCH_SIZE);
    const [newest] = rows;
    if (!newest) return;
    const counts = await countLines(
      folder,
      rows.map(({ hash }) => hash),
      signal,
      newest.folders,
    );
    const counted = rows.flatMap(({ id, hash }) => {
      const count = counts.get(hash);
      return count ? [{ id, ...count }] : [];
    });
    if (counted.length === 0) return;
    await updateCommitLines(db, counted);
  }
}
