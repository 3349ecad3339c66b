import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { DashboardPage } from "../../../contract/insights/dashboards.ts";
import { ok } from "../../../src/services/result.ts";
import { cardAnswers, dashboardEntry, dashboardPage } from "../../fixtures/dashboards.ts";
import { failWith, type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { companyPlan, notification, user } from "../../fixtures/people.ts";
import { renderApp } from "../../renderApp.tsx";

afterEach(() => {
  vi.useRealTimers();
});

beforeAll(async () => {
  // Or the first test would wait for its compilation.
  await import("../../../src/routes/dashboards/DashboardRoute.tsx");
});

const show = async (path: string, handlers: Handlers = {}) => {
  const app = await renderApp({
    path,
    handlers,
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  });
  let ids = 0;
  const receive = (type: string, data: Record<string, unknown>) => {
    ids += 1;
    return act(() => Promise.resolve(app.store.receive(notification({ id: String(ids), type, data }))));
  };
  return {
    ...app,
    changed: (dashboard: string, version: number) => receive("dashboard.changed", { dashboard, version, by: "Cem Öz" }),
    removed: (dashboard: string) => receive("dashboard.removed", { dashboard }),
  };
};

const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole("button", { name }));

const titled = (title: string, page: Partial<DashboardPage> = {}): DashboardPage =>
  dashboardPage({
    ...page,
    layout: {
      period: "3m",
      granularity: "weekly",
      cards: [{ kind: "text", id: "note", x: 0, y: 0, w: 4, h: 3, title, text: "Text" }],
    },
  });

/** Two dashboards whose versions the test changes. */
async function onWall(path: string, handlers: Handlers = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const versions: Record<string, number> = { "d-1": 1, "d-2": 1 };
  const read = vi.fn<Handler<"readDashboard">>(({ params: { dashboardId: id } }) => {
    const version = versions[id] ?? 0;
    return version === 0
      ? failWith({ status: 404 })()
      : Promise.resolve(ok(titled(`Note ${version}`, { id, version, name: `Board ${id}` })));
  });
  const app = await show(path, {
    readDashboard: read,
    listDashboards: respond([dashboardEntry({ id: "d-1" }), dashboardEntry({ id: "d-2", name: "Board d-2" })]),
    ...handlers,
  });
  await press("Full screen");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("checkbox", { name: "Board d-2" }));
  await userEvent.click(dialog.getByRole("button", { name: "Start" }));
  const turn = () => act(() => vi.advanceTimersByTimeAsync(30_000));
  const wall = async (name: string) => within(await screen.findByRole("dialog", { name }));
  return { ...app, versions, turn, wall, read };
}

test("an open dashboard shows a new layout without a reload, once for each version", async () => {
  let version = 3;
  const read = vi.fn<Handler<"readDashboard">>(() => Promise.resolve(ok(titled(`Note ${version}`, { version }))));
  const { changed, store } = await show("/dashboards/d-1", { readDashboard: read });
  await screen.findByText("Note 3");
  version = 4;
  await changed("d-2", 9);
  expect(read).toHaveBeenCalledTimes(1);
  await changed("d-1", 4);
  await screen.findByText("Note 4");
  await changed("d-1", 4);
  expect(read).toHaveBeenCalledTimes(2);
  // They are no messages for the user.
  expect([store.notifications.messages, store.notifications.unreadCount]).toEqual([[], 0]);
});

test("a dashboard that was deleted, or that is not shared any more, leaves the screen", async () => {
  let isGone = false;
  const { removed } = await show("/dashboards/d-1", {
    readDashboard: () => (isGone ? failWith({ status: 404 })() : Promise.resolve(ok(titled("Note")))),
  });
  await screen.findByText("Note");
  isGone = true;
  await removed("d-1");
  await waitFor(() => expect(screen.queryByText("Note")).toBeNull());
});

