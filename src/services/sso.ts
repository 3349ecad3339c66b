import * as endpoints from "virtual:endpoints/sso";
import type { BodySent } from "../../contract/callTypes.ts";
import type { NewSsoProvider, SsoProviderChange } from "../domain/ssoProvider.ts";
import type { Client } from "./client.ts";

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
  addProvider: (id: string, added: NewSsoProvider) => {
    const params = { id };
    switch (added.kind) {
      case "oidc":
        return call(endpoints.createSsoProvider, { params, body: added.body });
      case "saml":
        return call(endpoints.createSamlProvider, { params, body: added.body });
      case "ldap":
        return call(endpoints.createLdapProvider, { params, body: added.body });
    }
  },
  changeProvider: (id: string, providerId: string, change: SsoProviderChange) => {
    const params = { id, providerId };
    switch (change.kind) {
      case "oidc":
        return call(endpoints.updateSsoProvider, { params, body: change.body });
      case "saml":
        return call(endpoints.updateSamlProvider, { params, body: change.body });
      case "ldap":
        return call(endpoints.updateLdapProvider, { params, body: change.body });
    }
  },
  removeProvider: (id: string, providerId: string) => send(endpoints.deleteSsoProvider, { params: { id, providerId } }),
  testProvider: (id: string, providerId: string) => call(endpoints.testSsoProvider, { params: { id, providerId } }),
  addDomain: (id: string, providerId: string, name: string) =>
    call(endpoints.addSsoDomain, { params: { id, providerId }, body: { name } }),
  verifyDomain: (id: string, domainId: string) => call(endpoints.verifySsoDomain, { params: { id, domainId } }),
  removeDomain: (id: string, domainId: string) => send(endpoints.deleteSsoDomain, { params: { id, domainId } }),
});
export type SsoService = ReturnType<typeof createSsoService>;
