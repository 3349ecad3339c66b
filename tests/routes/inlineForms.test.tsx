/** Where the focus is after a form that replaced its button is closed. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { respond } from "../fixtures/handlers.ts";
import { ssoProvider } from "../fixtures/sso.ts";
import { companyPlan, user } from "../fixtures/people.ts";
import { project } from "../fixtures/projects.ts";
import { ruleOptions, ruleRow } from "../fixtures/rules.ts";
import { outgoingWebhook } from "../fixtures/webhooks.ts";
import { renderApp } from "../renderApp.tsx";

const enterprise = user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) });
const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole("button", { name }));
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

test("after a change of a receiver, cancelled or saved, the button that opened it has the focus", async () => {
  await renderApp({
    path: "/settings/webhooks",
    handlers: { listCompanyWebhooks: respond([outgoingWebhook()]), changeOutgoingWebhook: respond(outgoingWebhook()) },
  });
  await press("Edit");
  await press("Cancel");
  await waitFor(() => expect(button("Edit")).toHaveFocus());
  await press("Edit");
  await press("Save");
  await waitFor(() => expect(button("Edit")).toHaveFocus());
});

test("turning a receiver off does not move the focus", async () => {
  await renderApp({
    path: "/settings/webhooks",
    handlers: { listCompanyWebhooks: respond([outgoingWebhook()]), changeOutgoingWebhook: respond(outgoingWebhook()) },
  });
  await press("Turn off");
  await waitFor(() => expect(button("Turn off")).toHaveFocus());
});

test("each button that adds a kind of provider gets the focus back from its own form", async () => {
  await renderApp({
    path: "/settings/sso",
    as: enterprise,
    handlers: { getSso: respond({ providers: [ssoProvider()], is_required: false, password_admins: [] }) },
  });
  for (const name of ["Add an OpenID Connect provider", "Add a SAML provider", "Add an LDAP directory"]) {
    await press(name);
    await press("Cancel");
    await waitFor(() => expect(button(name)).toHaveFocus());
  }
  await press("Edit");
  await press("Cancel");
  await waitFor(() => expect(button("Edit")).toHaveFocus());
});

test("after a change of a rule, cancelled or saved, the button that opened it has the focus", async () => {
  await renderApp({
    path: "/projects/atlas/settings",
    as: enterprise,
    handlers: {
      getProject: respond(project()),
      listRules: respond({ stopped: null, rules: [ruleRow()], files: [], options: ruleOptions }),
      changeRule: respond(ruleRow()),
    },
  });
  await press("Edit");
  await press("Cancel");
  await waitFor(() => expect(button("Edit")).toHaveFocus());
  await press("Edit");
  await userEvent.click(within(screen.getByRole("form", { name: /Crashes/ })).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(button("Edit")).toHaveFocus());
});
