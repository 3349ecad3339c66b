import { describe, expect, test } from "vitest";
import { LdapProviderBody, NewLdapProviderBody } from "../../contract/access/ldap.ts";
import {
  NewSamlProviderBody,
  NewSsoProviderBody,
  SamlProviderBody,
  SsoProviderBody,
} from "../../contract/access/sso.ts";
import {
  newSsoProvider,
  toSsoDraft,
  ssoFaults,
  ssoProviderChange,
  ssoProviderSwitch,
  type SsoProviderDraft,
} from "../../src/domain/ssoProvider.ts";
import { ldapDetails, samlDetails, ssoProvider } from "../fixtures/sso.ts";

const oidc = ssoProvider({ groups_claim: "groups", signs_out: true });
const saml = ssoProvider({ kind: "saml", saml: samlDetails({ signs_requests: true }), signs_out: true });
const ldap = ssoProvider({
  kind: "ldap",
  issuer: "ldaps://ldap.acme.example",
  groups_claim: "memberOf",
  ldap: ldapDetails({ ca: "-----BEGIN CERTIFICATE-----" }),
});
const changeSchemas = { oidc: SsoProviderBody, saml: SamlProviderBody, ldap: LdapProviderBody };
const newSchemas = { oidc: NewSsoProviderBody, saml: NewSamlProviderBody, ldap: NewLdapProviderBody };
const faultNames = (draft: SsoProviderDraft, isNew: boolean): string[] =>
  Object.entries(ssoFaults(draft, isNew)).flatMap(([field, fault]) => (fault == null ? [] : [`${field}: ${fault}`]));

describe.each([oidc, saml, ldap])("a stored provider of the kind $kind", (provider) => {
  const draft = toSsoDraft(provider.kind, provider);

  test("has no faults, and saving it unchanged sends what is stored and no secret", () => {
    expect(faultNames(draft, false)).toEqual([]);
    const { kind, body } = ssoProviderChange(draft, provider.is_enabled);
    expect(kind).toBe(provider.kind);
    expect(changeSchemas[kind].parse(body)).toEqual(body);
    expect(body).toMatchObject({ label: provider.label, is_enabled: true });
    expect(body).not.toHaveProperty("issuer");
    expect(body).not.toHaveProperty("server");
  });

  test("is turned off by a valid body without the sign-out and the groups that the server would check", () => {
    const { kind, body } = ssoProviderSwitch(provider, false);
    const sent = JSON.parse(JSON.stringify(body)) as object;
    expect(changeSchemas[kind].safeParse(sent).success).toBe(true);
    expect(sent).toMatchObject({ label: provider.label, is_enabled: false });
    expect(sent).not.toHaveProperty("signs_out");
    expect(sent).not.toHaveProperty("groups_claim");
  });
});

test("every stored field is sent back under its own name", () => {
  expect(ssoProviderChange(toSsoDraft("oidc", oidc), false).body).toEqual({
    label: "Acme login",
    client_id: "clew",
    client_secret: null,
    scopes: "openid profile email",
    trusts_addresses: false,
    groups_claim: "groups",
    signs_out: true,
    is_enabled: false,
  });
  expect(ssoProviderChange(toSsoDraft("saml", saml), false).body).toEqual({
    label: "Acme login",
    metadata_url: "https://login.acme.example/metadata.xml",
    metadata: null,
    signs_requests: true,
    allows_unsolicited: false,
    groups_claim: "",
    signs_out: true,
    is_enabled: false,
  });
  expect(ssoProviderChange(toSsoDraft("ldap", ldap), false).body).toEqual({
    ...ldapDetails(),
    label: "Acme login",
    bind_password: null,
    groups_attribute: "memberOf",
    ca: "-----BEGIN CERTIFICATE-----",
    is_enabled: false,
  });
});

describe("a new provider", () => {
  test.each<[SsoProviderDraft["kind"], string[]]>([
    ["oidc", ["label: required", "issuer: required"]],
    ["saml", ["label: required", "metadata_url: metadataNeeded"]],
    [
      "ldap",
      ["label: required", "server: required", "bind_dn: required", "bind_password: required", "search_base: required"],
    ],
  ])("of the kind %s needs what has no default", (kind, faults) => {
    expect(faultNames(toSsoDraft(kind, null), true)).toEqual(faults);
  });

  test.each<[SsoProviderDraft]>([
    [{ ...toSsoDraft("oidc", null), label: " Acme ", issuer: "https://login.acme.example" } as SsoProviderDraft],
    [{ ...toSsoDraft("saml", null), label: " Acme ", metadata: " <md/> " } as SsoProviderDraft],
    [
      {
        ...toSsoDraft("ldap", null),
        label: " Acme ",
        server: "ldaps://ldap.acme.example",
        bindDn: "cn=clew",
        bindPassword: " s3cret ",
        searchBase: "dc=acme",
      } as SsoProviderDraft,
    ],
  ])("is sent to the endpoint of its kind with a valid body", (draft) => {
    expect(faultNames(draft, true)).toEqual([]);
    const { kind, body } = newSsoProvider(draft);
    expect(kind).toBe(draft.kind);
    expect(newSchemas[kind].parse(body)).toEqual(body);
    expect(body).toMatchObject({ label: "Acme" });
    expect(body).not.toHaveProperty("is_enabled");
  });

  test("keeps the spaces of a password", () => {
    const draft = { ...toSsoDraft("ldap", null), bindPassword: " s3cret " } as SsoProviderDraft;
    expect(newSsoProvider(draft).body).toMatchObject({ bind_password: " s3cret " });
  });

  test("of SAML has an address or metadata, never both, and a directory a filter with the address", () => {
    const both = { ...toSsoDraft("saml", saml), metadata: "<md/>" } as SsoProviderDraft;
    expect(faultNames(both, false)).toEqual(["metadata: metadataTwice"]);
    const without = { ...toSsoDraft("ldap", ldap), filter: "(uid=ada)" } as SsoProviderDraft;
    expect(faultNames(without, false)).toEqual(["filter: loginNeeded"]);
  });
});
