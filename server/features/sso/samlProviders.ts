/** The settings of a company's SAML 2.0 providers. */
import type { NewSamlProviderBody, SamlProviderBody, SsoProvider } from "../../../contract/access/sso.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { newId } from "../../db/newId.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { insertSsoProvider, listSsoDomains, updateSsoProvider } from "../../db/tables/directory/ssoProviders.ts";
import { findSsoSaml, insertSsoSaml, updateSsoSaml } from "../../db/tables/directory/ssoSaml.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { makeCertificate } from "../../sources/saml/ownCertificate.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { presentProvider } from "./present.ts";
import {
  changeGroupsClaim,
  changeSignOut,
  lockForNewProvider,
  requireProvider,
  requireWayIn,
  subjectOf,
} from "./providers.ts";
import { checkMetadata, fetchMetadata, type ReadMetadata } from "./samlMetadata.ts";
import type { SsoDeps } from "./ssoDeps.ts";

type Given = Pick<NewSamlProviderBody, "metadata_url" | "metadata">;

/** @returns undefined where neither is given. @throws Invalid for metadata that cannot be read, with the field */
async function readGiven(deps: SsoDeps, { metadata_url: url, metadata }: Given): Promise<ReadMetadata | undefined> {
  const field = url === null ? "metadata" : "metadata_url";
  try {
    if (url !== null) return await fetchMetadata(deps, url);
    return metadata === null ? undefined : checkMetadata(deps, metadata);
  } catch (error) {
    if (error instanceof SourceError) throw new Invalid({ [field]: [error.text] }, { cause: error });
    if (!(error instanceof SamlRefusedError)) throw error;
    throw new Invalid({ [field]: [message("sso.metadata_wrong", { reason: error.reason })] }, { cause: error });
  }
}

/** @throws Invalid where users are to be signed out at a provider that names no address for it */
function requireSignOut(read: ReadMetadata | undefined, isOn: boolean | undefined): void {
  if (isOn !== true || read?.metadata.signOutRequestUrl !== undefined) return;
  throw new Invalid({ signs_out: [message("sso.no_sign_out")] });
}

/** @returns undefined for stored metadata that are not valid any more */
function readStored(deps: SsoDeps, text: string): ReadMetadata | undefined {
  try {
    return checkMetadata(deps, text);
  } catch (error) {
    if (error instanceof SamlRefusedError || error instanceof SourceError) return undefined;
    throw error;
  }
}

/** A new provider is off until it is turned on, and gets a key of its own. @throws Invalid; Conflict at the limit */
export async function addSamlProvider(
  deps: SsoDeps,
  companyId: string,
  { metadata_url, metadata: pasted, ...fields }: NewSamlProviderBody,
  by: Actor,
): Promise<SsoProvider> {
  const { db, secrets, publicUrl } = deps;
  const read = await readGiven(deps, { metadata_url, metadata: pasted });
  if (!read) throw new Invalid({ metadata: [message("field.metadata")] });
  const { privateKey, certificate } = await makeCertificate("Clew");
  const id = newId();
  const { label, signs_requests, allows_unsolicited, groups_claim = "", signs_out = false } = fields;
  requireSignOut(read, signs_out);
  const { entityId } = read.metadata;
  return db.transaction().execute(async (transaction) => {
    await lockForNewProvider(transaction, companyId);
    await insertSsoProvider(transaction, {
      id,
      company_id: companyId,
      secret_id: await secrets.store(transaction, companyId, { token: privateKey }),
      is_enabled: false,
      kind: "saml",
      label,
      issuer: entityId,
      client_id: "",
      scopes: "",
      trusts_addresses: true,
      groups_claim,
      signs_out,
    });
    const saml = {
      provider_id: id,
      metadata_url,
      metadata: read.text,
      read_at: new Date(),
      certificate,
      signs_requests,
      allows_unsolicited,
    };
    await insertSsoSaml(transaction, saml);
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_added",
      subject: subjectOf({ id, label }),
      after: {
        kind: "saml",
        issuer: entityId,
        metadata_url,
        signs_requests,
        allows_unsolicited,
        groups_claim,
        signs_out,
      },
    });
    return presentProvider(await requireProvider(transaction, companyId, id), [], publicUrl(), { saml });
  });
}

/** @throws NotFound; Invalid for metadata that are wrong or of another provider; Conflict when no user could sign in any more */
export async function changeSamlProvider(
  deps: SsoDeps,
  companyId: string,
  id: string,
  { metadata_url, metadata: pasted, is_enabled, label, groups_claim: claim, signs_out, ...flags }: SamlProviderBody,
  by: Actor,
): Promise<SsoProvider> {
  const { db, publicUrl } = deps;
  const { issuer } = await requireProvider(db, companyId, id);
  const stored = await findSsoSaml(db, id);
  if (!stored) throw new NotFound(message("sso.provider_not_found"));
  // Keep the stored ones if the address is unchanged, so that a provider that does not answer can be turned off.
  const isSame = metadata_url !== null && metadata_url === stored.metadata_url;
  const read = isSame ? undefined : await readGiven(deps, { metadata_url, metadata: pasted });
  if (read && read.metadata.entityId !== issuer) {
    const field = metadata_url === null ? "metadata" : "metadata_url";
    throw new Invalid({ [field]: [message("sso.metadata_other", { issuer })] });
  }
  requireSignOut(read ?? readStored(deps, stored.metadata), signs_out);
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await requireProvider(transaction, companyId, id);
    await updateSsoProvider(transaction, id, { label, is_enabled });
    await changeGroupsClaim(transaction, before, claim, by);
    await changeSignOut(transaction, before, signs_out);
    await updateSsoSaml(transaction, id, {
      metadata_url,
      ...flags,
      ...(read && { metadata: read.text, read_at: new Date() }),
    });
    await requireWayIn(transaction, companyId);
    const { signs_requests, allows_unsolicited } = stored;
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_changed",
      subject: subjectOf(before),
      before: {
        label: before.label,
        is_enabled: before.is_enabled,
        metadata_url: stored.metadata_url,
        signs_requests,
        allows_unsolicited,
        groups_claim: before.groups_claim,
        signs_out: before.signs_out,
      },
      after: {
        label,
        is_enabled,
        metadata_url,
        ...flags,
        groups_claim: claim ?? before.groups_claim,
        signs_out: signs_out ?? before.signs_out,
        is_new_metadata: read !== undefined,
      },
    });
    const domains = await listSsoDomains(transaction, companyId);
    const saml = await findSsoSaml(transaction, id);
    return presentProvider(await requireProvider(transaction, companyId, id), domains, publicUrl(), { saml });
  });
}
