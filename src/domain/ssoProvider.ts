import type { LdapProviderBody, NewLdapProviderBody } from "../../contract/access/ldap.ts";
import type {
  NewSamlProviderBody,
  NewSsoProviderBody,
  SamlProviderBody,
  SsoProvider,
  SsoProviderBody,
} from "../../contract/access/sso.ts";
import { LOGIN_PLACEHOLDER } from "../../contract/constants.ts";

/** Content of a form of an OpenID Connect provider. A secret is in memory only, and "" leaves the stored one as it is. */
export interface OidcDraft {
  readonly kind: "oidc";
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly trustsAddresses: boolean;
  readonly groupsClaim: string;
  readonly signsOut: boolean;
}

/** Content of a form of a SAML 2.0 provider: an address of metadata or the metadata; for an existing one both may be empty. */
export interface SamlDraft {
  readonly kind: "saml";
  readonly label: string;
  readonly metadataUrl: string;
  readonly metadata: string;
  readonly signsRequests: boolean;
  readonly allowsUnsolicited: boolean;
  readonly groupsClaim: string;
  readonly signsOut: boolean;
}

/** Content of a form of an LDAP directory. */
export interface LdapDraft {
  readonly kind: "ldap";
  readonly label: string;
  readonly server: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly searchBase: string;
  readonly filter: string;
  readonly addressAttribute: string;
  readonly nameAttribute: string;
  readonly groupsAttribute: string;
  readonly ca: string;
}

/** Content of the form of an identity provider before it is sent, as it is typed. */
export type SsoProviderDraft = OidcDraft | SamlDraft | LdapDraft;
export type SsoKind = SsoProviderDraft["kind"];

/** The body of a new provider, by the kind that decides the endpoint. */
export type NewSsoProvider =
  | { readonly kind: "oidc"; readonly body: NewSsoProviderBody }
  | { readonly kind: "saml"; readonly body: NewSamlProviderBody }
  | { readonly kind: "ldap"; readonly body: NewLdapProviderBody };

/** The body of a change, by the kind that decides the endpoint. */
export type SsoProviderChange =
  | { readonly kind: "oidc"; readonly body: SsoProviderBody }
  | { readonly kind: "saml"; readonly body: SamlProviderBody }
  | { readonly kind: "ldap"; readonly body: LdapProviderBody };

/** A field of a form, as a rejection by the server names it. */
export type SsoField =
  | "label"
  | "issuer"
  | "client_id"
  | "client_secret"
  | "scopes"
  | "groups_claim"
  | "metadata_url"
  | "metadata"
  | "server"
  | "bind_dn"
  | "bind_password"
  | "search_base"
  | "filter"
  | "address_attribute"
  | "name_attribute"
  | "groups_attribute"
  | "ca";

/** What is wrong with a field before it is sent. */
export type SsoFault = "required" | "metadataNeeded" | "metadataTwice" | "loginNeeded";

/** The content of a form: that of the provider to change, or of a new one of the kind. */
export function toSsoDraft(kind: SsoKind, provider: SsoProvider | null): SsoProviderDraft {
  const label = provider?.label ?? "";
  const both = { label, groupsClaim: provider?.groups_claim ?? "", signsOut: provider?.signs_out ?? false };
  switch (kind) {
    case "oidc":
      return {
        kind,
        ...both,
        issuer: provider?.issuer ?? "",
        clientId: provider?.client_id ?? "",
        clientSecret: "",
        scopes: provider?.scopes ?? "openid profile email",
        trustsAddresses: provider?.trusts_addresses ?? false,
      };
    case "saml":
      return {
        kind,
        ...both,
        metadataUrl: provider?.saml?.metadata_url ?? "",
        metadata: "",
        signsRequests: provider?.saml?.signs_requests ?? false,
        allowsUnsolicited: provider?.saml?.allows_unsolicited ?? false,
      };
    case "ldap":
      return {
        kind,
        label,
        server: provider?.issuer ?? "",
        bindDn: provider?.ldap?.bind_dn ?? "",
        bindPassword: "",
        searchBase: provider?.ldap?.search_base ?? "",
        filter: provider?.ldap?.filter ?? `(mail=${LOGIN_PLACEHOLDER})`,
        addressAttribute: provider?.ldap?.address_attribute ?? "mail",
        nameAttribute: provider?.ldap?.name_attribute ?? "cn",
        groupsAttribute: provider?.groups_claim ?? "memberOf",
        ca: provider?.ldap?.ca ?? "",
      };
  }
}

