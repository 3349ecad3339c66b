import type { z } from "zod";
import { rolesFrom } from "../../../contract/access/policy.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import type { RestrictedPage, RestrictedQuery } from "../../../contract/issues/restricted.ts";
import type { Db } from "../../db/openDb.ts";
import { listRestrictedItems } from "../../db/tables/sources/restrictedItems.ts";
import { TimePosition, decodeCursor, encodeCursor } from "../../cursor.ts";

const MAX_WORDS = 20;

/**
 * What the hosts of a project restrict and this member may read, newest change first.
 * @throws Invalid for a cursor that no page returned
 */
export async function listRestricted(
  db: Db,
  project: { readonly id: string; readonly role: ProjectRole },
  { q = "", cursor, limit }: z.output<typeof RestrictedQuery>,
): Promise<RestrictedPage> {
  const rows = await listRestrictedItems(db, project.id, {
    roles: rolesFrom(project.role),
    words: q.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
    after: decodeCursor(TimePosition, cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    next: rows.length > limit && last ? encodeCursor([last.updated_at.toISOString(), last.id]) : null,
    results: shown.map(({ source_id, created_at, updated_at, ...row }) => ({
      ...row,
      source: source_id,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    })),
  };
}
