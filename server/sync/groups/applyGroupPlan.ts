import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { requireRoomForSource, sourcesBeyondPlan } from "../../access/planLimits.ts";
import type { StoredGroupCounts } from "../../db/groupSchema.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type LinkedGroupRow,
  findGroup,
  updateSourceLeaving,
  updateSourcesMoved,
} from "../../db/tables/linkedGroups.ts";
import { deleteSecrets } from "../../db/tables/secrets.ts";
import { deleteSource, insertSource } from "../../db/tables/sourceAccess.ts";
import { ApiError } from "../../errors.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { Quotas } from "../../settings.ts";
import type { GroupPlan } from "./planGroup.ts";

/** A group with what its sources and its entries of the audit log need. */
export interface AppliedGroup extends LinkedGroupRow {
  readonly slug: string;
  readonly project_name: string;
  readonly company_id: string;
}

export interface ApplyDeps {
  readonly db: Db;
  readonly quotas?: Quotas | undefined;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

export interface AppliedPlan {
  readonly counts: StoredGroupCounts;
  /** Why some repositories have no room. */
  readonly room: Message | null;
  /** Ids of the sources that were linked, and of those that were removed. */
  readonly added: readonly string[];
  readonly moved: readonly string[];
  readonly removed: readonly string[];
}

/** The comparison of a group, in the audit log. */
export const groupActor = ({ name, company_id: companyId }: AppliedGroup): Actor => ({
  id: null,
  name,
  email: "",
  companyId,
  address: "",
});

/** Applies a plan source by source: one that fails holds up no other. */
export async function applyGroupPlan(
  deps: ApplyDeps,
  group: AppliedGroup,
  plan: GroupPlan,
  signal: AbortSignal,
): Promise<AppliedPlan> {
  const moved = await applyMoves(deps, group, plan);
  await applyLeaving(deps, group, plan);
  const removed: string[] = [];
  for (const source of plan.remove) {
    signal.throwIfAborted();
    if (await removeFollowing(deps, group, source)) removed.push(source.id);
  }
  const { added, withoutRoom, room } = await addSources(deps, group, plan, signal);
  if (added.length + moved.length + removed.length + plan.leave.length + plan.stay.length > 0) {
    const project = { id: group.project_id, slug: group.slug, name: group.project_name };
    await deps.db.transaction().execute((tx) => projectChanged(tx, project));
  }
  const { counts } = plan;
  return {
    counts: { ...counts, linked: counts.linked - withoutRoom, without_room: withoutRoom },
    room,
    added,
    moved,
    removed,
  };
}

/** All at once, since two repositories may have swapped their names; one by one where another source has the address of one. */
async function applyMoves({ db, onError }: ApplyDeps, group: AppliedGroup, plan: GroupPlan): Promise<string[]> {
  const apply = (moves: GroupPlan["move"]): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await updateSourcesMoved(tx, moves);
      await recordAuditEvent(
        tx,
        groupActor(group),
        ...moves.map(({ id, before, url, name }) => ({
          action: "source.moved" as const,
          subject: { kind: before.kind, id, name: url },
          before: { project: group.slug, url: before.url, name: before.name },
          after: { project: group.slug, url, name, group: group.url },
        })),
      );
    });
  try {
    if (plan.move.length > 0) await apply(plan.move);
    return plan.move.map(({ id }) => id);
  } catch (error) {
    if (!isUniqueViolation(error, "sources_url_unique")) throw error;
  }
  const moved: string[] = [];
  for (const move of plan.move)
    await apply([move]).then(
      () => moved.push(move.id),
      (error: unknown) => {
        if (!isUniqueViolation(error, "sources_url_unique")) onError(error, { sourceId: move.id });
      },
    );
  return moved;
}

async function applyLeaving({ db }: ApplyDeps, group: AppliedGroup, plan: GroupPlan): Promise<void> {
  const actor = groupActor(group);
  for (const { id, kind, url, because, at } of plan.leave)
    await db.transaction().execute(async (tx) => {
      await updateSourceLeaving(tx, id, { at, because });
      const after = { project: group.slug, group: group.url, because, at: at.toISOString() };
      await recordAuditEvent(tx, actor, { action: "source.leaving", subject: { kind, id, name: url }, after });
    });
  for (const { id, kind, url } of plan.stay)
    await db.transaction().execute(async (tx) => {
      await updateSourceLeaving(tx, id, null);
      const after = { project: group.slug, group: group.url };
      await recordAuditEvent(tx, actor, { action: "source.staying", subject: { kind, id, name: url }, after });
    });
}

