/** Adding and changing identity providers of each kind. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { SsoProvider } from "../../contract/access/sso.ts";
import { type Handler, respond } from "../fixtures/handlers.ts";
import { companyPlan, user } from "../fixtures/people.ts";
import { ldapDetails, samlDetails, ssoProvider } from "../fixtures/sso.ts";
import { renderApp } from "../renderApp.tsx";

const enterprise = user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) });
const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string, text: string): Promise<void> =>
  userEvent.type(await screen.findByLabelText(label), text);

const oidc = ssoProvider();
const saml = ssoProvider({ kind: "saml", saml: samlDetails() });
const ldap = ssoProvider({
  kind: "ldap",
  issuer: "ldaps://ldap.acme.example",
  groups_claim: "memberOf",
  ldap: ldapDetails(),
});

/** The page with the providers, and the calls that add and change one. */
async function openPage(providers: SsoProvider[]) {
  const calls = {
    createSsoProvider: vi.fn<Handler<"createSsoProvider">>(respond(oidc)),
    createSamlProvider: vi.fn<Handler<"createSamlProvider">>(respond(saml)),
    createLdapProvider: vi.fn<Handler<"createLdapProvider">>(respond(ldap)),
    updateSsoProvider: vi.fn<Handler<"updateSsoProvider">>(respond(oidc)),
    updateSamlProvider: vi.fn<Handler<"updateSamlProvider">>(respond(saml)),
    updateLdapProvider: vi.fn<Handler<"updateLdapProvider">>(respond(ldap)),
  };
  const getSso = respond({ providers, is_required: false, password_admins: [] });
  await renderApp({ path: "/settings/sso", as: enterprise, handlers: { getSso, ...calls } });
  const called = (): string[] => Object.entries(calls).flatMap(([name, call]) => call.mock.calls.map(() => name));
  return { calls, called };
}

test("an OpenID Connect provider is added once, by the endpoint of its kind", async () => {
  const { calls, called } = await openPage([]);
  await press("Add an OpenID Connect provider");
  await type("Name", "Acme login");
  await type("Issuer", "https://login.acme.example");
  await press("Save");
  await waitFor(() => expect(screen.getByRole("button", { name: "Add an OpenID Connect provider" })).toHaveFocus());
  expect(called()).toEqual(["createSsoProvider"]);
  expect(calls.createSsoProvider.mock.calls[0]?.[0].body).toMatchObject({ issuer: "https://login.acme.example" });
});

test("a SAML provider is added by its own endpoint", async () => {
  const { calls, called } = await openPage([]);
  await press("Add a SAML provider");
  await type("Name", "Acme login");
  await type("Metadata address", "https://login.acme.example/metadata.xml");
  await press("Save");
  await waitFor(() => expect(screen.getByRole("button", { name: "Add a SAML provider" })).toHaveFocus());
  expect(called()).toEqual(["createSamlProvider"]);
  expect(calls.createSamlProvider.mock.calls[0]?.[0].body).toMatchObject({ metadata: null });
});

test.each([
  { provider: oidc, change: "updateSsoProvider" as const },
  { provider: saml, change: "updateSamlProvider" as const },
  { provider: ldap, change: "updateLdapProvider" as const },
])("a provider of the kind $provider.kind is renamed and turned off by $change", async ({ provider, change }) => {
  const { calls, called } = await openPage([provider]);
  await press("Edit");
  await type("Name", " 2");
  const form = screen.getByRole("form", { name: "Edit Acme login" });
  await userEvent.click(within(form).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus());
  await press("Turn off");
  await waitFor(() => expect(called()).toEqual([change, change]));
  const [renamed, turned] = calls[change].mock.calls.map(([request]) => request.body);
  expect(renamed).toMatchObject({ label: "Acme login 2", is_enabled: true });
  expect(turned).toMatchObject({ label: "Acme login", is_enabled: false });
  expect(turned).not.toHaveProperty("signs_out");
});
