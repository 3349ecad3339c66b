import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { failWith, type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { freshOverview, littleOverview, overview } from "../../fixtures/overview.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { project, repository } from "../../fixtures/projects.ts";
import { searchAnswer } from "../../fixtures/search.ts";
import { renderApp } from "../../renderApp.tsx";

const host: Handlers = {
  getProject: respond(project()),
  getOverview: respond(overview()),
  searchProject: respond(searchAnswer()),
};
const open = (handlers: Handlers = {}, rest: Partial<Parameters<typeof renderApp>[0]> = {}) =>
  renderApp({ handlers: { ...host, ...handlers }, path: "/projects/atlas", ...rest });
const hrefOf = async (name: string | RegExp) => (await screen.findByRole("link", { name })).getAttribute("href");

test("each number leads to its list", async () => {
  await open();
  expect(await screen.findByText(/Atlas plans the day of a courier company/)).toBeInTheDocument();
  expect(await hrefOf("Read the README")).toBe("/projects/atlas/code/r-atlas/-/README.md");
  expect(await hrefOf("1,284 files")).toBe("/projects/atlas/code");
  expect(await hrefOf("8,156 commits")).toBe("/projects/atlas/search?q=kind%3Acommit");
  expect(await hrefOf("Commits: 129 in 12 weeks")).toBe(
    "/projects/atlas/search?q=kind%3Acommit+-is%3Amerge+-is%3Abot+after%3A2025-12-09T00%3A00%3A00.000Z+before%3A2026-03-03T00%3A00%3A00.000Z",
  );
  expect(await hrefOf("Issues opened: 69 in 12 weeks")).toBe(
    "/projects/atlas/issues?state=all&created=2025-12-09..2026-03-02&bots=no&sort=-created_at",
  );
  expect(await hrefOf("Issues closed: 17 in 12 weeks")).toBe(
    "/projects/atlas/issues?state=all&closed=2025-12-09..2026-03-02&bots=no",
  );
  expect(await hrefOf(/^Newest issues/)).toBe("/projects/atlas/issues?sort=-created_at");
  expect(await hrefOf(/^No activity for 30 days/)).toBe("/projects/atlas/issues?updated=..2026-01-30&sort=updated_at");
  expect(await hrefOf(/^Waiting for a review/)).toBe("/projects/atlas/requests?waiting=yes&sort=created_at");
  expect(await hrefOf("src/billing")).toBe("/projects/atlas/code/r-atlas/-/src/billing");
  expect(await hrefOf("Paste a report")).toBe("/projects/atlas/issues/localize");
  expect(await hrefOf("Tomas")).toContain("tomas");
});

test("a plan without Insights gets no link to them", async () => {
  const links = () =>
    screen.getAllByRole("link").filter((link) => /\/insights\?/.test(link.getAttribute("href") ?? ""));
  const first = await open();
  await screen.findByRole("heading", { name: "Risks" });
  expect(links().length).toBeGreaterThan(0);
  first.unmount();
  await open(
    { getOverview: respond(overview({ hotspots: null })) },
    { as: user({ company_plan: companyPlan({ plan: { name: "Premium" } }) }) },
  );
  await screen.findByRole("heading", { name: "Risks" });
  expect(links()).toEqual([]);
});

test("Enter in the field opens the search with what was typed", async () => {
  const { address } = await open();
  await userEvent.type(await screen.findByRole("combobox", { name: "Search this project" }), "refresh token{Enter}");
  await waitFor(() => expect(address()).toBe("/projects/atlas/search?q=refresh+token"));
  expect(await screen.findByRole("combobox", { name: "Search this project" })).toHaveValue("refresh token");
});

test("sections without content take one line or are absent", async () => {
  await open({ getOverview: respond(littleOverview({ active: { count: 0, people: [] } })) });
  expect(await screen.findByText("No open issues.")).toBeInTheDocument();
  expect(screen.getByText("No one committed in the last 30 days.")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Open work" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Set up this project" })).toBeNull();
});

test("a new project has a list of steps that tick themselves, for who may do them, until all are done", async () => {
  const fresh = project({
    created_at: "2026-03-01T08:00:00Z",
    repositories: [repository()],
    trackers: [],
    wikis: [],
  });
  const handlers = { getProject: respond(fresh), getOverview: respond(freshOverview()) };
  const { router, unmount } = await open(handlers);
  const steps = async () => {
    const list = within(
      (await screen.findByRole("heading", { name: "Set up this project" })).closest("section") ?? document.body,
    );
    return list.getAllByRole("listitem").map((item) => Boolean(within(item).queryByTitle("Done")));
  };
  // Repository, tracker, wiki, first sync, colleague, search.
  expect(await steps()).toEqual([true, false, false, true, false, false]);
  await userEvent.type(await screen.findByRole("combobox", { name: "Search this project" }), "token{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/atlas/search"));
  await router.navigate("/projects/atlas");
  expect(await steps()).toEqual([true, false, false, true, false, true]);
  unmount();
  await open({ ...handlers, getProject: respond({ ...fresh, role: "Viewer" }) });
  expect(await screen.findByText("No open issues.")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Set up this project" })).toBeNull();
});

test("a failure is reported in place, with Retry; a host without the call shows the start of the search", async () => {
  const getOverview = vi.fn<Handler<"getOverview">>(failWith()).mockImplementationOnce(failWith({ status: 500 }));
  const first = await open({ getOverview });
  expect(await screen.findByText("The overview could not be loaded")).toBeInTheDocument();
  getOverview.mockImplementation(respond(overview()));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Open work" })).toBeInTheDocument();
  first.unmount();
  const { address } = await open({ getOverview: failWith({ status: 404 }) });
  expect(await screen.findByText("How to search")).toBeInTheDocument();
  expect(address()).toBe("/projects/atlas");
  expect(screen.queryByText("The overview could not be loaded")).toBeNull();
});
