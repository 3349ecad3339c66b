import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { isLiveRoute } from "../../../src/routes/connection/syncSocketToRoute.ts";
import { ok } from "../../../src/services/result.ts";
import { cardAnswers, chartAnswers, chartCards, dashboardEntry, dashboardPage } from "../../fixtures/dashboards.ts";
import { failWith, type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { insights, insightViews as views } from "../../fixtures/insights.ts";
import { issuePage, issueRows } from "../../fixtures/issues.ts";
import { companyPlan, notification, user } from "../../fixtures/people.ts";
import { REVIEW_TIME, VALUES } from "../../fixtures/ownMetrics.ts";
import { personAnswer, personKnowledge, personProfile, personWork } from "../../fixtures/personPage.ts";
import { persons } from "../../fixtures/persons.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { requestCard } from "../../fixtures/requests.ts";
import { searchAnswer } from "../../fixtures/search.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/dashboards/DashboardRoute.tsx");
  await import("../../../src/routes/dashboards/AddToDashboard.tsx");
});

const show = (path: string, handlers: Handlers = {}) =>
  renderApp({
    path,
    handlers,
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  });

const saving = () =>
  vi.fn<Handler<"updateDashboard">>(({ body }) => Promise.resolve(ok(dashboardPage({ version: body.version + 1 }))));

const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole("button", { name }));

/** Opens the editor and removes its first card. */
async function edit(): Promise<void> {
  await press("Edit");
  const [first] = await screen.findAllByRole("button", { name: /^Remove / });
  if (first) await userEvent.click(first);
}

test("a filter of the page and a reload make no newer version the edited one", async () => {
  let version = 3;
  const save = saving();
  const { router } = await show("/dashboards/d-1", {
    readDashboard: () => Promise.resolve(ok(dashboardPage({ version }))),
    updateDashboard: save,
  });
  await edit();
  version = 4; // A colleague saves.
  await act(() => router.navigate("/dashboards/d-1?period=1y", { replace: true }));
  await act(() => router.revalidate());
  await press("Save");
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(save.mock.calls[0]?.[0].body.version).toBe(3);
});

test("the editor asks before unsaved changes are lost, and not without any", async () => {
  const { router, address } = await show("/dashboards/d-1");
  const leave = () => act(() => router.navigate("/dashboards"));
  await edit();
  await leave();
  const dialog = await screen.findByRole("dialog", { name: "Discard your changes?" });
  expect(address()).toBe("/dashboards/d-1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // So does the browser.
  const closing = new Event("beforeunload", { cancelable: true });
  globalThis.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await press("Cancel");
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard" }));
  await press("Edit");
  await leave();
  expect(address()).toBe("/dashboards");
});

test("a copy that fails after a conflict is reported as that", async () => {
  await show("/dashboards/d-1", {
    updateDashboard: failWith({ status: 409, text: "Cem Öz has changed this dashboard." }),
    createDashboard: failWith({ text: "The company has no room for another dashboard." }),
  });
  await edit();
  await press("Save");
  await screen.findByText("Someone else has saved this dashboard");
  await press("Save as a copy");
  expect(await screen.findByText("The company has no room for another dashboard.")).toBeInTheDocument();
  expect(screen.getByText("The dashboard was not saved")).toBeInTheDocument();
  expect(screen.queryByText("Someone else has saved this dashboard")).toBeNull();
  // It can be tried again.
  expect(screen.getByRole("button", { name: "Save as a copy" })).toBeEnabled();
});

test("a card is added to a new dashboard while the list of dashboards cannot be loaded, which is requested again", async () => {
  let isDown = true;
  const create = vi.fn<Handler<"createDashboard">>(respond(dashboardPage()));
  await show("/insights?period=30d&granularity=weekly", {
    listDashboards: () => (isDown ? failWith({ text: "The list is away." })() : respond([dashboardEntry()])()),
    createDashboard: create,
  });
  await press("Lead time: Add to a dashboard");
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("The dashboards could not be loaded")).toBeInTheDocument();
  expect(dialog.queryByText("The card was not added")).toBeNull();
  await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Release");
  isDown = false;
  await userEvent.click(dialog.getByRole("button", { name: "Retry" }));
  expect(await dialog.findByRole("option", { name: dashboardEntry().name })).toBeInTheDocument();
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Dashboard" }), "A new dashboard");
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Release");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
});

test("a person is chosen by what leads to their page", async () => {
  const save = saving();
  await show("/dashboards/d-1", { updateDashboard: save, listPersons: respond(persons()) });
  await press("Edit");
  await press("Add card");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Kind" }), "person");
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Project" }), "atlas");
  const [first] = persons();
  await dialog.findByRole("option", { name: first?.name });
  expect(dialog.queryByRole("option", { name: /bot/ })).toBeNull();
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Person" }), first?.name ?? "");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await press("Save");
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(save.mock.calls[0]?.[0].body.layout?.cards.at(-1)).toMatchObject({
    kind: "person",
    project: "atlas",
    person: first?.identities[0]?.key,
  });
});

