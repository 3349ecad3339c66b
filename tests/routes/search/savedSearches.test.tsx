import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { PREFERENCES_KEY } from "../../../src/stores/PreferencesStore.ts";
import { type Handler, type Handlers, failWith, respond } from "../../fixtures/handlers.ts";
import { project } from "../../fixtures/projects.ts";
import { savedSearch, searchAnswer } from "../../fixtures/search.ts";
import { memoryStorage } from "../../fixtures/memoryStorage.ts";
import { renderApp } from "../../renderApp.tsx";

const TAKEN = "You already have a saved search of this name in the project.";

const open = async (path: string, handlers: Handlers = {}, storage = memoryStorage()) => {
  const app = await renderApp({
    handlers: { getProject: respond(project()), searchProject: respond(searchAnswer()), ...handlers },
    path,
    storage,
  });
  await screen.findByRole("combobox", { name: "Search this project" }, { timeout: 10_000 });
  return app;
};
const field = () => screen.getByRole("combobox", { name: "Search this project" });

test("the search is saved with its filters under a name, and a name in use is reported at the field", async () => {
  const createSavedSearch = vi
    .fn<Handler<"createSavedSearch">>(respond(savedSearch()))
    .mockImplementationOnce(failWith({ status: 400, text: `name: ${TAKEN}`, fields: { name: [TAKEN] } }));
  await open("/projects/atlas/search?q=retry&kind=code", { createSavedSearch });
  await userEvent.click(await screen.findByRole("button", { name: "Save search" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Retries");
  await userEvent.click(screen.getByRole("checkbox", { name: "Share with all members of the project" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(/already/));
  expect(name).toHaveValue("Retries");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/The search is saved as “Retries”\./);
  expect(createSavedSearch).toHaveBeenLastCalledWith(
    expect.objectContaining({
      body: { name: "Retries", q: "retry", facets: { kind: ["code"] }, shared: true, watched: false },
    }),
  );
});

test("without a query the saved searches are listed; each leads to its results and is watched there", async () => {
  const mine = savedSearch({ q: "retry policy", facets: { kind: ["code"] } });
  const elsewhere = savedSearch({ id: "other", name: "Elsewhere", project: { slug: "borealis", name: "Borealis" } });
  const watchSavedSearch = vi.fn<Handler<"watchSavedSearch">>(respond({ ...mine, watched: true }));
  await open("/projects/atlas/search", { listSavedSearches: respond([mine, elsewhere]), watchSavedSearch });
  const link = await screen.findByRole("link", { name: "Retry rules" });
  expect(link).toHaveAttribute("href", "/projects/atlas/search?q=retry+policy&kind=code");
  expect(screen.queryByText("Elsewhere")).toBeNull();
  const watch = screen.getByRole("switch", { name: /Retry rules/ });
  await userEvent.click(watch);
  await waitFor(() => expect(watch).toBeChecked());
  expect(watchSavedSearch).toHaveBeenCalledTimes(1);
});

test("a search that is watched and at once not watched any more is saved as the last", async () => {
  const answers: (() => void)[] = [];
  const unwatchSavedSearch = vi.fn<Handler<"unwatchSavedSearch">>(respond(savedSearch({ watched: false })));
  await open("/projects/atlas/search", {
    listSavedSearches: respond([savedSearch({ watched: false })]),
    watchSavedSearch: () => new Promise((resolve) => answers.push(() => resolve(ok(savedSearch({ watched: true }))))),
    unwatchSavedSearch,
  });
  const watch = await screen.findByRole("switch", { name: /Retry rules/ });
  await userEvent.click(watch);
  await waitFor(() => expect(watch).toBeChecked());
  await userEvent.click(watch);
  expect(watch).not.toBeChecked();
  expect(unwatchSavedSearch).not.toHaveBeenCalled();
  await act(async () => await Promise.resolve(answers[0]?.()));
  await waitFor(() => expect(unwatchSavedSearch).toHaveBeenCalledTimes(1));
  expect(answers).toHaveLength(1);
  expect(watch).not.toBeChecked();
});

test("the name, the query and the sharing of an own search are changed", async () => {
  const updateSavedSearch = vi.fn<Handler<"updateSavedSearch">>(respond(savedSearch({ name: "Backoff" })));
  const listSavedSearches = vi
    .fn<Handler<"listSavedSearches">>(respond([savedSearch({ name: "Backoff" })]))
    .mockImplementationOnce(respond([savedSearch()]));
  await open("/projects/atlas/search", { listSavedSearches, updateSavedSearch });
  await userEvent.click(await screen.findByRole("button", { name: "Change Retry rules" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Retry rules");
  await userEvent.clear(name);
  await userEvent.type(name, "Backoff");
  await userEvent.type(screen.getByRole("textbox", { name: "Query" }), " OR backoff");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("link", { name: "Backoff" })).toBeInTheDocument();
  expect(updateSavedSearch).toHaveBeenCalledWith(
    expect.objectContaining({
      body: { name: "Backoff", q: "retry policy OR backoff", shared: false, facets: {} },
    }),
  );
});

test("a search is deleted after a question", async () => {
  const deleteSavedSearch = vi.fn<Handler<"deleteSavedSearch">>(respond(null));
  const listSavedSearches = vi
    .fn<Handler<"listSavedSearches">>(respond([]))
    .mockImplementationOnce(respond([savedSearch({ shared: true })]));
  await open("/projects/atlas/search", { listSavedSearches, deleteSavedSearch });
  await userEvent.click(await screen.findByRole("button", { name: "Delete Retry rules" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("for all members of the project");
  expect(deleteSavedSearch).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Retry rules" })).toBeNull());
});

test("what was searched is offered again in this project alone, until it is cleared", async () => {
  const storage = memoryStorage({
    [PREFERENCES_KEY]: JSON.stringify({ version: 1, recentSearches: [{ project: "borealis", q: "other words" }] }),
  });
  const app = await open("/projects/atlas/search", {}, storage);
  await userEvent.type(field(), "retry policy{Enter}");
  await waitFor(() => expect(app.address()).toContain("q=retry+policy"));
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await screen.findByRole("option", { name: /retry policy/ })).toBeInTheDocument();
  expect(screen.queryByText("other words")).toBeNull();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(await screen.findByRole("button", { name: "Clear the recent searches" }));
  await userEvent.click(field());
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.queryByRole("link", { name: "retry policy" })).toBeNull();
  expect(storage.getItem(PREFERENCES_KEY)).toContain("other words");
});

test("examples are made of the project's own values", async () => {
  await open("/projects/atlas/search", {
    filterValues: ({ query }) =>
      respond({
        filter: query.filter,
        values: query.filter === "author" ? [{ value: "Mira Solak", count: 12 }] : [],
      })(),
  });
  expect(await screen.findByRole("link", { name: 'kind:commit author:"Mira Solak"' })).toBeInTheDocument();
  expect(screen.queryByText(/issues with this label/)).toBeNull();
});
