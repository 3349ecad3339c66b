/** An app of the company at GitHub, and a source that is linked with it. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import { ok, type Result } from "../../../src/services/result.ts";
import { hostApp, usableInstallation } from "../../fixtures/apps.ts";
import { type Handler, respond } from "../../fixtures/handlers.ts";
import { user } from "../../fixtures/people.ts";
import { project } from "../../fixtures/projects.ts";
import { chooseFromMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

afterEach(() => vi.restoreAllMocks());

test("an Admin is led to GitHub with what was entered, and back to its outcome", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const register = vi.fn<Handler<"registerHostApp">>(() => Promise.resolve(ok({ url: "/api/v1/apps/begin/?state=s" })));
  await renderApp({
    path: "/settings/apps?outcome=expired",
    handlers: { listHostApps: respond([]), registerHostApp: register },
  });
  expect(await screen.findByText(/came too late, a second time, or from another browser/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Register an app at GitHub" }));
  await userEvent.type(screen.getByLabelText(/^Organization/), "acme");
  await userEvent.click(screen.getByRole("button", { name: "Continue to GitHub" }));
  await waitFor(() => expect(open).toHaveBeenCalledWith("/api/v1/apps/begin/?state=s", "_self"));
  expect(register.mock.lastCall?.[0].body).toEqual({ provider: "github", organization: "acme", writes: [] });
});

test("an address that no browser should open is not opened", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await renderApp({
    path: "/settings/apps",
    handlers: {
      listHostApps: respond([hostApp()]),
      installHostApp: () => Promise.resolve(ok({ url: "javascript:alert(1)" })),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Install or change/ }));
  expect(await screen.findByText("The server gave an address that cannot be opened.")).toBeInTheDocument();
  expect(open).not.toHaveBeenCalled();
});

test("a source is linked with an installation, by one of its repositories", async () => {
  const add = vi.fn<Handler<"addRepository">>(() => new Promise(() => undefined));
  await renderApp({
    path: "/projects/atlas/sources",
    handlers: {
      getProject: respond(project()),
      listUsableInstallations: respond([usableInstallation()]),
      installationRepositories: respond({
        results: [{ name: "acme/rocket", url: "https://github.com/acme/rocket", visibility: "private" }],
        next: null,
      }),
      validateRepository: respond({ valid: true, name: "acme/rocket", visibility: "private" }),
      addRepository: add,
    },
  });
  await chooseFromMenu(await screen.findByRole("button", { name: "Add a source" }), "Add a repository");
  // The app is chosen without a press.
  expect(await screen.findByRole("radio", { name: "With a GitHub App" })).toBeChecked();
  await screen.findByRole("option", { name: "acme/rocket" });
  await userEvent.selectOptions(screen.getByLabelText("Repository"), "acme/rocket");
  expect(screen.getByRole("textbox", { name: "URL" })).toHaveValue("https://github.com/acme/rocket");
  await userEvent.click(screen.getByRole("button", { name: "Add repository" }));
  await waitFor(() =>
    expect(add.mock.lastCall?.[0].body).toEqual({
      provider: "github",
      url: "https://github.com/acme/rocket",
      installation_id: "installation-1",
    }),
  );
});

const atSources = "/projects/atlas/sources?add=repository";
const findUrl = () => screen.findByRole("textbox", { name: "URL" });

test("an Admin installs an app of the account in the address, and comes back to the form", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const install = vi.fn<Handler<"installHostApp">>(respond({ url: "https://github.com/apps/clew/installations/new" }));
  await renderApp({
    path: atSources,
    handlers: {
      getProject: respond(project()),
      listUsableInstallations: respond([]),
      listHostApps: respond([
        hostApp({ installations: [] }),
        hostApp({ id: "app-2", name: "Clew Labs", owner: "acme-labs", installations: [] }),
      ]),
      installHostApp: install,
    },
  });
  expect(await screen.findByRole("radio", { name: "With a GitHub App" })).toBeChecked();
  await userEvent.type(await findUrl(), "https://github.com/Acme-Labs/rocket");
  expect(await screen.findByText(/Clew Labs is not installed on Acme-Labs yet/)).toBeVisible();
  await userEvent.dblClick(screen.getByRole("button", { name: "Install at GitHub" }));
  await waitFor(() => expect(open).toHaveBeenCalledWith("https://github.com/apps/clew/installations/new", "_self"));
  expect(install).toHaveBeenCalledTimes(1);
  expect(install.mock.lastCall?.[0]).toMatchObject({ params: { appId: "app-2" }, query: { from: atSources } });
});

test("without an app an Admin is led to the settings, and a chosen sign-in stays when an app is read late", async () => {
  let answer: (result: Result<UsableInstallation[]>) => void = () => undefined;
  await renderApp({
    path: atSources,
    handlers: {
      getProject: respond(project()),
      listUsableInstallations: () => new Promise((resolve) => (answer = resolve)),
      listHostApps: respond([]),
    },
  });
  expect(await screen.findByRole("link", { name: "Register a GitHub App" })).toHaveAttribute("href", "/settings/apps");
  expect(screen.getByRole("radio", { name: "None, it is public" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "With a token" }));
  act(() => answer(ok([usableInstallation()])));
  expect(await screen.findByRole("radio", { name: "With a GitHub App" })).not.toBeChecked();
  expect(screen.getByRole("radio", { name: "With a token" })).toBeChecked();
});

test("a member sees which Admins can set the app up, and another provider has no app", async () => {
  await renderApp({
    path: atSources,
    as: user({ company: { id: "c-acme", name: "Acme", role: "Member" } }),
    handlers: {
      getProject: respond(project()),
      listUsableInstallations: respond([]),
    },
  });
  expect(await screen.findByText(/can set it up: Ada Kaya\./)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Provider"), "gitlab");
  expect(screen.queryByText(/can set it up/)).toBeNull();
  expect(screen.queryByRole("radio", { name: "With a GitHub App" })).toBeNull();
});
