/** An app of the company at GitHub, and a source that is linked with it. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { hostApp, usableInstallation } from "../../fixtures/apps.ts";
import { type Handler, respond } from "../../fixtures/handlers.ts";
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
  await userEvent.click(await screen.findByRole("radio", { name: "With a GitHub App" }));
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
