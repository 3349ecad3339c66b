import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { act } from "react";
import { respond, failWith, type Handler } from "../../fixtures/handlers.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const mine = { name: "Ada Kaya", email: "ada@acme.example" };
const theirs = { name: "Bora Yılmaz", email: "bora@acme.example" };
const all = [
  project({ slug: "atlas", name: "Atlas", created_by: mine, role: "Owner", updated_at: "2026-01-01T00:00:00Z" }),
  project({
    slug: "istanbul",
    name: "GIT İstanbul",
    created_by: theirs,
    role: "Viewer",
    updated_at: "2026-02-01T00:00:00Z",
  }),
  project({ slug: "isik", name: "IŞIK", created_by: mine, role: "Viewer", updated_at: "2026-01-15T00:00:00Z" }),
];
const host = { listProjects: respond(all) };
const names = () => screen.queryAllByRole("rowheader").map((row) => row.querySelector("a")?.textContent);

test("the filter in the address narrows the list and fills the fields", async () => {
  const { store } = await renderApp({ handlers: host, path: "/projects?q=git+istanbul&role=Viewer" });
  expect(await screen.findByRole("searchbox", { name: "Search by name" })).toHaveValue("git istanbul");
  expect(names()).toEqual(["GIT İstanbul"]);
  expect(screen.getByRole("combobox", { name: "My role" })).toHaveValue("Viewer");
  expect(screen.getByText("1 of 3 projects")).toBeInTheDocument();
  expect(store.projectsFilter.text).toBe("git istanbul");
});

test("keeps the search text, switches and selection in the store and in the address", async () => {
  const list = vi.fn<Handler<"listProjects">>(respond(all));
  const { store, address } = await renderApp({ handlers: { listProjects: list }, path: "/projects" });
  await userEvent.type(await screen.findByRole("searchbox"), "ışık");
  await waitFor(() => expect(address()).toBe("/projects?q=%C4%B1%C5%9F%C4%B1k"));
  expect(names()).toEqual(["IŞIK"]);
  await userEvent.click(screen.getByRole("switch", { name: "Created by me" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "My role" }), "Owner");
  await waitFor(() => expect(address()).toBe("/projects?q=%C4%B1%C5%9F%C4%B1k&mine=1&role=Owner"));
  expect(store.projectsFilter).toMatchObject({ text: "ışık", myProjects: true, myRoles: "Owner" });
  expect(screen.getByRole("heading", { name: "No project matches this filter" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(address()).toBe("/projects"));
  expect(names()).toHaveLength(3);
  expect(list).toHaveBeenCalledTimes(1);
});

test("created by me compares the creator's address with the user's", async () => {
  await renderApp({ handlers: host, path: "/projects?mine=1" });
  await screen.findByRole("table");
  expect(names()).toEqual(["Atlas", "IŞIK"]);
});

test("sorts by name, and by what was used or changed last", async () => {
  const { address, store } = await renderApp({ handlers: host, path: "/projects" });
  await screen.findByRole("table");
  expect(names()).toEqual(["Atlas", "GIT İstanbul", "IŞIK"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "recent");
  await waitFor(() => expect(address()).toBe("/projects?sort=recent"));
  // The list follows the address in a render of its own.
  await waitFor(() => expect(names()).toEqual(["GIT İstanbul", "IŞIK", "Atlas"]));
  act(() => store.preferences.noteProjectUse("atlas"));
  expect(names()).toEqual(["Atlas", "GIT İstanbul", "IŞIK"]);
});

test("the store's filter is restored on returning from another screen, and the filter of the address wins", async () => {
  const { router, store, address } = await renderApp({ handlers: host, path: "/elsewhere" });
  await screen.findByRole("heading", { name: "Page not found" });
  store.projectsFilter.setText("atlas");
  await act(() => router.navigate("/projects"));
  await waitFor(() => expect(address()).toBe("/projects?q=atlas"));
  await act(() => router.navigate("/projects?q=git"));
  await waitFor(() => expect(names()).toEqual(["GIT İstanbul"]));
  expect(store.projectsFilter.text).toBe("git");
  await act(() => router.navigate(-1));
  await waitFor(() => expect(names()).toEqual(["Atlas"]));
  expect(screen.getByRole("searchbox")).toHaveValue("atlas");
});

test("no project at all leads to the wizard, and a failure to another try", async () => {
  const { unmount } = await renderApp({ handlers: { listProjects: respond([]) }, path: "/projects" });
  expect(await screen.findByRole("heading", { name: "No projects yet" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Create project" })).toHaveAttribute("href", "/wizard");
  unmount();
  const tries = vi.fn<Handler<"listProjects">>().mockImplementationOnce(failWith()).mockImplementation(respond(all));
  await renderApp({ handlers: { listProjects: tries }, path: "/projects" });
  expect(await screen.findByText("The host is being restarted.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("table")).toBeInTheDocument();
});
