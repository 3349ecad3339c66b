import type { Db } from "../../db/openDb.ts";
import {
  findNewestCommitId,
  insertNoticeWatermark,
  lockNoticeWatermark,
  updateNoticedCommit,
} from "../../db/tables/notices/noticeWatermarks.ts";
import { listChangedKnownFiles, listSourceMaintainers } from "../../db/tables/notices/noticeReceivers.ts";
import { hasOpenFault, resolveNotices } from "../../db/tables/notices/notices.ts";
import { beginFault, endFault } from "../../db/tables/sources/sourceSync.ts";
import { WELL_KNOWN_FILE } from "../../engines/experts/wellKnownFile.ts";
import { announceNotices, writeNotices } from "../../events/writeNotices.ts";
import { writeOutgoing } from "../../events/writeOutgoing.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";

/** The source that a notice is about. */
interface NoticedSource {
  readonly id: string;
  readonly projectId: string;
  readonly companyId: string;
}

/** The end of a sync: the first import is over, and a fault that was reported is. */
export async function noteSyncFinished(tx: Db, source: NoticedSource): Promise<void> {
  const { id } = source;
  await insertNoticeWatermark(tx, id);
  if (await endFault(tx, id)) await notifyWebhooks(tx, source, "sync.recovered");
  await announceNotices(tx, await resolveNotices(tx, id), "notice.read");
}

/** A sync has failed. Those who may change the source are notified once, until it succeeds again. */
export async function noteSyncFailed(tx: Db, source: NoticedSource): Promise<void> {
  const { id, projectId } = source;
  if (await beginFault(tx, id)) await notifyWebhooks(tx, source, "sync.failed");
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

/** Webhooks of the project and of its company are sent the beginning and the end of a fault. */
async function notifyWebhooks(
  tx: Db,
  { id, projectId, companyId }: NoticedSource,
  event: "sync.failed" | "sync.recovered",
): Promise<void> {
  const events = [
    { event, key: `${event} ${id} ${new Date().toISOString()}`, subject: { kind: "source", id } },
  ] as const;
  await writeOutgoing(tx, { projectId, companyId: null }, events);
  await writeRuleEvents(tx, projectId, events);
  await writeOutgoing(tx, { projectId, companyId }, events);
}

/**
 * The stored history has reached the head of a repository. Members are notified of the files that they know well and others changed: once for
 * all commits since the last time.
 */
export async function noteCommits(tx: Db, { id, projectId }: Pick<NoticedSource, "id" | "projectId">): Promise<void> {
  const mark = await lockNoticeWatermark(tx, id);
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
