import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PROJECT_TABS } from "../../src/domain/projectTabs.ts";
import { SETTINGS_TABS } from "../../src/routes/settings/settingsTabs.ts";
import { modelSettings } from "../fixtures/ask.ts";
import { noFacets } from "../fixtures/issues.ts";
import { pending, respond, type Handlers, type Handler } from "../fixtures/handlers.ts";
import { project, projectUsers } from "../fixtures/projects.ts";
import { renderApp } from "../renderApp.tsx";

const HOST: Handlers = {
  getProject: respond(project({ trackers: [], wikis: [], repositories: [] })),
  listProjectUsers: respond(projectUsers()),
  listBacktests: respond([]),
  projectExperts: respond([]),
  expertContext: respond({
    found: true,
    files: [],
    repositories: [],
    as_of: null,
    missing: [],
    code_owners: [],
    opted_out: 0,
  }),
  getExpertPreference: respond({ recommended: true }),
  listIssues: respond({
    count: 0,
    next: null,
    results: [],
    facets: noFacets(),
  }),
  codeRepositories: pending,
  listRequests: pending,
  getOverview: pending,
  getInsights: pending,
  insightOptions: pending,
};

test.each(PROJECT_TABS)("an old address of a project's tab leads to its path, with the rest of it: %s", async (tab) => {
  const { router } = await renderApp({ handlers: HOST, path: `/projects/atlas?tab=${tab}&x=1&x=%26#L12` });
  const path = tab === "overview" ? "/projects/atlas" : `/projects/atlas/${tab}`;
  await waitFor(
    () => expect(router.state.location).toMatchObject({ pathname: path, search: "?x=1&x=%26", hash: "#L12" }),
    {
      timeout: 10_000,
    },
  );
  const current = await screen.findByRole("link", { current: "page", name: new RegExp(`^${tab}`, "i") });
  expect(current).toHaveAttribute("href", path);
});

test("a query at the address of a project leads to its search, also with an unknown tab", async () => {
  const search = vi.fn<Handler<"searchProject">>(() => new Promise(() => undefined));
  const { router, address } = await renderApp({
    handlers: { ...HOST, searchProject: search },
    path: "/projects/atlas/search?q=token",
  });
  await screen.findByRole("link", { current: "page", name: "Search" });
  expect(address()).toBe("/projects/atlas/search?q=token");
  await router.navigate("/projects/atlas?tab=nonsense&q=other");
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=other"));
  await router.navigate("/projects/atlas?q=retry+policy&kind=code&language=Go");
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=retry+policy&kind=code&language=Go"));
  await router.navigate(-1);
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=other"));
});

test.each(SETTINGS_TABS)("an old address of the settings leads to the tab's path: %s", async (tab) => {
  const { address } = await renderApp({
    path: `/settings?tab=${tab}&x=1`,
    handlers: { getModelSettings: respond(modelSettings()) },
  });
  await waitFor(() => expect(address()).toBe(`/settings${tab === "profile" ? "" : `/${tab}`}?x=1`), {
    timeout: 10_000,
  });
  expect(await screen.findByRole("link", { current: "page" })).toHaveAccessibleName();
});

test("an old address does not stay in the history: Back leads to the page before it", async () => {
  const { router, address } = await renderApp({ handlers: HOST, path: "/projects/atlas/people" });
  await screen.findByRole("heading", { name: "People" });
  await router.navigate("/projects/atlas?tab=sources");
  await waitFor(() => expect(address()).toBe("/projects/atlas/sources"));
  await router.navigate(-1);
  await waitFor(() => expect(address()).toBe("/projects/atlas/people"));
});

test.each([
  ["?view=paste&text=It+jumps.", "/projects/atlas/issues/localize?text=It+jumps.", "Where does this belong?"],
  ["?create=yes&view=paste", "/projects/atlas/issues/new", "New issue"],
])("an old address of a form among the issues leads to its path, with its state: %s", async (search, path, heading) => {
  const { router, address } = await renderApp({
    handlers: { ...HOST, localizeText: () => new Promise(() => undefined) },
    path: "/projects/atlas/issues",
  });
  const state = { title: "", text: "A long text." };
  await router.navigate(`/projects/atlas/issues${search}`, { state });
  await waitFor(() => expect(address()).toBe(path), { timeout: 10_000 });
  expect(router.state.location.state).toEqual(state);
  expect(await screen.findAllByRole("heading", { level: 2, name: heading }, { timeout: 10_000 })).not.toHaveLength(0);
  expect(await screen.findByRole("link", { current: true, name: /^Issues/ })).toBeInTheDocument();
  // The old address is not in the history.
  await router.navigate(-1);
  await waitFor(() => expect(address()).toBe("/projects/atlas/issues"));
});