/** @returns whether it was there */
async function removeFollowing(
  { db }: ApplyDeps,
  group: AppliedGroup,
  { id, kind, because }: GroupPlan["remove"][number],
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const gone = await deleteSource(tx, group.project_id, kind, id);
    if (!gone) return false;
    await deleteSecrets(
      tx,
      [gone.secret_id, gone.webhook_secret_id].filter((secret) => secret !== null),
    );
    await recordAuditEvent(tx, groupActor(group), {
      action: "source.removed",
      subject: { kind, id, name: gone.url },
      before: { project: group.slug, provider: gone.provider, group: group.url, because },
    });
    return true;
  });
}

interface Additions {
  readonly added: string[];
  readonly withoutRoom: number;
  readonly room: Message | null;
}

/** Links repositories until the plan or a quota has no room. Of each repository its source comes before that of its issues. */
async function addSources(
  deps: ApplyDeps,
  group: AppliedGroup,
  plan: GroupPlan,
  signal: AbortSignal,
): Promise<Additions> {
  const added: string[] = [];
  let room: Message | null = null;
  let isFull = false;
  let withoutRoom = 0;
  for (const addition of plan.add) {
    signal.throwIfAborted();
    const result: AddedSource | null = isFull ? null : await addSource(deps, group, addition);
    if (typeof result === "string") added.push(result);
    else {
      if (addition.kind === "repository") withoutRoom += 1;
      if (result) {
        isFull ||= result.isFull;
        room ??= result.reason;
      }
    }
  }
  return { added, withoutRoom, room };
}

type AddedSource = string | { readonly reason: Message; readonly isFull: boolean };

/** @returns the id of the source, or why it was not linked; `isFull`: no other would be either */
async function addSource(
  { db, quotas, onError }: ApplyDeps,
  group: AppliedGroup,
  { kind, repository }: GroupPlan["add"][number],
): Promise<AddedSource> {
  try {
    return await db.transaction().execute(async (tx) => {
      // The group may have been removed, or its access changed, since the list was read.
      const now = await findGroup(tx, group.project_id, group.id);
      if (!now) return { reason: message("group.not_found_here"), isFull: true };
      await requireRoomForSource(tx, group.company_id, quotas);
      const { provider } = group;
      const { visibility } = repository;
      const [problem] = await sourcesBeyondPlan(tx, group.company_id, [{ kind, provider, visibility }]);
      if (problem) return { reason: reasonOf(problem), isFull: false };
      const { id } = await insertSource(tx, rowOf(now, kind, repository));
      await recordAuditEvent(tx, groupActor(group), {
        action: "source.added",
        subject: { kind, id, name: repository.url },
        after: { project: group.slug, provider, credential: now.access, group: group.url },
      });
      return id;
    });
  } catch (error) {
    if (error instanceof ApiError) return { reason: error.text, isFull: true };
    // A user links it at the same time.
    if (!isUniqueViolation(error, "sources_url_unique")) onError(error, {});
    return { reason: message("group.not_stored", { name: repository.full_name }), isFull: false };
  }
}

const reasonOf = (problem: Readonly<Record<string, unknown>>): Message => {
  const [first] = Object.values(problem).flat() as Message[];
  return first ?? message("group.failed");
};

const rowOf = (
  group: LinkedGroupRow,
  kind: GroupPlan["add"][number]["kind"],
  repository: GroupPlan["add"][number]["repository"],
) => ({
  id: newId(),
  project_id: group.project_id,
  kind,
  provider: group.provider,
  url: repository.url,
  name: repository.full_name,
  default_branch: kind === "repository" ? repository.default_branch : null,
  visibility: repository.visibility,
  secret_id: group.secret_id,
  connection_id: group.connection_id,
  access_by: group.access_by,
  group_id: group.id,
  group_repository: repository.externalId,
  cursor: null,
  sync_state: "queued" as const,
  sync_step: null,
  sync_done: 0,
  sync_total: null,
  sync_error: null,
  sync_finished_at: null,
  sync_items: 0,
});
