import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { failWith, respond, type Handler, type Handlers } from "../../fixtures/handlers.ts";
import { project, sourceDetail, tracker } from "../../fixtures/projects.ts";
import { chooseFromMenu, openMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

const detail = sourceDetail({ custom_fields: ["Team"] });

const open = (part: Handlers) =>
  renderApp({
    handlers: {
      getProject: respond(project({ role: "Maintainer", repositories: [], trackers: [tracker({ provider: "jira" })] })),
      listSources: respond([detail]),
      ...part,
    },
    path: "/projects/atlas/sources",
  });
const menu = () => screen.findByRole("button", { name: /^Actions for/ }, { timeout: 10_000 });

test("a source without custom fields has no such action", async () => {
  await open({ listSources: respond([sourceDetail()]) });
  await openMenu(await menu());
  // The first test of the file waits for the code of the menu as well.
  await screen.findByRole("menuitem", { name: "Rename" }, { timeout: 10_000 });
  expect(screen.queryByRole("menuitem", { name: "Custom fields" })).toBeNull();
});

test("the custom fields of a tracker are changed from its menu, among those that its host has now", async () => {
  const choose = vi.fn<Handler<"chooseFields">>(respond({ ...detail, custom_fields: ["Area"] }));
  await open({ listFields: respond({ chosen: ["Team"], known: ["Area", "Team"] }), chooseFields: choose });
  await chooseFromMenu(await menu(), "Custom fields");
  const dialog = within(await screen.findByRole("dialog", { name: /^Custom fields of/ }));
  await userEvent.click(await dialog.findByRole("checkbox", { name: "Area" }));
  await userEvent.click(dialog.getByRole("checkbox", { name: "Team" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(choose).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ params: { itemId: detail.id }, body: { custom_fields: ["Area"] } }),
  );
});

test("a host that does not list them is shown with its reason, and nothing can be saved", async () => {
  await open({
    listFields: failWith({ status: 400, fields: { custom_fields: ["Projects of GitHub cannot be read."] } }),
  });
  await chooseFromMenu(await menu(), "Custom fields");
  const dialog = within(await screen.findByRole("dialog", { name: /^Custom fields of/ }));
  expect(await dialog.findByText(/Projects of GitHub cannot be read/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
});
