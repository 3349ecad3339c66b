import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { failWith, type Handler, type Handlers, pending, respond } from "../../fixtures/handlers.ts";
import { issue } from "../../fixtures/issues.ts";
import { project, projectUsers } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const host: Handlers = {
  getProject: respond(project()),
  listProjectUsers: respond(projectUsers()),
  getIssue: respond(issue()),
  localizeIssue: pending,
  analyzeIssue: pending,
  similarIssues: pending,
  issueDocuments: pending,
  issueCommits: pending,
  issueExperts: pending,
  expertContext: pending,
};
const rail = () => screen.findByRole("navigation", { name: "Parts of the project" });
const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test.each([
  ["/projects/atlas/people", "People", "page"],
  ["/projects/atlas/issues/i-118", "Issues", "true"],
])("at %s the rail marks %s", async (path, name, current) => {
  await renderApp({ handlers: host, path });
  const link = within(await rail()).getByRole("link", { name });
  expect(link).toHaveAttribute("aria-current", current);
});

test("the focus reaches the top bar, then the rail, then the page", async () => {
  await renderApp({ handlers: host, path: "/projects/atlas/people" });
  const nav = await rail();
  // The query takes the header of the project for a banner too, although it is inside main.
  const [topBar] = screen.getAllByRole("banner");
  expect(topBar && isBefore(topBar, nav)).toBe(true);
  expect(isBefore(nav, screen.getByRole("main"))).toBe(true);
  expect(screen.getByRole("main")).not.toContainElement(nav);
});

test("a page outside of a project has no rail", async () => {
  const { router } = await renderApp({ handlers: host, path: "/projects/atlas/people" });
  await rail();
  await act(() => router.navigate("/help"));
  await screen.findByRole("heading", { level: 1, name: "Help & Support" });
  expect(screen.queryByRole("navigation", { name: "Parts of the project" })).toBeNull();
});

test("a collapsed rail keeps its names for screen readers and stays collapsed", async () => {
  const { store, router } = await renderApp({ handlers: host, path: "/projects/atlas/people" });
  await userEvent.click(within(await rail()).getByRole("button", { name: "Collapse" }));
  expect(await rail()).toHaveAttribute("data-collapsed", "true");
  expect(store.preferences.railCollapsed).toBe(true);
  expect(within(await rail()).getByRole("link", { name: "Issues" })).toBeInTheDocument();
  await act(() => router.navigate("/projects/atlas/sources"));
  expect(await rail()).toHaveAttribute("data-collapsed", "true");
  await userEvent.click(within(await rail()).getByRole("button", { name: "Expand" }));
  expect(store.preferences.railCollapsed).toBe(false);
});

test("the switcher leads to the same part of another project, the last used one first", async () => {
  const list = vi.fn<Handler<"listProjects">>(
    respond([project({ slug: "tern", name: "Tern" }), project(), project({ slug: "osprey", name: "Osprey" })]),
  );
  const { store } = await renderApp({ handlers: { ...host, listProjects: list }, path: "/projects/atlas/people" });
  // The other project is used after this one, and not in the same millisecond.
  await waitFor(() => expect(store.preferences.recentProjects.get("atlas")).toBeLessThan(Date.now()));
  act(() => store.preferences.noteProjectUse("osprey"));
  expect(list).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole("button", { name: "Atlas, switch project" }));
  expect(await screen.findByRole("menuitem", { name: "Tern" })).toHaveAttribute("href", "/projects/tern/people");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)[0]).toBe("Osprey");
  expect(screen.getByRole("menuitem", { name: "Atlas" })).toHaveAttribute("aria-current", "true");
});

test("the switcher reports that the projects could not be loaded", async () => {
  await renderApp({ handlers: { ...host, listProjects: failWith() }, path: "/projects/atlas/people" });
  await userEvent.click(await screen.findByRole("button", { name: "Atlas, switch project" }));
  expect(await screen.findByText("The projects could not be loaded")).toBeInTheDocument();
  expect(screen.getByRole("menuitem", { name: "View all projects" })).toHaveAttribute("href", "/projects");
});

test("More opens a drawer with every part; a link in it closes it", async () => {
  const { address } = await renderApp({ handlers: host, path: "/projects/atlas/people" });
  await userEvent.click(within(await rail()).getByRole("button", { name: "More" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Atlas" }));
  expect(drawer.getByRole("link", { name: "People" })).toHaveAttribute("aria-current", "page");
  await userEvent.click(drawer.getByRole("link", { name: "Sources" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/sources"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Atlas" })).toBeNull());
});
