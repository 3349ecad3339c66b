import * as endpoints from "virtual:endpoints/sso";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type NewSsoProvider = BodySent<"createSsoProvider">;
export type NewSamlProvider = BodySent<"createSamlProvider">;
export type SamlProviderChange = BodySent<"updateSamlProvider">;
export type NewLdapProvider = BodySent<"createLdapProvider">;
export type LdapProviderChange = BodySent<"updateLdapProvider">;
export type SsoProviderChange = BodySent<"updateSsoProvider">;
export type SsoPolicy = BodySent<"setSsoPolicy">;

/** Single sign-on: signing in, and the company's settings of it for an Admin. */
export const createSsoService = ({ call, send }: Client) => ({
  /** The provider's page for an address, and the verifier with which this page ends the sign-in. */
  begin: (email: string) => call(endpoints.ssoBegin, { body: { email } }),
  /** The password of the company's directory. */
  password: (body: BodySent<"ssoPassword">) => call(endpoints.ssoPassword, { body }),
  exchange: (body: BodySent<"ssoExchange">) => call(endpoints.ssoExchange, { body }),
  settings: (id: string, signal?: AbortSignal) => call(endpoints.getSso, { params: { id }, signal }),
  setPolicy: (id: string, body: SsoPolicy) => call(endpoints.setSsoPolicy, { params: { id }, body }),
  addProvider: (id: string, body: NewSsoProvider) => call(endpoints.createSsoProvider, { params: { id }, body }),
  changeProvider: (id: string, providerId: string, body: SsoProviderChange) =>
    call(endpoints.updateSsoProvider, { params: { id, providerId }, body }),
  addSamlProvider: (id: string, body: NewSamlProvider) => call(endpoints.createSamlProvider, { params: { id }, body }),
  changeSamlProvider: (id: string, providerId: string, body: SamlProviderChange) =>
    call(endpoints.updateSamlProvider, { params: { id, providerId }, body }),
  addLdapProvider: (id: string, body: NewLdapProvider) => call(endpoints.createLdapProvider, { params: { id }, body }),
  changeLdapProvider: (id: string, providerId: string, body: LdapProviderChange) =>
    call(endpoints.updateLdapProvider, { params: { id, providerId }, body }),
  removeProvider: (id: string, providerId: string) => send(endpoints.deleteSsoProvider, { params: { id, providerId } }),
  testProvider: (id: string, providerId: string) => call(endpoints.testSsoProvider, { params: { id, providerId } }),
  addDomain: (id: string, providerId: string, name: string) =>
    call(endpoints.addSsoDomain, { params: { id, providerId }, body: { name } }),
  verifyDomain: (id: string, domainId: string) => call(endpoints.verifySsoDomain, { params: { id, domainId } }),
  removeDomain: (id: string, domainId: string) => send(endpoints.deleteSsoDomain, { params: { id, domainId } }),
});
export type SsoService = ReturnType<typeof createSsoService>;
