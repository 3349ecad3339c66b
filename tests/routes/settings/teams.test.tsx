/** The app of the company in Microsoft Teams, and the reader's own link to it. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ChatUserLink } from "../../../contract/notices/chatUsers.ts";
import { ok } from "../../../src/services/result.ts";
import { failWith, type Handler, respond } from "../../fixtures/handlers.ts";
import { slackLink } from "../../fixtures/slack.ts";
import { teamsApp, teamsSettings } from "../../fixtures/teams.ts";
import { renderApp } from "../../renderApp.tsx";

test("an Admin enters the registration, tests the app and removes it", async () => {
  let settings = teamsSettings();
  const set = vi.fn<Handler<"setTeamsApp">>(() => {
    settings = teamsSettings({ app: teamsApp() });
    return Promise.resolve(ok(settings));
  });
  const remove = vi.fn<Handler<"removeTeamsApp">>(() => {
    settings = teamsSettings();
    return Promise.resolve(ok(null));
  });
  await renderApp({
    path: "/settings/webhooks",
    handlers: {
      listCompanyWebhooks: respond([]),
      getTeamsApp: () => Promise.resolve(ok(settings)),
      setTeamsApp: set,
      testTeamsApp: respond({ passed: false, text: "The client secret has expired." }),
      removeTeamsApp: remove,
    },
  });
  const section = within(await screen.findByRole("region", { name: "Microsoft Teams app" }, { timeout: 10_000 }));
  await userEvent.type(await section.findByLabelText("Application (client) id"), teamsApp().app_id);
  await userEvent.type(section.getByLabelText("Directory (tenant) id"), teamsApp().tenant_id);
  await userEvent.type(section.getByLabelText("Client secret"), "0123456789abcdef");
  await userEvent.click(section.getByRole("button", { name: "Save the app" }));
  await userEvent.click(await section.findByRole("button", { name: "Test the app" }));
  expect(await section.findByText("The client secret has expired.")).toBeInTheDocument();
  expect(set.mock.lastCall?.[0].body).toEqual({
    app_id: teamsApp().app_id,
    tenant_id: teamsApp().tenant_id,
    client_secret: "0123456789abcdef",
  });
  await userEvent.click(section.getByRole("button", { name: "Remove" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  expect(await section.findByLabelText("Client secret")).toBeInTheDocument();
  expect(remove).toHaveBeenCalledOnce();
});

test("a test that fails is reported as such", async () => {
  await renderApp({
    path: "/settings/webhooks",
    handlers: {
      listCompanyWebhooks: respond([]),
      getTeamsApp: respond(teamsSettings({ app: teamsApp() })),
      testTeamsApp: failWith(),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Test the app" }, { timeout: 10_000 }));
  expect(await screen.findByText("The app could not be tested")).toBeInTheDocument();
});

test("a user asks for a code, confirms who has sent it, and may then choose Microsoft Teams", async () => {
  let link: ChatUserLink = slackLink({ team: "t1" });
  const confirm = vi.fn<Handler<"confirmTeamsLink">>(() => {
    link = slackLink({ team: "t1", link: { name: "Ada", linked_at: "2026-11-20T08:00:00.000Z", fault: null } });
    return Promise.resolve(ok(link));
  });
  await renderApp({
    path: "/settings/notifications",
    handlers: {
      getTeamsLink: () => Promise.resolve(ok(link)),
      beginTeamsLink: respond({ command: "link ABCDEFGHJK", expires_at: "2026-11-20T08:10:00.000Z" }),
      confirmTeamsLink: confirm,
      listProjects: respond([]),
    },
  });
  const kind = await screen.findByRole("combobox", { name: "Mentions of me" }, { timeout: 10_000 });
  await userEvent.click(await screen.findByRole("button", { name: "Link my user of Microsoft Teams" }));
  expect(await screen.findByText("link ABCDEFGHJK")).toBeInTheDocument();
  expect(kind).not.toHaveTextContent("in Microsoft Teams");
  link = slackLink({ team: "t1", pending: { user: "e1", name: "Ada" } });
  await userEvent.click(screen.getByRole("button", { name: "I have sent it" }));
  await userEvent.click(await screen.findByRole("button", { name: "Yes, link Ada" }));
  expect(await screen.findByText(/You are linked as Ada/)).toBeInTheDocument();
  expect(confirm.mock.lastCall?.[0].body).toEqual({ user: "e1" });
  expect(kind).toHaveTextContent("In the app and in Microsoft Teams");
  expect(kind).not.toHaveTextContent("In the app and in Slack");
});
