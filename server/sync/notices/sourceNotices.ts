import type { Db } from "../../db/openDb.ts";
import {
  findNewestCommitId,
  insertNoticeMark,
  lockNoticeMark,
  updateNoticedCommit,
} from "../../db/tables/noticeMarks.ts";
import { listChangedKnownFiles, listSourceMaintainers } from "../../db/tables/noticeReceivers.ts";
import { hasOpenFault, resolveNotices } from "../../db/tables/notices.ts";
import { WELL_KNOWN_FILE } from "../../engines/experts/wellKnownFile.ts";
import { announceNotices, writeNotices } from "../../events/writeNotices.ts";

/** The source that a notice is about. */
interface NoticedSource {
  readonly id: string;
  readonly projectId: string;
}

/** The end of a sync: the first import is over, and a fault that was reported is. */
export async function noteSyncFinished(tx: Db, { id }: Pick<NoticedSource, "id">): Promise<void> {
  await insertNoticeMark(tx, id);
  await announceNotices(tx, await resolveNotices(tx, id), "notice.read");
}

/** A sync has failed. Those who may change the source are notified once, until it succeeds again. */
export async function noteSyncFailed(tx: Db, { id, projectId }: NoticedSource): Promise<void> {
  if (await hasOpenFault(tx, id)) return;
  const at = new Date().toISOString();
  const users = await listSourceMaintainers(tx, projectId);
  await writeNotices(
    tx,
    users.map((userId) => ({
      userId,
      kind: "sync_failed",
      projectId,
      sourceId: id,
      key: `sync_failed ${id} ${at}`,
      bundle: `sync_failed ${id}`,
      subject: { kind: "source", id },
    })),
  );
}

/**
 * The stored history has reached the head of a repository. Members are notified of the files that they know well and others changed: once for
 * all commits since the last time.
 */
export async function noteCommits(tx: Db, { id, projectId }: NoticedSource): Promise<void> {
  const mark = await lockNoticeMark(tx, id);
  if (!mark) return;
  const newest = await findNewestCommitId(tx, id);
  if (newest <= mark.commit_id) return;
  const changed = await listChangedKnownFiles(tx, id, { after: mark.commit_id, until: newest }, WELL_KNOWN_FILE);
  await writeNotices(
    tx,
    changed.map(({ user_id, files, commits, path }) => ({
      userId: user_id,
      kind: "files_changed",
      projectId,
      sourceId: id,
      key: `files_changed ${id} ${newest}`,
      subject: { kind: "source", id },
      data: { files, commits, path },
    })),
  );
  await updateNoticedCommit(tx, id, newest);
}