const isBlank = (text: string): boolean => text.trim() === "";
const orNull = (text: string): string | null => (isBlank(text) ? null : text.trim());
const required = (text: string): SsoFault | null => (isBlank(text) ? "required" : null);

/** The faults of a draft, with each field that the form of its kind shows. @param isNew nothing is stored that an empty field keeps */
export function ssoFaults(draft: SsoProviderDraft, isNew: boolean): Partial<Record<SsoField, SsoFault | null>> {
  const label = required(draft.label);
  switch (draft.kind) {
    case "oidc":
      return {
        label,
        issuer: required(draft.issuer),
        client_id: null,
        client_secret: null,
        scopes: required(draft.scopes),
        groups_claim: null,
      };
    case "saml": {
      const hasUrl = !isBlank(draft.metadataUrl);
      const hasMetadata = !isBlank(draft.metadata);
      return {
        label,
        metadata_url: isNew && !hasUrl && !hasMetadata ? "metadataNeeded" : null,
        metadata: hasUrl && hasMetadata ? "metadataTwice" : null,
        groups_claim: null,
      };
    }
    case "ldap":
      return {
        label,
        server: required(draft.server),
        bind_dn: required(draft.bindDn),
        bind_password: isNew ? required(draft.bindPassword) : null,
        search_base: required(draft.searchBase),
        filter: draft.filter.includes(LOGIN_PLACEHOLDER) ? null : "loginNeeded",
        address_attribute: required(draft.addressAttribute),
        name_attribute: required(draft.nameAttribute),
        groups_attribute: null,
        ca: null,
      };
  }
}

/** A password is sent as it is typed: its spaces belong to it. */
const secretOf = (text: string): string | null => (text === "" ? null : text);

const oidcBody = (draft: OidcDraft) => ({
  label: draft.label.trim(),
  client_id: draft.clientId,
  client_secret: secretOf(draft.clientSecret),
  scopes: draft.scopes,
  trusts_addresses: draft.trustsAddresses,
  groups_claim: draft.groupsClaim,
  signs_out: draft.signsOut,
});
const samlBody = (draft: SamlDraft) => ({
  label: draft.label.trim(),
  metadata_url: orNull(draft.metadataUrl),
  metadata: orNull(draft.metadata),
  signs_requests: draft.signsRequests,
  allows_unsolicited: draft.allowsUnsolicited,
  groups_claim: draft.groupsClaim,
  signs_out: draft.signsOut,
});
const ldapBody = (draft: LdapDraft) => ({
  label: draft.label.trim(),
  bind_dn: draft.bindDn,
  bind_password: secretOf(draft.bindPassword),
  search_base: draft.searchBase,
  filter: draft.filter,
  address_attribute: draft.addressAttribute,
  name_attribute: draft.nameAttribute,
  groups_attribute: draft.groupsAttribute,
  ca: orNull(draft.ca),
});

/** What is sent for a new provider. */
export function newSsoProvider(draft: SsoProviderDraft): NewSsoProvider {
  switch (draft.kind) {
    case "oidc":
      return { kind: draft.kind, body: { ...oidcBody(draft), issuer: draft.issuer } };
    case "saml":
      return { kind: draft.kind, body: samlBody(draft) };
    case "ldap":
      return { kind: draft.kind, body: { ...ldapBody(draft), server: draft.server } };
  }
}

/** What is sent for a change. The issuer and the server are fixed. */
export function ssoProviderChange(draft: SsoProviderDraft, isEnabled: boolean): SsoProviderChange {
  switch (draft.kind) {
    case "oidc":
      return { kind: draft.kind, body: { ...oidcBody(draft), is_enabled: isEnabled } };
    case "saml":
      return { kind: draft.kind, body: { ...samlBody(draft), is_enabled: isEnabled } };
    case "ldap":
      return { kind: draft.kind, body: { ...ldapBody(draft), is_enabled: isEnabled } };
  }
}

/**
 * What is sent to turn a provider on or off. It leaves out the sign-out, which the server checks against the metadata: a provider whose
 * certificates have expired can be turned off too.
 */
export function ssoProviderSwitch(provider: SsoProvider, isEnabled: boolean): SsoProviderChange {
  const change = ssoProviderChange(toSsoDraft(provider.kind, provider), isEnabled);
  if (change.kind === "ldap") return change;
  const unchanged = { groups_claim: undefined, signs_out: undefined };
  return change.kind === "oidc"
    ? { kind: change.kind, body: { ...change.body, ...unchanged } }
    : { kind: change.kind, body: { ...change.body, ...unchanged } };
}
