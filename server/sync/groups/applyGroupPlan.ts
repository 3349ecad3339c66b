import { leftOutBy } from "../../../contract/matching/groupFilter.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { requireRoomForSource, sourcesBeyondPlan } from "../../access/limits/planLimits.ts";
import type { StoredGroupCounts } from "../../db/schema/groupSchema.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type LinkedGroupRow,
  deleteLeavingSource,
  findGroup,
  lockGroup,
  repositoryKey,
  updateAccessOfGroupSources,
  updateRepositoryRemoved,
  updateSourceLeaving,
  updateSourcesMoved,
} from "../../db/tables/sources/linkedGroups.ts";
import { leaveOutRestricted } from "../../db/tables/sources/restrictedItems.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { insertSource } from "../../db/tables/sources/sourceAccess.ts";
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
  readonly now?: () => Date;
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
  const left = await applyLeaving(deps, group, plan);
  const removed: string[] = [];
  for (const source of plan.remove) {
    signal.throwIfAborted();
    if (await removeFollowing(deps, group, source)) removed.push(source.id);
  }
  const { added, withoutRoom, passed, room } = await addSources(deps, group, plan, signal);
  if (added.length + moved.length + removed.length + left > 0) {
    const project = { id: group.project_id, slug: group.slug, name: group.project_name };
    await deps.db.transaction().execute((tx) => projectChanged(tx, project));
  }
  const { counts } = plan;
  return {
    counts: { ...counts, linked: counts.linked - withoutRoom - passed, without_room: withoutRoom },
    room,
    added,
    moved,
    removed,
  };
}

/** Changes all rows by one statement, since two repositories may have swapped their names; one by one where another source has the address of one. */
async function applyMoves({ db, onError }: ApplyDeps, group: AppliedGroup, plan: GroupPlan): Promise<string[]> {
  const apply = (moves: GroupPlan["move"]): Promise<string[]> =>
    db.transaction().execute(async (tx) => {
      const now = await findGroup(tx, group.project_id, group.id);
      if (!now) return [];
      const ids = new Set(await updateSourcesMoved(tx, moves));
      const done = moves.filter(({ id }) => ids.has(id));
      for (const { id, fromGroupId } of done)
        if (fromGroupId !== now.id) await takeOverAccess(tx, now, fromGroupId, id);
      if (done.length === 0) return [];
      await recordAuditEvent(
        tx,
        groupActor(group),
        ...done.map(({ id, before, url, name }) => ({
          action: "source.moved" as const,
          subject: { kind: before.kind, id, name: url },
          before: { project: group.slug, url: before.url, name: before.name },
          after: { project: group.slug, url, name, group: group.url },
        })),
      );
      return [...ids];
    });
  try {
    return plan.move.length > 0 ? await apply(plan.move) : [];
  } catch (error) {
    if (!isUniqueViolation(error, "sources_url_unique")) throw error;
  }
  const moved: string[] = [];
  for (const move of plan.move)
    await apply([move]).then(
      (ids) => moved.push(...ids),
      (error: unknown) => {
        if (!isUniqueViolation(error, "sources_url_unique")) onError(error, { sourceId: move.id });
      },
    );
  return moved;
}

/** Gives a source that comes from another group the access of this one, unless it has its own. */
async function takeOverAccess(tx: Db, group: LinkedGroupRow, fromGroupId: string, id: string): Promise<void> {
  const from = await findGroup(tx, group.project_id, fromGroupId);
  if (!from) return;
  const [source] = await updateAccessOfGroupSources(tx, group.id, from, group, [id]);
  // The role was chosen for what the account of one person shows, and another account may show more.
  if (source && source.restricted_role !== null && from.access_by !== group.access_by) await leaveOutRestricted(tx, id);
}

/** @returns how many changed */
async function applyLeaving({ db }: ApplyDeps, group: AppliedGroup, plan: GroupPlan): Promise<number> {
  const actor = groupActor(group);
  let changed = 0;
  for (const { because, at, ...source } of plan.leave)
    await db.transaction().execute(async (tx) => {
      if (!(await updateSourceLeaving(tx, source, { at, because }))) return;
      changed += 1;
      const { id, kind, url } = source;
      const after = { project: group.slug, group: group.url, because, at: at.toISOString() };
      await recordAuditEvent(tx, actor, { action: "source.leaving", subject: { kind, id, name: url }, after });
    });
  for (const source of plan.stay)
    await db.transaction().execute(async (tx) => {
      if (!(await updateSourceLeaving(tx, source, null))) return;
      changed += 1;
      const { id, kind, url } = source;
      const after = { project: group.slug, group: group.url };
      await recordAuditEvent(tx, actor, { action: "source.staying", subject: { kind, id, name: url }, after });
    });
  return changed;
}

/** @returns false for one that no longer follows the group, or that is to stay since the plan was made */
async function removeFollowing(
  { db, now = () => new Date() }: ApplyDeps,
  group: AppliedGroup,
  { because, ...source }: GroupPlan["remove"][number],
): Promise<boolean> {
  const { id, kind } = source;
  return db.transaction().execute(async (tx) => {
    const gone = await deleteLeavingSource(tx, source, now());
    if (!gone) return false;
    // Linked again it would not be mirrored, and all members of the project would see it.
    if (gone.access_mirrored && source.group_repository !== null)
      await updateRepositoryRemoved(tx, group.id, repositoryKey(kind, source.group_repository));
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
  /** Repositories that the group no longer links since the plan was made. */
  readonly passed: number;
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
  let passed = 0;
  for (const addition of plan.add) {
    signal.throwIfAborted();
    const isCounted = addition.kind === "repository";
    const result: AddedSource = isFull ? FULL : await addSource(deps, group, addition);
    if (result === null) passed += isCounted ? 1 : 0;
    else if (typeof result === "string") added.push(result);
    else {
      withoutRoom += isCounted ? 1 : 0;
      isFull ||= result.isFull;
      room ??= result.reason;
    }
  }
  return { added, withoutRoom, passed, room };
}

type AddedSource = string | null | { readonly reason: Message | null; readonly isFull: boolean };
const FULL: AddedSource = { reason: null, isFull: true };

/** @returns the id of the source; null: the group no longer links it; or why it was not linked, and `isFull`: no other would be either */
async function addSource(
  { db, quotas, onError }: ApplyDeps,
  group: AppliedGroup,
  { kind, repository }: GroupPlan["add"][number],
): Promise<AddedSource> {
  try {
    return await db.transaction().execute(async (tx) => {
      // The group may have been removed or changed since the list was read, also by the removal of one of its sources.
      const now = await lockGroup(tx, group.project_id, group.id);
      if (!now) return { reason: message("group.not_found_here"), isFull: true };
      if (!isStillLinked(now, kind, repository)) return null;
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

const isStillLinked = (
  { filter, with_issues: withIssues, removed_repositories: removed }: LinkedGroupRow,
  kind: GroupPlan["add"][number]["kind"],
  repository: GroupPlan["add"][number]["repository"],
): boolean =>
  leftOutBy(filter, repository) === null &&
  (kind === "repository" || withIssues) &&
  !removed.includes(repositoryKey(kind, repository.externalId));

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
  app_installation_id: group.app_installation_id,
  access_by: group.access_by,
  group_id: group.id,
  group_repository: repository.externalId,
});