test("while it is edited nothing is replaced, and a notice names who has changed it", async () => {
  let version = 3;
  const { changed } = await show("/dashboards/d-1", {
    readDashboard: () => Promise.resolve(ok(titled(`Note ${version}`, { version }))),
  });
  await press("Edit");
  await changed("d-1", 3);
  expect(screen.queryByText(/has changed this dashboard/)).toBeNull();
  version = 4;
  await changed("d-1", 4);
  expect(await screen.findByText("Cem Öz has changed this dashboard")).toBeVisible();
  expect(screen.getByText("Note 3")).toBeVisible();
  await press("Load the new version");
  await screen.findByText("Note 4");
  expect(screen.getByRole("button", { name: "Edit" })).toBeVisible();
});

test("the work on a dashboard that was deleted meanwhile can be saved as a copy", async () => {
  let isGone = false;
  const create = vi.fn<Handler<"createDashboard">>(() => Promise.resolve(ok(titled("Note", { id: "d-3" }))));
  const { removed, address } = await show("/dashboards/d-1", {
    readDashboard: ({ params }) =>
      isGone && params.dashboardId === "d-1" ? failWith({ status: 404 })() : Promise.resolve(ok(titled("Note"))),
    createDashboard: create,
  });
  await press("Edit");
  await press("Remove Note");
  isGone = true;
  await removed("d-1");
  expect(await screen.findByText("This dashboard was deleted, or you may not see it any more")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load the new version" })).toBeNull();
  await press("Save as a copy");
  await waitFor(() => expect(address()).toBe("/dashboards/d-3"));
  expect(create.mock.calls[0]?.[0].body.layout.cards).toEqual([]);
});

test("a wall shows the new layout of each of its dashboards, and leaves out those that are gone", async () => {
  const { versions, turn, wall, changed, removed } = await onWall("/dashboards/d-1");
  await (await wall("Board d-1")).findByText("Note 1");
  versions["d-1"] = 2;
  await changed("d-1", 2);
  await (await wall("Board d-1")).findByText("Note 2");
  await turn();
  await (await wall("Board d-2")).findByText("Note 1");
  versions["d-2"] = 5;
  await changed("d-2", 5);
  await (await wall("Board d-2")).findByText("Note 5");
  versions["d-2"] = 0;
  await removed("d-2");
  await (await wall("Board d-1")).findByText("Note 2");
  await turn();
  await wall("Board d-1");
  expect(screen.queryByText("Note 5")).toBeNull();
});

test("a wall keeps the filters of the page for each dashboard, and without a period each has its own", async () => {
  const cards = vi.fn<Handler<"dashboardCards">>(respond(cardAnswers()));
  const dashboards: Record<string, DashboardPage> = {
    "d-1": dashboardPage({ id: "d-1", name: "Board d-1" }),
    "d-2": dashboardPage({
      id: "d-2",
      name: "Board d-2",
      layout: { ...dashboardPage().layout, period: "1y", granularity: "monthly" },
    }),
  };
  const readDashboard: Handler<"readDashboard"> = ({ params }) =>
    Promise.resolve(ok(dashboards[params.dashboardId] ?? dashboardPage()));
  const { turn, wall, router } = await onWall("/dashboards/d-1?project=atlas&repository=r-1", {
    readDashboard,
    dashboardCards: cards,
  });
  await wall("Board d-1");
  await turn();
  await wall("Board d-2");
  const filters = { project: ["atlas"], repository: ["r-1"] };
  await waitFor(() =>
    expect(cards.mock.calls.at(-1)?.[0].body).toMatchObject({ ...filters, period: "1y", granularity: "monthly" }),
  );
  await act(() => router.navigate("/dashboards/d-1?project=atlas&period=30d", { replace: true }));
  await waitFor(() =>
    expect(cards.mock.calls.at(-1)?.[0].body).toMatchObject({ project: ["atlas"], repository: [], period: "30d" }),
  );
});
