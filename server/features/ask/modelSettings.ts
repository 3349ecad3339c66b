/** The model that a company has set up, for its Admins. */
import type { ModelSettings, ModelSettingsBody, ModelTest } from "../../../contract/search/ask.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import {
  type CompanyModelRow,
  findCompanyModel,
  sumModelUsage,
  upsertCompanyModel,
} from "../../db/tables/companies/companyModels.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { ApiError, Invalid, NotFound } from "../../errors.ts";
import { formatMessage, type Language, message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { endModelOrders } from "./endModelOrders.ts";
import { complete, type ModelAddress } from "./ModelClient.ts";
import type { AskDeps } from "./askDeps.ts";
import { monthOf } from "./usage.ts";

/** Null while none is set up. */
export async function readModelSettings(
  { db, now }: Pick<AskDeps, "db" | "now">,
  companyId: string,
): Promise<ModelSettings | null> {
  const row = await findCompanyModel(db, companyId);
  if (!row) return null;
  const { company_id: _, secret_id: secretId, changed_at: _at, ...fields } = row;
  const { requests, tokens, cost } = await sumModelUsage(db, companyId, monthOf(now()));
  // A request that ran while rows were deleted leaves less than nothing.
  return {
    ...fields,
    has_key: secretId !== null,
    used: { requests, tokens: Math.max(0, tokens), cost: Math.max(0, cost) },
  };
}

/** @throws Invalid for an address that this server does not request, and for a new host without a new key */
export async function changeModelSettings(
  { db, secrets, egress, now }: AskDeps,
  companyId: string,
  { api_key: key, ...fields }: ModelSettingsBody,
  by: Actor,
): Promise<ModelSettings> {
  checkAddress(egress, fields.address);
  const { origin } = new URL(fields.address);
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await findCompanyModel(transaction, companyId);
    const oldSecret = before?.secret_id ?? null;
    // A key belongs to the host that it was entered for.
    if (key === null && oldSecret !== null && before && new URL(before.address).origin !== origin) {
      throw new Invalid({ api_key: [message("ask.key_again")] });
    }
    const stored =
      key === null || key === "" ? null : await secrets.store(transaction, companyId, { token: key }, origin);
    const secretId = key === null ? oldSecret : stored;
    await upsertCompanyModel(transaction, { ...fields, company_id: companyId, secret_id: secretId, changed_at: now() });
    // What was measured was another model.
    if (before && (before.address !== fields.address || before.model !== fields.model)) {
      await endModelOrders(transaction, { companyId }, message("model_order.changed"), now());
    }
    if (key !== null && oldSecret !== null) await deleteSecrets(transaction, [oldSecret]);
    await recordAuditEvent(transaction, by, {
      action: "model.changed",
      ...(before && { before: auditedOf(before) }),
      after: { ...fields, is_new_key: key !== null && key !== "" },
    });
  });
  const settings = await readModelSettings({ db, now }, companyId);
  if (!settings) throw new NotFound(message("ask.no_settings"));
  return settings;
}

function auditedOf({ company_id: _company, secret_id: _secret, changed_at: _at, ...fields }: CompanyModelRow) {
  return fields;
}

function checkAddress(egress: Pick<AskDeps["egress"], "check">, address: string): void {
  try {
    egress.check(new URL(address));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Invalid({ address: [error.text] }, { cause: error });
  }
}

/** What a request to the model of a company needs. */
export async function modelAddressOf(
  { db, secrets }: Pick<AskDeps, "db" | "secrets">,
  { address, model, secret_id: secretId }: CompanyModelRow,
): Promise<ModelAddress> {
  const key = secretId === null ? null : (await secrets.openCredential(db, secretId)).token;
  return { address, model, key };
}

/** Sends a few words to the model, and nothing of any project. @throws NotFound while none is set up */
export async function testModel(
  deps: Pick<AskDeps, "db" | "secrets" | "egress">,
  companyId: string,
  language: Language,
  signal: AbortSignal,
): Promise<ModelTest> {
  const row = await findCompanyModel(deps.db, companyId);
  if (!row) throw new NotFound(message("ask.no_settings"));
  const body = JSON.stringify({
    model: row.model,
    messages: [{ role: "user", content: "Reply with the word: ready" }],
    temperature: 0,
    max_tokens: row.answer_tokens,
    stream: false,
  });
  try {
    const { text } = await complete(deps.egress, await modelAddressOf(deps, row), body, signal);
    if (text.trim() === "") return { passed: false, text: formatMessage(message("ask.empty"), language) };
    return { passed: true, text: formatMessage(message("ask.works", { model: row.model }), language) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    return { passed: false, text: formatMessage(error.text, language) };
  }
}
