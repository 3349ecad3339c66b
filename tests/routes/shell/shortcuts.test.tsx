import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { issuePage, issueRows } from "../../fixtures/issues.ts";
import { requestCard } from "../../fixtures/requests.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { respond } from "../../fixtures/handlers.ts";
import { renderApp, settle } from "../../renderApp.tsx";

test("? on the list of issues shows its keys next to the global keys, and so does its button", async () => {
  await renderApp({
    path: "/projects/atlas/issues",
    handlers: {
      getProject: respond(issueProject()),
      listIssues: respond(issuePage({ results: issueRows(3), next: null, count: 3 })),
    },
  });
  await screen.findByRole("grid", {}, { timeout: 10_000 });
  await userEvent.keyboard("?");
  await settle();
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, { timeout: 10_000 });
  expect(within(dialog).getByText("Show or hide the preview")).toBeInTheDocument();
  expect(within(dialog).getByText("Go anywhere, find anything")).toBeInTheDocument();
  expect(within(dialog).getByRole("switch", { name: /Single-key shortcuts/ })).toBeChecked();
  fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByText("Keyboard shortcuts")).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
  await settle();
  expect(await screen.findAllByRole("dialog", { name: "Keyboard shortcuts" })).toHaveLength(1);
});

test.each([
  ["/projects/atlas/requests", "Show or hide the preview", "Select or unselect"],
  ["/", "To the search field", "Show or hide the preview"],
])("? on %s shows the keys that this page handles", async (path, shown, hidden) => {
  const results = [requestCard()];
  const { container } = await renderApp({
    path,
    handlers: {
      getProject: respond(issueProject()),
      listRequests: respond({
        count: 1,
        next: null,
        results,
        facets: { state: [], author: [], reviewer: [], label: [], mark: [] },
      }),
    },
  });
  await waitFor(() => expect(container.querySelector("input[type=search]")).toBeInTheDocument(), { timeout: 10_000 });
  await settle();
  fireEvent.keyDown(document.body, { key: "?" });
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, { timeout: 10_000 });
  expect(within(dialog).getByText(shown)).toBeInTheDocument();
  expect(within(dialog).queryByText(hidden)).toBeNull();
});
