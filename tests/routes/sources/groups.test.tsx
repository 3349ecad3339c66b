import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { failWith, respond } from "../../fixtures/handlers.ts";
import { linkedGroup } from "../../fixtures/linkedGroups.ts";
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
