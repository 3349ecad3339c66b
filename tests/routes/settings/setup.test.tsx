import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { companyUsers, installationSetup } from "../../fixtures/account.ts";
import { type Handler, failWith, respond } from "../../fixtures/handlers.ts";
import { user } from "../../fixtures/people.ts";
import { renderApp, settle } from "../../renderApp.tsx";

const path = "/settings/setup";
const MEMBER = user({ company: { id: "c-acme", name: "Acme", role: "Member" } });

test("an Admin reads what is not set up, with the address to register and the variables", async () => {
  await renderApp({ path: `${path}#setup-jira`, handlers: { getSetup: respond(installationSetup()) } });
  const jira = await screen.findByRole("region", { name: /^Jira/ });
  expect(within(jira).getByText("Not set up")).toBeVisible();
  expect(within(jira).getByRole("group")).toHaveAttribute("open");
  expect(within(jira).getByText("https://clew.example/api/v1/users/oauth/callback/")).toBeVisible();
  expect(within(jira).getByText(/CLEW_JIRA_CLIENT_SECRET=/)).toBeVisible();
  expect(within(jira).getByText("read:jira-work read:jira-user offline_access")).toBeVisible();
  const github = screen.getByRole("region", { name: /^GitHub/ });
  expect(within(github).getByText("Set up")).toBeVisible();
  expect(within(github).getByRole("group")).not.toHaveAttribute("open");
});

test("the test of a part shows its result at the part, and a failed call as well", async () => {
  const ask = vi
    .fn<Handler<"testSetup">>()
    .mockImplementationOnce(respond({ passed: true, text: "The mail server accepted an email." }))
    .mockImplementation(failWith({ status: 429, text: "Too many requests. Try again later." }));
  await renderApp({ path, handlers: { getSetup: respond(installationSetup()), testSetup: ask } });
  const mail = await screen.findByRole("region", { name: /^Email/ });
  await userEvent.click(within(mail).getByRole("button", { name: "Test Email" }));
  expect(await within(mail).findByText("The mail server accepted an email.")).toBeVisible();
  expect(ask.mock.calls[0]?.[0].body).toEqual({ part: "mail" });
  await userEvent.click(within(mail).getByRole("button", { name: "Test Email" }));
  expect(await within(mail).findByText("Too many requests. Try again later.")).toBeVisible();
  expect(screen.queryByText("The mail server accepted an email.")).toBeNull();
});

test("a Member has no such page, and reads under Integrations who can do it", async () => {
  const { address } = await renderApp({ path, as: MEMBER, handlers: { getSetup: respond(installationSetup()) } });
  expect(await screen.findByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
  expect(address()).not.toBe(path);
  expect(screen.queryByRole("link", { name: "Setup" })).toBeNull();
});

test("under Integrations nothing that is not set up has a button that does nothing", async () => {
  const handlers = { listCompanyUsers: respond(companyUsers()) };
  const { unmount } = await renderApp({ path: "/settings/integrations", handlers });
  const missing = await screen.findByRole("region", { name: "Not set up on this installation" });
  expect(within(missing).queryByRole("button")).toBeNull();
  expect(within(missing).getByRole("link", { name: "Set up Jira" })).toHaveAttribute(
    "href",
    "/settings/setup#setup-jira",
  );
  unmount();
  await renderApp({ path: "/settings/integrations", as: MEMBER, handlers });
  await settle();
  const told = await screen.findByRole("region", { name: "Not set up on this installation" });
  expect(within(told).getByText(/An Admin of your company can have these set up.*Admins: Ada Kaya/)).toBeVisible();
  expect(within(told).queryByRole("link")).toBeNull();
});
