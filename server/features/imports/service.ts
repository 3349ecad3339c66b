import type { z } from "zod";
import type { CustomSource, CustomSourceBody } from "../../../contract/sources/imports.ts";
import { CUSTOM_PROVIDER } from "../../../contract/constants.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { requireRoomForSource } from "../../access/limits/planLimits.ts";
import { type ProjectAccess, projectWithId } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findCustomSource, insertCustomSource } from "../../db/tables/sources/customSources.ts";
import { countImportedByKind } from "../../db/tables/sources/importedItems.ts";
import { findSourceOfImportToken } from "../../db/tables/tokens/importTokens.ts";
import { insertSource } from "../../db/tables/sources/sourceAccess.ts";
import { findProjectOfSource } from "../../db/tables/sources/sources.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import { message } from "../../messages/messages.ts";
import type { Quotas } from "../../settings.ts";
import { customAddress } from "../../sources/providers/custom/customConnector.ts";
import { addedSource } from "../sources/projectSources.ts";

/** Creates a custom source without items. @throws PlanRequired, Conflict when there is no room */
export async function createCustomSource(
  { db, quotas }: { readonly db: Db; readonly quotas: Quotas },
  project: ProjectAccess,
  body: z.output<typeof CustomSourceBody>,
  by: Actor,
): Promise<string> {
  const id = newId();
  await db.transaction().execute(async (transaction) => {
    await requireRoomForSource(transaction, project.companyId, quotas);
    const row = await insertSource(transaction, {
      id,
      project_id: project.id,
      kind: body.holds.includes("page") ? "wiki" : "tracker",
      provider: CUSTOM_PROVIDER,
      url: customAddress(id),
      name: body.name,
      default_branch: null,
      visibility: "private",
      secret_id: null,
      connection_id: null,
      access_by: null,
      restricted_role: null,
      restricted_choice: null,
      custom_fields: "[]",
    });
    await insertCustomSource(transaction, {
      source_id: id,
      link_template: body.link_template,
      holds: JSON.stringify([...new Set(body.holds)]),
    });
    await projectChanged(transaction, project);
    await recordAuditEvent(transaction, by, addedSource(project, row));
  });
  return id;
}

/** A custom source of a project whose sources the caller may change. @throws NotFound, Forbidden, Conflict for any other source */
export async function customSourceFor(db: Db, user: Principal, id: string): Promise<ProjectAccess> {
  const projectId = await findProjectOfSource(db, id);
  const project = await projectWithId(db, user, projectId, "sources.change", message("source.not_found"));
  if (await findCustomSource(db, id)) return project;
  // It may have been deleted since its project was found.
  if ((await findProjectOfSource(db, id)) === undefined) throw new NotFound(message("source.not_found"));
  throw new Conflict(message("import.not_custom"));
}

/** @throws NotFound */
export async function readCustomSource(db: Db, id: string): Promise<CustomSource> {
  const row = await findCustomSource(db, id);
  if (!row) throw new NotFound(message("source.not_found"));
  return {
    id,
    project: row.slug,
    name: row.name,
    link_template: row.link_template,
    holds: row.holds,
    items: await countImportedByKind(db, id),
    cursor: row.cursor,
    run: row.run,
    imported_at: row.imported_at?.toISOString() ?? null,
    mapping: row.mapping,
  };
}

/** A token of a source that the caller may change. @throws NotFound, Forbidden */
export async function importTokenFor(
  db: Db,
  user: Principal,
  id: string,
): Promise<{ readonly id: string; readonly sourceId: string; readonly project: string }> {
  const sourceId = (await findSourceOfImportToken(db, id)) ?? "";
  const projectId = await findProjectOfSource(db, sourceId);
  const { slug } = await projectWithId(db, user, projectId, "sources.change", message("token.not_found"));
  return { id, sourceId, project: slug };
}
