/** Tokens of importers. Each imports into one custom source, and only while its maker may change the sources of the project. */
import type { ImportToken, NewImportToken } from "../../../contract/sources/imports.ts";
import { IMPORT_LIMITS } from "../../../contract/sources/importRules.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCustomSource } from "../../db/tables/sources/customSources.ts";
import {
  deleteImportToken,
  findImportTokenPrincipal,
  insertImportToken,
  listImportTokens,
  updateImportTokenUse,
} from "../../db/tables/tokens/importTokens.ts";
import { lockUser } from "../../db/tables/accounts/users.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { requireTokenWithin } from "../accessPolicy.ts";
import { type Actor, recordAuditEvent } from "../auditLog.ts";
import { principalOf, type Principal } from "../sessions/sessions.ts";
import { hashToken, isUseDue, MAX_ACCESS_TOKEN_LENGTH, newToken, previewOf } from "./tokens.ts";

/** So that a leaked one is recognised for what it is, by people and by scanners. */
const PREFIX = "clew_imp_";

export const isImportToken = (secret: string): boolean => secret.startsWith(PREFIX);

/** The tokens of a custom source, newest first. */
export async function readImportTokens(db: Db, sourceId: string): Promise<ImportToken[]> {
  const rows = await listImportTokens(db, sourceId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    preview: row.preview,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Creates a token. Its secret appears only in this answer. @throws Conflict when the source has too many, NotFound for no custom source */
export async function createImportToken(
  db: Db,
  source: { readonly id: string; readonly project: string },
  user: { readonly id: string },
  name: string,
  by: Actor,
): Promise<NewImportToken> {
  const secret = PREFIX + newToken();
  const id = newId();
  return db.transaction().execute(async (transaction) => {
    if (!(await lockCustomSource(transaction, source.id))) throw new NotFound(message("source.not_found"));
    // A user who leaves the company at the same moment gets none.
    if (!(await lockUser(transaction, user.id))?.company_id) throw new NotFound(message("source.not_found"));
    if ((await listImportTokens(transaction, source.id)).length >= IMPORT_LIMITS.tokens)
      throw new Conflict(message("import.tokens", { max: IMPORT_LIMITS.tokens }));
    await insertImportToken(transaction, {
      id,
      source_id: source.id,
      user_id: user.id,
      name,
      token_hash: hashToken(secret),
      preview: previewOf(secret, PREFIX),
      last_used_at: null,
    });
    await recordAuditEvent(transaction, by, {
      action: "import_token.created",
      subject: { kind: "import_token", id, name },
      after: { project: source.project, source: source.id },
    });
    const token = (await readImportTokens(transaction, source.id)).find((token) => token.id === id);
    if (!token) throw new NotFound(message("token.not_found"));
    return { ...token, token: secret };
  });
}

/** The token opens nothing from then on. @throws NotFound */
export async function revokeImportToken(
  db: Db,
  { id, sourceId, project }: { readonly id: string; readonly sourceId: string; readonly project: string },
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const gone = await deleteImportToken(transaction, sourceId, id);
    if (!gone) throw new NotFound(message("token.not_found"));
    await recordAuditEvent(transaction, by, {
      action: "import_token.deleted",
      subject: { kind: "import_token", id, name: gone.name },
      before: { project, source: sourceId },
    });
  });
}

/** The maker of a token as the caller, and its source; undefined when it is not valid (any more). @throws as `requireTokenWithin` */
export async function findImportPrincipal(
  db: Db,
  secret: string,
  address: string,
  now: Date = new Date(),
): Promise<{ readonly caller: Principal; readonly sourceId: string } | undefined> {
  if (!isImportToken(secret) || secret.length > MAX_ACCESS_TOKEN_LENGTH) return undefined;
  const hash = hashToken(secret);
  const row = await findImportTokenPrincipal(db, hash);
  if (!row) return undefined;
  requireTokenWithin(row, row, address, now);
  if (isUseDue(row.last_used_at, now)) await updateImportTokenUse(db, row.token_id, now);
  return { caller: principalOf(row, hash, now), sourceId: row.source_id };
}
