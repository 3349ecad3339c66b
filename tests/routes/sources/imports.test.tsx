import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { err, ok } from "../../../src/services/result.ts";
import { type Handler, apiError, respond } from "../../fixtures/handlers.ts";
import { project, sourceDetail, tracker } from "../../fixtures/projects.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { chooseFromMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

const custom = {
  id: "t-help",
  project: "atlas",
  name: "Helpdesk",
  link_template: "https://help.example.org/t/{id}",
  holds: ["issue" as const, "request" as const],
  items: { issue: 12, request: 0, page: 0 },
  cursor: null,
  run: null,
  imported_at: "2026-11-27T09:00:00Z",
  mapping: null,
};

test("a custom source is created, and the secret of its token is shown once and goes when it is revoked", async () => {
  const createCustomSource = vi.fn<Handler<"createCustomSource">>(() => Promise.resolve(ok(custom)));
  const token = {
    id: "k-1",
    name: "Nightly",
    preview: "clew_imp_Zm9s…",
    created_by: "Ada Lovelace",
    created_at: "2026-11-27T09:00:00Z",
    last_used_at: null,
  };
  let tokens: (typeof token)[] = [];
  let isFull = true;
  await renderApp({
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    handlers: {
      getProject: respond(project({ trackers: [tracker({ id: "t-help", provider: "custom", name: "Helpdesk" })] })),
      listSources: respond([sourceDetail({ id: "t-help", kind: "tracker" })]),
      createCustomSource,
      getImport: respond(custom),
      listImportTokens: () => Promise.resolve(ok(tokens)),
      createImportToken: ({ body }) => {
        if (isFull) return Promise.resolve(err(apiError({ status: 409, text: "Revoke one first." })));
        tokens = [{ ...token, name: body.name }];
        return Promise.resolve(ok({ ...token, name: body.name, token: "clew_imp_secret" }));
      },
      deleteImportToken: () => {
        tokens = [];
        return Promise.resolve(ok(null));
      },
    },
    path: "/projects/atlas/sources",
  });
  await chooseFromMenu(await screen.findByRole("button", { name: "Add a source" }), "Create a custom source");
  await userEvent.type(await screen.findByLabelText("Name"), "Helpdesk");
  await userEvent.type(screen.getByLabelText("Address of an item"), "https://help.example.org/t/{{id}");
  await userEvent.click(screen.getByRole("button", { name: "Create source" }));
  await waitFor(() => expect(createCustomSource).toHaveBeenCalledOnce());
  expect(createCustomSource.mock.calls[0]?.[0]).toMatchObject({
    params: { id: "atlas" },
    body: { kind: "custom", link_template: "https://help.example.org/t/{id}", holds: ["issue", "request"] },
  });

  await userEvent.click(await screen.findByRole("button", { name: "Import into Helpdesk" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import into Helpdesk" }));
  expect(await dialog.findByText(/--source t-help/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText("Purpose"), "Nightly");
  await userEvent.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await dialog.findByText("Revoke one first.")).toBeVisible();
  // The name is kept for the next attempt, and gone after it.
  expect(dialog.getByLabelText("Purpose")).toHaveValue("Nightly");
  isFull = false;
  await userEvent.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await dialog.findByText("clew_imp_secret")).toBeVisible();
  expect(dialog.getByLabelText("Purpose")).toHaveValue("");
  await userEvent.click(await dialog.findByRole("button", { name: "Revoke Nightly" }));
  const question = within(await screen.findByRole("dialog", { name: "Revoke Nightly?" }));
  await userEvent.click(question.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(screen.queryByText("clew_imp_secret")).toBeNull());
});
