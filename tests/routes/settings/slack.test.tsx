/** The Slack app of the company, and the reader's own link to it. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ChatUserLink } from "../../../contract/notices/chatUsers.ts";
import { ok } from "../../../src/services/result.ts";
import { failWith, type Handler, respond } from "../../fixtures/handlers.ts";
import { slackApp, slackLink, slackSettings } from "../../fixtures/slack.ts";
import { renderApp } from "../../renderApp.tsx";

test("an Admin enters the token and the secret, tests the app and removes it", async () => {
  let settings = slackSettings();
  const set = vi.fn<Handler<"setSlackApp">>(() => {
    settings = slackSettings({ app: slackApp() });
    return Promise.resolve(ok(settings));
  });
  const remove = vi.fn<Handler<"removeSlackApp">>(() => {
    settings = slackSettings();
    return Promise.resolve(ok(null));
  });
  await renderApp({
    path: "/settings/webhooks",
    handlers: {
      listCompanyWebhooks: respond([]),
      getSlackApp: () => Promise.resolve(ok(settings)),
      setSlackApp: set,
      testSlackApp: respond({ passed: false, text: "The app lacks scopes." }),
      removeSlackApp: remove,
    },
  });
  const section = within(await screen.findByRole("region", { name: "Slack app" }, { timeout: 10_000 }));
  await userEvent.type(await section.findByLabelText("Bot User OAuth Token"), "xoxb-0123456789-a");
  await userEvent.type(section.getByLabelText("Signing Secret"), "0123456789abcdef0123456789abcdef");
  await userEvent.click(section.getByRole("button", { name: "Save the app" }));
  await userEvent.click(await section.findByRole("button", { name: "Test the app" }));
  expect(await screen.findByText("The app lacks scopes.")).toBeInTheDocument();
  expect(set.mock.lastCall?.[0].body).toEqual({
    bot_token: "xoxb-0123456789-a",
    signing_secret: "0123456789abcdef0123456789abcdef",
  });
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByLabelText("Bot User OAuth Token")).toBeInTheDocument();
  expect(remove).toHaveBeenCalledOnce();
});

test("a test that fails is reported, and the result of the app before is not shown for the new one", async () => {
  let settings = slackSettings({ app: slackApp() });
  let testApp: Handler<"testSlackApp"> = failWith();
  await renderApp({
    path: "/settings/webhooks",
    handlers: {
      listCompanyWebhooks: respond([]),
      getSlackApp: () => Promise.resolve(ok(settings)),
      setSlackApp: () => {
        settings = slackSettings({ app: slackApp({ created_at: "2026-11-21T08:00:00.000Z" }) });
        return Promise.resolve(ok(settings));
      },
      testSlackApp: (call) => testApp(call),
      removeSlackApp: () => {
        settings = slackSettings();
        return Promise.resolve(ok(null));
      },
    },
  });
  const section = within(await screen.findByRole("region", { name: "Slack app" }, { timeout: 10_000 }));
  const enterApp = async (): Promise<void> => {
    await userEvent.type(await section.findByLabelText("Bot User OAuth Token"), "xoxb-0123456789-a");
    await userEvent.type(section.getByLabelText("Signing Secret"), "0123456789abcdef0123456789abcdef");
    await userEvent.click(section.getByRole("button", { name: "Save the app" }));
  };
  const testButton = await section.findByRole("button", { name: "Test the app" });
  await userEvent.click(testButton);
  expect(await section.findByText("The app could not be tested")).toBeInTheDocument();
  expect(section.queryByText("The app could not be saved")).toBeNull();

  testApp = respond({ passed: false, text: "The app lacks scopes." });
  await userEvent.click(testButton);
  expect(await section.findByText("The app lacks scopes.")).toBeInTheDocument();
  await userEvent.click(section.getByRole("button", { name: "Enter a new token" }));
  await enterApp();
  await waitFor(() => expect(section.queryByLabelText("Signing Secret")).toBeNull());
  expect(section.queryByText("The app lacks scopes.")).toBeNull();

  await userEvent.click(section.getByRole("button", { name: "Test the app" }));
  expect(await section.findByText("The app lacks scopes.")).toBeInTheDocument();
  await userEvent.click(section.getByRole("button", { name: "Remove" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  await enterApp();
  expect(await section.findByRole("button", { name: "Test the app" })).toBeInTheDocument();
  expect(section.queryByText("The app lacks scopes.")).toBeNull();
});

test("a user asks for a code, confirms who has typed it, and may then choose Slack", async () => {
  let link: ChatUserLink = slackLink({ team: "Acme" });
  const confirm = vi.fn<Handler<"confirmSlackLink">>(() => {
    link = slackLink({ team: "Acme", link: { name: "ada", linked_at: "2026-11-20T08:00:00.000Z", fault: null } });
    return Promise.resolve(ok(link));
  });
  await renderApp({
    path: "/settings/notifications",
    handlers: {
      getSlackLink: () => Promise.resolve(ok(link)),
      beginSlackLink: respond({ command: "/clew link ABCDEFGHJK", expires_at: "2026-11-20T08:10:00.000Z" }),
      confirmSlackLink: confirm,
      listProjects: respond([]),
    },
  });
  const kind = await screen.findByRole("combobox", { name: "Mentions of me" }, { timeout: 10_000 });
  await userEvent.click(await screen.findByRole("button", { name: "Link my Slack user" }));
  expect(await screen.findByText("/clew link ABCDEFGHJK")).toBeInTheDocument();
  expect(kind).not.toHaveTextContent("in Slack");
  link = slackLink({ team: "Acme", pending: { user: "UADA", name: "ada" } });
  await userEvent.click(screen.getByRole("button", { name: "I have typed it" }));
  await userEvent.click(await screen.findByRole("button", { name: "Yes, link ada" }));
  expect(await screen.findByText(/You are linked as ada/)).toBeInTheDocument();
  expect(confirm.mock.lastCall?.[0].body).toEqual({ user: "UADA" });
  expect(screen.getByRole("combobox", { name: "Mentions of me" })).toHaveTextContent("In the app and in Slack");
});

test("without an app of the company, an Admin finds where to set one up", async () => {
  await renderApp({
    path: "/settings/notifications",
    handlers: { getSlackLink: respond(slackLink()), listProjects: respond([]) },
  });
  const link = await screen.findByRole("link", { name: "Set up the Slack app" }, { timeout: 10_000 });
  expect(link).toHaveAttribute("href", "/settings/webhooks");
});

test("a link that cannot be loaded is reported, and comes with Retry", async () => {
  let isDown = true;
  await renderApp({
    path: "/settings/notifications",
    handlers: {
      getSlackLink: () => (isDown ? failWith()() : respond(slackLink({ team: "Acme" }))()),
      listProjects: respond([]),
    },
  });
  expect(
    await screen.findByText("Your link to Slack could not be loaded", {}, { timeout: 10_000 }),
  ).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Link my Slack user" })).toBeInTheDocument();
});