/** Adds to the first dashboard of the dialog. */
async function add(button: string | RegExp): Promise<void> {
  await press(button);
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("button", { name: "Add" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Add" }));
  // It closes after the answer: the next button opens another one.
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("a chart of Insights and the filters of the issues and the requests become cards after all others, without empty rows", async () => {
  const save = saving();
  const far = { kind: "text", id: "far", x: 0, y: 1000, w: 4, h: 20, title: null, text: "Far" } as const;
  const stored = dashboardPage({ version: 7, layout: { period: "30d", granularity: "weekly", cards: [far] } });
  const handlers = { readDashboard: respond(stored), updateDashboard: save };
  const { router } = await show("/insights?period=30d&granularity=weekly", {
    ...handlers,
    getProject: respond(issueProject()),
    listIssues: respond(issuePage({ results: issueRows(2), count: 2, next: null })),
    listRequests: respond({
      count: 1,
      next: null,
      results: [requestCard()],
      facets: { state: [], label: [], mark: [], author: [], reviewer: [] },
    }),
  });
  await add("Lead time: Add to a dashboard");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  await screen.findAllByText(/^Added to /);
  await act(() => router.navigate("/projects/atlas/issues?state=open&label=bug"));
  await add("Add to a dashboard");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  await screen.findAllByText(/^Added to /);
  await act(() => router.navigate("/projects/atlas/requests?state=merged&reviewer=Ada"));
  await add("Add to a dashboard");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(3));
  const added = save.mock.calls.map(([{ body }]) => ({ version: body.version, card: body.layout?.cards.at(-1) }));
  expect(added).toMatchObject([
    { version: 7, card: { kind: "metric", metric: "lead_time", display: "chart", x: 4, y: 0 } },
    { version: 7, card: { kind: "list", of: "issues", project: "atlas", filter: { state: ["open"], label: ["bug"] } } },
    { card: { kind: "list", of: "requests", project: "atlas", filter: { state: ["merged"], reviewer: ["Ada"] } } },
  ]);
});

test("maps and own metrics, a search and a person are added from where they are", async () => {
  const save = saving();
  const { router } = await show("/projects/atlas/insights?period=30d&granularity=weekly", {
    updateDashboard: save,
    getProject: respond(issueProject()),
    listOwnMetrics: respond([REVIEW_TIME, { ...REVIEW_TIME, id: "metric-2", name: "Load", project: null }]),
    ownMetricValues: respond(VALUES),
    searchProject: respond(searchAnswer()),
    getPerson: respond(personAnswer()),
    personKnowledge: respond(personKnowledge()),
    personWork: respond(personWork()),
  });
  const buttons = ["Hotspots", "Who knows the code", REVIEW_TIME.name, "Load"].map(
    (name) => `${name}: Add to a dashboard`,
  );
  for (const [at, name] of buttons.entries()) {
    await add(name);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(at + 1));
  }
  await act(() => router.navigate("/projects/atlas/search?q=retry&kind=code&limit=40"));
  await add("Add to a dashboard");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(5));
  await act(() => router.navigate(`/projects/atlas/people/${personProfile().address}`));
  await add("Add to a dashboard");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(6));
  expect(save.mock.calls.map(([{ body }]) => body.layout?.cards.at(-1))).toMatchObject([
    { kind: "map", map: "hotspots", project: "atlas" },
    { kind: "map", map: "knowledge", project: "atlas" },
    // A metric of a project is about that project; one of the company is about the project of the page that shows it.
    { kind: "own_metric", metric: "metric-1", project: null },
    { kind: "own_metric", metric: "metric-2", project: "atlas" },
    { kind: "list", of: "search", project: "atlas", filter: { q: ["retry"], kind: ["code"] } },
    { kind: "person", project: "atlas", person: personProfile().address },
  ]);
});

test("charts of Insights that are neither a metric nor a map are added from where they are", async () => {
  const save = saving();
  const { router } = await show("/projects/atlas/insights?period=30d&granularity=weekly", {
    updateDashboard: save,
    getProject: respond(issueProject()),
  });
  const names = ["Each closed issue", "How long issues took", "Files that change together", "When work happens"];
  const addAll = async (before: number): Promise<void> => {
    for (const [at, name] of names.entries()) {
      await add(`${name}: Add to a dashboard`);
      await waitFor(() => expect(save).toHaveBeenCalledTimes(before + at + 1));
    }
  };
  await addAll(0);
  // Of all projects, a card is about those of its page.
  await act(() => router.navigate("/insights?period=30d&granularity=weekly"));
  await addAll(names.length);
  const added = save.mock.calls.map(([{ body }]) => body.layout?.cards.at(-1));
  expect(added).toMatchObject(
    ["atlas", null].flatMap((project) =>
      ["control", "lead_times", "coupling", "hours"].map((kind) => ({ kind, title: null, project })),
    ),
  );
});

