/** Links groups of repositories to a project, changes and removes them. Their sources are linked by the comparison that follows. */
import type { GroupAddress, GroupBody, GroupChange, LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import type { z } from "zod";
import { type Actor, type AuditValues, type NewAuditEvent, recordAuditEvent } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import {
  type LinkedGroupRow,
  countGroups,
  deleteGroup,
  findGroup,
  insertGroup,
  listGroups,
  listSourcesOfGroup,
  lockGroup,
  updateAccessOfGroupSources,
  updateGroup,
  updateSourceLeaving,
} from "../../db/tables/sources/linkedGroups.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import { leaveOutRestricted } from "../../db/tables/sources/restrictedItems.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { deleteSource } from "../../db/tables/sources/sourceAccess.ts";
import type { Db } from "../../db/openDb.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import { message } from "../../messages/messages.ts";
import { originOf } from "../../sources/egress/credentialOrigins.ts";
import { knownLocations } from "../../sources/urlIdentity.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { type CheckedGroup, type GroupAccessDeps, checkGroup } from "./previewGroup.ts";
import { presentGroup } from "./present.ts";

export interface GroupsDeps extends GroupAccessDeps {
  readonly secrets: Secrets;
  readonly sync: Pick<SyncService, "request" | "forget" | "compareGroup">;
}

/** Groups of one project. */
const MAX_GROUPS = 50;

export const readGroups = async (db: Db, projectId: string, language: Principal["language"]): Promise<LinkedGroup[]> =>
  (await listGroups(db, projectId)).map((row) => presentGroup(row, language));

/** @throws NotFound */
export async function readGroup(
  db: Db,
  projectId: string,
  id: string,
  language: Principal["language"],
): Promise<LinkedGroup> {
  const row = await findGroup(db, projectId, id);
  if (!row) throw new NotFound(message("group.not_found_here"));
  return presentGroup(row, language);
}

/**
 * Links a group, and requests the comparison that links its repositories.
 * @returns its id. @throws Invalid for one that the host does not show, or that is linked already; Conflict beyond the limit
 */
export async function linkGroup(
  deps: GroupsDeps,
  project: ProjectAccess,
  user: Principal,
  body: z.output<typeof GroupBody>,
  by: Actor,
): Promise<string> {
  const checked = await checkGroup(deps, user, body, by);
  const { group } = checked;
  try {
    const id = await deps.db.transaction().execute(async (tx) => {
      await lockProject(tx, project.id);
      if ((await countGroups(tx, project.id)) >= MAX_GROUPS)
        throw new Conflict(message("group.limit", { max: MAX_GROUPS }));
      // Two spellings of one address would take each other's sources.
      const isLinked = knownLocations((await listGroups(tx, project.id)).map(({ url }) => url));
      if (isLinked(group.url)) throw new Invalid({ url: [message("group.already_linked")] });
      const row = await insertGroup(tx, {
        id: newId(),
        project_id: project.id,
        provider: body.provider,
        url: group.url,
        name: group.name,
        filter: JSON.stringify(body.filter),
        with_issues: body.with_issues,
        ...(await storedAccess(deps, tx, project, user, checked)),
        state: "queued",
        due_at: new Date(),
      });
      await projectChanged(tx, project);
      await recordAuditEvent(tx, by, {
        action: "group.linked",
        subject: subjectOf(row),
        after: { project: project.slug, provider: row.provider, credential: row.access, ...settingsOf(body) },
      });
      return row.id;
    });
    await deps.sync.compareGroup(id);
    return id;
  } catch (error) {
    if (isUniqueViolation(error, "linked_groups_url_unique"))
      throw new Invalid({ url: [message("group.already_linked")] }, { cause: error });
    throw error;
  }
}

/** What of the access is stored. */
async function storedAccess(
  { secrets }: Pick<GroupsDeps, "secrets">,
  tx: Db,
  project: { readonly companyId: string },
  user: { readonly id: string },
  { input, group }: CheckedGroup,
): Promise<Pick<LinkedGroupRow, "access" | "secret_id" | "connection_id" | "app_installation_id" | "access_by">> {
  const { credential, connectionId, installationId } = input;
  const none = { secret_id: null, connection_id: null, app_installation_id: null, access_by: user.id };
  if (installationId !== null) return { ...none, access: "app", app_installation_id: installationId };
  if (connectionId !== null) return { ...none, access: "account", connection_id: connectionId };
  if (!credential) return { ...none, access: "none", access_by: null };
  return {
    ...none,
    access: "token",
    secret_id: await secrets.store(tx, project.companyId, credential, originOf(group.url)),
  };
}

/**
 * Changes the filter of a group, and its access where one is given: its sources get the new one, unless they have their own. A comparison is
 * requested.
 * @throws NotFound; Forbidden without new access for a group that another user gave its access; Invalid when the host refuses the access;
 * Conflict when the address now leads to another group
 */
export async function changeGroup(
  deps: GroupsDeps,
  project: ProjectAccess,
  user: Principal,
  id: string,
  change: z.output<typeof GroupChange>,
  by: Actor,
): Promise<void> {
  const { db, sync } = deps;
  const group = await findGroup(db, project.id, id);
  if (!group) throw new NotFound(message("group.not_found_here"));
  const { credential, use_connection, installation_id } = change;
  const isNewAccess = credential !== undefined || use_connection === true || installation_id !== undefined;
  const address = {
    provider: group.provider,
    url: group.url,
    credential,
    use_connection,
    installation_id,
  } as GroupAddress;
  const checked = isNewAccess ? await checkGroup(deps, user, address, by) : null;
  if (checked && checked.group.url !== group.url) throw new Conflict(message("source.address_changed"));
  const changed = await db.transaction().execute(async (tx) => {
    const before = await lockGroup(tx, project.id, id);
    if (!before) throw new NotFound(message("group.not_found_here"));
    // Another filter may read more of what the account or token of another user shows.
    if (!checked && before.access !== "none" && before.access_by !== user.id)
      throw new Forbidden(message("group.access_of_another"));
    const access = checked && (await storedAccess(deps, tx, project, user, checked));
    await updateGroup(tx, id, {
      filter: JSON.stringify(change.filter),
      with_issues: change.with_issues,
      ...access,
      ...(change.forgets_removed === true && { removed_repositories: "[]" }),
      state: "queued",
      due_at: new Date(),
    });
    const sources = access ? await updateAccessOfGroupSources(tx, id, before, access) : [];
    if (access && before.secret_id !== null) await deleteSecrets(tx, [before.secret_id]);
    // The role was chosen for what the account of one user shows, and another account may show more.
    for (const source of sources)
      if (source.restricted_role !== null && before.access_by !== access?.access_by)
        await leaveOutRestricted(tx, source.id);
    await recordAuditEvent(tx, by, {
      action: "group.changed",
      subject: subjectOf(before),
      before: { project: project.slug, credential: before.access, ...settingsOf(before) },
      after: { project: project.slug, credential: access?.access ?? before.access, ...settingsOf(change) },
    });
    return sources.map((source) => source.id);
  });
  await sync.compareGroup(id);
  await sync.request(changed);
}

/** @throws NotFound; Conflict while another comparison is in progress */
export async function compareGroup(
  { db, sync }: Pick<GroupsDeps, "db" | "sync">,
  project: { readonly id: string },
  id: string,
): Promise<void> {
  if (!(await findGroup(db, project.id, id))) throw new NotFound(message("group.not_found_here"));
  if (!(await sync.compareGroup(id))) throw new Conflict(message("comparison.running"));
}

/**
 * Removes a group. Its sources stay as single sources, or are removed with everything that was copied from them.
 * @throws NotFound
 */
export async function removeGroup(
  { db, sync }: Pick<GroupsDeps, "db" | "sync">,
  project: ProjectAccess,
  id: string,
  keepsSources: boolean,
  by: Actor,
): Promise<void> {
  const removed = await db.transaction().execute(async (tx) => {
    if (!(await lockGroup(tx, project.id, id))) throw new NotFound(message("group.not_found_here"));
    const sources = await listSourcesOfGroup(tx, project.id, id);
    const events: NewAuditEvent[] = [];
    const secrets: (string | null)[] = [];
    for (const source of sources) {
      if (keepsSources) {
        await updateSourceLeaving(tx, { id: source.id, group_id: id }, null);
        continue;
      }
      const gone = await deleteSource(tx, project.id, source.kind, source.id);
      secrets.push(gone?.secret_id ?? null, gone?.webhook_secret_id ?? null);
      events.push({
        action: "source.removed",
        subject: { kind: source.kind, id: source.id, name: source.url },
        before: { project: project.slug },
      });
    }
    const group = await deleteGroup(tx, project.id, id);
    if (!group) throw new NotFound(message("group.not_found_here"));
    secrets.push(group.secret_id, group.webhook_secret_id);
    await deleteSecrets(
      tx,
      secrets.filter((secret) => secret !== null),
    );
    await projectChanged(tx, project);
    await recordAuditEvent(tx, by, ...events, {
      action: "group.removed",
      subject: subjectOf(group),
      before: { project: project.slug, sources: sources.length, kept: keepsSources },
    });
    return keepsSources ? [] : sources.map((source) => source.id);
  });
  await sync.forget(removed);
}

const subjectOf = ({ id, url }: Pick<LinkedGroupRow, "id" | "url">) => ({ kind: "group", id, name: url });

/** The settings of a group as the audit log shows them. */
function settingsOf({ filter, with_issues: withIssues }: Pick<LinkedGroupRow, "filter" | "with_issues">): AuditValues {
  const included = (["archived", "forks", "empty"] as const).filter((name) => filter[name]);
  return {
    include: [...filter.include],
    exclude: [...filter.exclude],
    topics: [...filter.topics],
    visibility: filter.visibility,
    also: included,
    issues: withIssues,
  };
}
