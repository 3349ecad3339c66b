import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { hostApp, usableInstallation } from "../../fixtures/apps.ts";
import { failWith, type Handler, respond } from "../../fixtures/handlers.ts";
import { groupPreview, linkedGroup } from "../../fixtures/linkedGroups.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

test("the dialog of a group shows that another person gave its access, and keeps what was typed", async () => {
  const text = "Another person gave this group its account or token.";
  await renderApp({
    handlers: {
      getProject: respond(project()),
      listSources: respond([]),
      listGroups: respond([linkedGroup()]),
      changeGroup: failWith({ status: 403, text }),
    },
    path: "/projects/atlas/sources",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change the filter of acme" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("textbox", { name: /Only these names/ }), "api-*");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(text)).toBeVisible();
  expect(dialog.getByRole("textbox", { name: /Only these names/ })).toHaveValue("api-*");
  expect(dialog.getByRole("checkbox", { name: "Give it new access" })).toBeEnabled();
});

/** The form of a group, as its address opens it. */
const openForm = (handlers: Parameters<typeof renderApp>[0]["handlers"]) =>
  renderApp({
    handlers: {
      getProject: respond(project()),
      listSources: respond([]),
      listGroups: respond([]),
      listHostApps: respond([hostApp()]),
      ...handlers,
    },
    path: "/projects/atlas/sources?add=group",
  });
const address = () => screen.findByRole("textbox", { name: "Address of the group" });

test("a group is read by the installation of the app on its account, which is preselected", async () => {
  const link = vi.fn<Handler<"linkGroup">>(respond(linkedGroup()));
  const preview = vi.fn<Handler<"previewGroup">>(respond(groupPreview()));
  await openForm({
    linkGroup: link,
    previewGroup: preview,
    listUsableInstallations: respond([
      usableInstallation(),
      usableInstallation({ id: "installation-2", account: "acme-labs" }),
    ]),
  });
  await waitFor(() => expect(screen.getByRole("radio", { name: "With a GitHub App" })).toBeChecked());
  await userEvent.type(await address(), "https://github.com/orgs/ACME-labs");
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  await waitFor(() => expect(preview).toHaveBeenCalled());
  expect(preview.mock.lastCall?.[0].body).toMatchObject({ installation_id: "installation-2" });
  await userEvent.click(screen.getByRole("button", { name: "Link group" }));
  await waitFor(() => expect(link).toHaveBeenCalledTimes(1));
  expect(link.mock.lastCall?.[0].body).toMatchObject({
    url: "https://github.com/orgs/ACME-labs",
    installation_id: "installation-2",
  });
});

test("an account without an installation is not linked by the app of another one, and leads to the installation and back", async () => {
  const link = vi.fn<Handler<"linkGroup">>(respond(linkedGroup()));
  const install = vi.fn<Handler<"installHostApp">>(respond({ url: "https://github.com/apps/clew/installations/new" }));
  await openForm({
    linkGroup: link,
    installHostApp: install,
    listUsableInstallations: respond([usableInstallation({ account: "elsewhere" })]),
  });
  await userEvent.type(await address(), "https://github.com/acme");
  await userEvent.click(screen.getByRole("button", { name: "Link group" }));
  expect(await screen.findByText("Install the app at GitHub first, or choose another sign-in.")).toBeVisible();
  expect(link).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole("button", { name: "Install at GitHub" }));
  await waitFor(() => expect(install).toHaveBeenCalledTimes(1));
  expect(install.mock.lastCall?.[0].query).toEqual({ from: "/projects/atlas/sources?add=group" });
});

test("without an app there is a link to the settings, and a group is linked without a sign-in", async () => {
  const link = vi.fn<Handler<"linkGroup">>(respond(linkedGroup()));
  await openForm({ linkGroup: link, listHostApps: respond([]), listUsableInstallations: respond([]) });
  expect(await screen.findByRole("link", { name: "Register a GitHub App" })).toHaveAttribute("href", "/settings/apps");
  await userEvent.type(await address(), "https://github.com/acme");
  await userEvent.click(screen.getByRole("button", { name: "Link group" }));
  await waitFor(() => expect(link).toHaveBeenCalledTimes(1));
  expect(link.mock.lastCall?.[0].body).not.toHaveProperty("installation_id");
});

test("a linked group gets the access of the installation on its account", async () => {
  const change = vi.fn<Handler<"changeGroup">>(respond(linkedGroup({ access: "app" })));
  await renderApp({
    handlers: {
      getProject: respond(project()),
      listSources: respond([]),
      listGroups: respond([linkedGroup()]),
      listUsableInstallations: respond([usableInstallation({ account: "acme" })]),
      changeGroup: change,
    },
    path: "/projects/atlas/sources",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change the filter of acme" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("checkbox", { name: "Give it new access" }));
  await userEvent.click(await dialog.findByRole("radio", { name: "With a GitHub App" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(change).toHaveBeenCalledTimes(1));
  expect(change.mock.lastCall?.[0].body).toMatchObject({ installation_id: "installation-1" });
});