test("a dashboard shows each of these charts, with links to what it is about", async () => {
  await show("/dashboards/d-1", {
    readDashboard: respond(dashboardPage({ layout: { period: "30d", granularity: "weekly", cards: chartCards() } })),
    dashboardCards: respond(chartAnswers()),
  });
  const [point] = await screen.findAllByRole("link", { name: /^#0 Cursor is lost/ });
  expect(point).toHaveAttribute("href", "/projects/atlas/issues/0");
  expect(screen.getByText("The 3 oldest closed issues are not drawn.")).toBeInTheDocument();
  expect(screen.getAllByRole("group", { name: "How long issues took" })).toHaveLength(2);
  expect(screen.getByRole("link", { name: "server/a.ts" })).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Commits by weekday and hour" })).toBeInTheDocument();
  expect(screen.getByText("Hours of Europe/Istanbul")).toBeInTheDocument();
  const [title] = screen.getAllByRole("link", { name: "When work happens" });
  expect(title).toHaveAttribute("href", expect.stringContaining("/insights?period=30d"));
});

test("the page of Insights of all projects opens the socket, and repeats its numbers after a sync", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  const insightViews = vi.fn<Handler<"insightViews">>(respond(views()));
  const { store, router } = await show("/insights?period=30d&granularity=weekly", { getInsights, insightViews });
  await screen.findByRole("region", { name: "Issues opened" });
  await waitFor(() => expect(insightViews).toHaveBeenCalledTimes(1));
  expect(isLiveRoute(router.state)).toBe(true);
  const before = getInsights.mock.calls.length;
  const tell = (id: string, type: string) => act(() => Promise.resolve(store.receive(notification({ id, type }))));
  await tell("1", "member.added");
  await tell("2", "sync.finished");
  await waitFor(() => expect(getInsights).toHaveBeenCalledTimes(before + 1));
  await waitFor(() => expect(insightViews).toHaveBeenCalledTimes(2));
});

test("cards are computed again when a sync ends, without a visit of the project, and while the dashboard is on a wall", async () => {
  const cards = vi.fn<Handler<"dashboardCards">>(respond(cardAnswers()));
  const { store } = await show("/dashboards/d-1", { dashboardCards: cards });
  await waitFor(() => expect(cards).toHaveBeenCalledTimes(1));
  const tell = (id: string, type: string) => act(() => Promise.resolve(store.receive(notification({ id, type }))));
  await tell("1", "member.added");
  await tell("2", "sync.finished");
  await waitFor(() => expect(cards).toHaveBeenCalledTimes(2));
  await press("Full screen");
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Start" }));
  await screen.findByRole("button", { name: "Stop" });
  const before = cards.mock.calls.length;
  await tell("3", "sync.finished");
  await waitFor(() => expect(cards.mock.calls.length).toBe(before + 1));
});

test("a period whose cards cannot be loaded shows no numbers of the one before, and the dashboard stays", async () => {
  let isDown = false;
  const failed = failWith({ text: "The host is being restarted." });
  const { router } = await show("/dashboards/d-1", {
    readDashboard: () => (isDown ? failed() : respond(dashboardPage())()),
    dashboardCards: () => (isDown ? failed() : respond(cardAnswers())()),
  });
  await screen.findByText("41");
  isDown = true;
  await act(() => router.navigate("/dashboards/d-1?period=1y", { replace: true }));
  expect((await screen.findAllByText(/The cards could not be loaded/)).length).toBeGreaterThan(1);
  expect(screen.queryByText("41")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(dashboardPage().name);
  isDown = false;
  const [retry] = screen.getAllByRole("button", { name: "Retry" });
  if (retry) await userEvent.click(retry);
  await screen.findByText("41");
});

test("cards that cannot be computed again stay with a notice, on a wall too", async () => {
  let isDown = false;
  const { store } = await show("/dashboards/d-1", {
    dashboardCards: () => (isDown ? failWith()() : respond(cardAnswers())()),
  });
  await screen.findByText("41");
  await press("Full screen");
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Start" }));
  const wall = within(await screen.findByRole("dialog", { name: dashboardPage().name }));
  await wall.findByText("41");
  isDown = true;
  await act(() => Promise.resolve(store.receive(notification({ id: "1", type: "sync.finished" }))));
  await wall.findByText("This could not be loaded again, and may be out of date");
  await wall.findByText("41");
  act(() => store.connectivity.setStatus("unreachable"));
  expect(await wall.findByText(/The server does not answer/)).toBeVisible();
});
