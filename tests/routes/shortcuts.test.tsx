import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { ok } from "../../src/services/result.ts";
import { createTestStore } from "../createTestStore.ts";
import { issuePage, issueProject, issueRows } from "../fixtures/issueFixtures.ts";
import { companyPlan, user } from "../fixtures/people.ts";
import { mountApp } from "../mountApp.tsx";
import { settle } from "./account/renderAccount.tsx";

afterEach(cleanup);

test("? on the list of issues shows its keys next to the global keys, and so does its button", async () => {
  const store = createTestStore({
    services: {
      projects: { get: () => Promise.resolve(ok(issueProject())) },
      issues: { list: () => Promise.resolve(ok(issuePage({ results: issueRows(3), next: null, count: 3 }))) },
    },
    snapshot: { session: { token: "t", user: user() }, plan: { current: companyPlan() } },
  });
  await mountApp(store, "/projects/atlas/issues");
  await screen.findByRole("grid", {}, { timeout: 10_000 });
  await userEvent.keyboard("?");
  await settle();
  const dialog = await screen.findByRole("dialog", { name: "Keys of this page" }, { timeout: 10_000 });
  expect(within(dialog).getByText("Show or hide the preview")).toBeInTheDocument();
  expect(within(dialog).getByText("Go anywhere, find anything")).toBeInTheDocument();
  expect(within(dialog).getByRole("checkbox", { name: /Single-key shortcuts/ })).toBeChecked();
  fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByText("Keys of this page")).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Keys of this page" }));
  await settle();
  expect(await screen.findAllByRole("dialog", { name: "Keys of this page" })).toHaveLength(1);
});
