/** Links sources to a project and removes them. The API, the demo and the command line all use these functions. */
import type { SOURCE_KINDS } from "../../../contract/constants.ts";
import type { CustomField } from "../../../contract/issues/customFields.ts";
import type { ProjectRole } from "../../access/policy.ts";
import { recordAuditEvent, type Actor, type NewAuditEvent, type AuditValues } from "../../access/auditLog.ts";
import { requireRoomForSource, sourcesBeyondPlan } from "../../access/limits/planLimits.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { repositoryKey, updateRepositoryRemoved } from "../../db/tables/sources/linkedGroups.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { deleteSource, insertSource } from "../../db/tables/sources/sourceAccess.ts";
import type { SourceRow } from "../../db/tables/sources/sources.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import type { Quotas } from "../../settings.ts";
import { findSourceError } from "../../sources/SourceError.ts";
import { originOf } from "../../sources/egress/credentialOrigins.ts";
import type { SourceAccess, Sources, ValidatedSource } from "../../sources/sourceTypes.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { chosenFields } from "./chosenFields.ts";
import { chosenFolders, requireFolders } from "./chosenFolders.ts";
import { limitChecks } from "./limitChecks.ts";
import { type AnySource, type ConnectionTokens, withConnection } from "./withConnection.ts";
import { sourceFieldErrors } from "./sourceFieldErrors.ts";
import { message } from "../../messages/messages.ts";

export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface SourceDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sources: Pick<Sources, "validateRepository" | "validateTracker" | "validateWiki">;
  readonly sync: Pick<SyncService, "request" | "forget">;
  /** Omitted where OAuth connections are not available. */
  readonly connections?: ConnectionTokens;
  /** The installation's defaults. Left out: none, and only companies with their own values have a limit. */
  readonly quotas?: Quotas;
}

/** A source that its host has confirmed. */
export interface CheckedSource {
  readonly kind: SourceKind;
  readonly input: SourceAccess;
  /** The connected account that it is read with. */
  readonly connectionId: string | null;
  /** The installation of an app that it is read by. */
  readonly installationId: string | null;
  /** Who gives it its credential; null: it is read without one. */
  readonly accessBy: string | null;
  /** Who may read what the host restricts; null: it is not read. */
  readonly restrictedRole: ProjectRole | null;
  /** The custom fields that are read. */
  readonly customFields: readonly CustomField[];
  /** The folders that a repository is limited to; none: it is read whole. */
  readonly folders: readonly string[];
  readonly facts: ValidatedSource;
}

/**
 * Checks at the host whether the source exists and may be read. The use of a connected account is noted in the audit log, and so is that it
 * was refused because the address is not of the account's origin; the syncs of a source that is linked with it are not noted one by one.
 * @throws Invalid with the reason under the field that it is about; TooMany for a user who has many checks in progress
 */
export async function checkSource(
  { db, sources, connections }: Pick<SourceDeps, "db" | "sources" | "connections">,
  owner: { readonly id: string },
  kind: SourceKind,
  body: AnySource,
  by?: Actor,
): Promise<CheckedSource> {
  let used: AuditValues | null = null;
  const note = async (action: "account.used" | "account.refused"): Promise<void> => {
    if (used && by)
      await recordAuditEvent(db, by, { action, subject: { kind: "account", name: body.provider }, after: used });
  };
  const folders = chosenFolders("folders" in body ? (body.folders ?? []) : []);
  try {
    const input = await withConnection(connections, owner, body);
    if (input.connectionId !== null) {
      used = { provider: body.provider, origin: input.credential?.origin ?? "", host: hostOfAddress(body.url) };
    }
    const validate = {
      repository: sources.validateRepository,
      tracker: sources.validateTracker,
      wiki: sources.validateWiki,
    }[kind];
    const restrictedRole = "restricted_role" in body ? (body.restricted_role ?? null) : null;
    const facts = await limitChecks(sources, owner.id, () => validate({ ...input, folders }));
    await note("account.used");
    requireFolders(facts);
    const accessBy = input.credential ? owner.id : null;
    const customFields = chosenFields("custom_fields" in body ? (body.custom_fields ?? []) : [], facts);
    const { connectionId, installationId } = input;
    return { kind, input, facts, connectionId, installationId, accessBy, restrictedRole, customFields, folders };
  } catch (error) {
    await note(findSourceError(error)?.code === "connection" ? "account.refused" : "account.used");
    throw sourceFieldErrors(error, body.installation_id !== undefined) ?? error;
  }
}

/** Facts about a source that the rules of a plan read. */
export const linkable = ({ kind, input, facts }: CheckedSource) => ({
  kind,
  provider: input.provider,
  visibility: facts.visibility,
});

