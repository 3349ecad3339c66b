/** Tokens of a company's directory. They open the calls of SCIM for their company and nothing else. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { DirectoryToken, NewDirectoryToken, NewDirectoryTokenBody } from "../../../contract/access/directory.ts";
import { DIRECTORY_LIMITS } from "../../../contract/access/directory.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById, lockCompany } from "../../db/tables/companies/companies.ts";
import {
  deleteScimToken,
  findScimToken,
  insertScimToken,
  listScimTokens,
  updateScimTokenUse,
} from "../../db/tables/directory/scimTokens.ts";
import { Conflict, Forbidden, Invalid, NotFound, PlanRequired, Unauthorized } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { type Actor, recordAuditEvent } from "../auditLog.ts";
import { anonymizeIp } from "../sessions/clientNetwork.ts";
import { type Client, clientProgram } from "../sessions/sessions.ts";
import { planNow, statusNow } from "../subscription.ts";
import { hashToken, isCheckedToken, isUseDue, newCheckedToken, previewOf } from "./tokens.ts";

const PREFIX = "clew_scim_";

/** The tokens of a company, newest first. */
export async function listDirectoryTokens(db: Db, companyId: string): Promise<DirectoryToken[]> {
  return (await listScimTokens(db, companyId)).map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/** The greatest age of a token of this company, in days. */
export async function maxScimTokenDays(db: Db, companyId: string): Promise<number> {
  const { token_max_days: max } = await findCompanyById(db, companyId);
  return Math.min(max ?? DIRECTORY_LIMITS.tokenDays, DIRECTORY_LIMITS.tokenDays);
}

/** Creates a token, whose secret appears only in this answer. @throws Invalid for its end; Conflict when there are too many */
export async function createScimToken(
  db: Db,
  companyId: string,
  { name, expires_at }: NewDirectoryTokenBody,
  by: Actor,
  now: Date = new Date(),
): Promise<NewDirectoryToken> {
  const expires = new Date(expires_at);
  if (expires <= now) throw new Invalid({ expires_at: [message("field.future")] });
  const secret = newCheckedToken(PREFIX);
  const id = newId();
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const days = await maxScimTokenDays(transaction, companyId);
    if (expires.getTime() - now.getTime() > days * DAY_MS)
      throw new Invalid({ expires_at: [message("token.too_long", { days })] });
    if ((await listScimTokens(transaction, companyId)).length >= DIRECTORY_LIMITS.tokens)
      throw new Conflict(message("limit.tokens", { max: DIRECTORY_LIMITS.tokens }));
    await insertScimToken(transaction, {
      id,
      company_id: companyId,
      name,
      token_hash: hashToken(secret),
      preview: previewOf(secret, PREFIX),
      created_by: by.name,
      expires_at: expires,
      last_used_at: null,
    });
    await recordAuditEvent(transaction, by, {
      action: "directory.token_created",
      subject: { kind: "scim_token", id, name },
      after: { expires_at: expires.toISOString() },
    });
    const token = (await listDirectoryTokens(transaction, companyId)).find((listed) => listed.id === id);
    if (!token) throw new NotFound(message("token.not_found"));
    return { ...token, token: secret };
  });
}

/** The token opens nothing from then on. @throws NotFound, also for a token of another company */
export async function revokeScimToken(db: Db, companyId: string, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const gone = await deleteScimToken(transaction, companyId, id);
    if (!gone) throw new NotFound(message("token.not_found"));
    await recordAuditEvent(transaction, by, {
      action: "directory.token_revoked",
      subject: { kind: "scim_token", id, name: gone.name },
    });
  });
}

export interface ScimToken {
  readonly id: string;
  readonly name: string;
  readonly companyId: string;
}

/**
 * The directory of a token. Its use is kept to the minute.
 * @throws Unauthorized; PlanRequired and Forbidden where the company may not use it now
 */
export async function findDirectory(
  db: Db,
  secret: string,
  client: Client,
  now: Date = new Date(),
): Promise<ScimToken> {
  const row = isCheckedToken(secret, PREFIX) ? await findScimToken(db, hashToken(secret)) : undefined;
  if (!row) throw new Unauthorized(message("directory.token_wrong"));
  if (row.expires_at <= now) throw new Unauthorized(message("directory.token_expired"));
  if (!planHas(planNow(row, now), "sso")) throw new PlanRequired(message("plan.sso"));
  if (statusNow(row, now) === "expired") {
    throw new Forbidden(message("subscription.expired"));
  }
  const address = anonymizeIp(client.address);
  if (isUseDue(row.last_used_at, now) || row.last_address !== address) {
    const use = { last_used_at: now, last_address: address, last_client: clientProgram(client.userAgent) };
    await updateScimTokenUse(db, row.id, use);
  }
  return { id: row.id, name: row.name, companyId: row.company_id };
}