/** The host of an address as it was typed, without anything else of it; "" for what is no address. */
function hostOfAddress(url: string): string {
  const typed = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
  return URL.canParse(typed) ? new URL(typed).host : "";
}

/** Stores a checked source, and its credential encrypted. The sync is requested after the transaction has committed. */
export async function storeSource(
  transaction: Db,
  secrets: Secrets,
  project: { readonly id: string; readonly companyId: string },
  { kind, input, facts, connectionId, installationId, accessBy, restrictedRole, customFields, folders }: CheckedSource,
): Promise<SourceRow> {
  const secretId =
    input.credential && connectionId === null && installationId === null
      ? await secrets.store(transaction, project.companyId, input.credential, originOf(facts.url))
      : null;
  return insertSource(transaction, {
    id: newId(),
    project_id: project.id,
    kind,
    provider: input.provider,
    url: facts.url,
    name: facts.name,
    default_branch: facts.defaultBranch ?? null,
    visibility: facts.visibility,
    secret_id: secretId,
    connection_id: connectionId,
    app_installation_id: installationId,
    access_by: accessBy,
    restricted_role: restrictedRole,
    restricted_choice: restrictedRole && newId(),
    custom_fields: JSON.stringify(customFields),
    folders: JSON.stringify(folders),
  });
}

/** @throws Invalid when it is already linked, PlanRequired when the plan has no room, and the errors of `checkSource` */
export async function addSource(
  deps: SourceDeps,
  project: { readonly id: string; readonly slug: string; readonly name: string; readonly companyId: string },
  owner: { readonly id: string },
  kind: SourceKind,
  input: AnySource,
  by?: Actor,
): Promise<SourceRow> {
  const checked = await checkSource(deps, owner, kind, input, by);
  try {
    const row = await deps.db.transaction().execute(async (transaction) => {
      await requireRoomForSource(transaction, project.companyId, deps.quotas);
      const [problem] = await sourcesBeyondPlan(transaction, project.companyId, [linkable(checked)]);
      if (problem) throw new Invalid(problem);
      const stored = await storeSource(transaction, deps.secrets, project, checked);
      await projectChanged(transaction, project);
      if (by) await recordAuditEvent(transaction, by, addedSource(project, stored));
      return stored;
    });
    await deps.sync.request([row.id]);
    return row;
  } catch (error) {
    if (isUniqueViolation(error, "sources_url_unique")) {
      throw new Invalid({ url: [message("source.already_linked")] }, { cause: error });
    }
    throw error;
  }
}

/** What a source is read with, for the audit log. */
export const credentialKind = (
  row: Pick<SourceRow, "secret_id" | "connection_id" | "app_installation_id">,
): "account" | "app" | "token" | "none" => {
  if (row.connection_id !== null) return "account";
  if (row.app_installation_id !== null) return "app";
  return row.secret_id !== null ? "token" : "none";
};

/** The audit entry of a source that was added. */
export const addedSource = (
  project: { readonly slug: string },
  row: Pick<
    SourceRow,
    | "id"
    | "kind"
    | "provider"
    | "url"
    | "secret_id"
    | "connection_id"
    | "app_installation_id"
    | "restricted_role"
    | "folders"
  >,
): NewAuditEvent => ({
  action: "source.added",
  subject: { kind: row.kind, id: row.id, name: row.url },
  after: {
    project: project.slug,
    provider: row.provider,
    credential: credentialKind(row),
    ...(row.restricted_role !== null && { restricted: row.restricted_role }),
    ...(row.folders.length > 0 && { folders: row.folders.join(", ") }),
  },
});

/** Removes a source with everything that was copied from it. @throws NotFound */
export async function removeSource(
  deps: Pick<SourceDeps, "db" | "sync">,
  project: { readonly id: string; readonly slug: string; readonly name: string },
  kind: SourceKind,
  id: string,
  by: Actor,
): Promise<void> {
  await deps.db.transaction().execute(async (transaction) => {
    const gone = await deleteSource(transaction, project.id, kind, id);
    if (!gone) throw new NotFound(message("source.not_found"));
    const secrets = [gone.secret_id, gone.webhook_secret_id].filter((secret) => secret !== null);
    await deleteSecrets(transaction, secrets);
    // The next comparison of its group would link it again.
    if (gone.group_id !== null && gone.group_repository !== null)
      await updateRepositoryRemoved(transaction, gone.group_id, repositoryKey(kind, gone.group_repository));
    await projectChanged(transaction, project);
    await recordAuditEvent(transaction, by, {
      action: "source.removed",
      subject: { kind, id, name: gone.url },
      before: { project: project.slug, provider: gone.provider },
    });
  });
  await deps.sync.forget([id]);
}
