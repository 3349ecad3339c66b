import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { dashboardPage } from "../../fixtures/dashboards.ts";
import { documentHost } from "../../fixtures/documentHost.ts";
import { type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { listAnswers, listCards } from "../../fixtures/listCards.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { searchAllAnswer, searchAnswer } from "../../fixtures/search.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/dashboards/DashboardRoute.tsx");
  await import("../../../src/routes/dashboards/AddingDialog.tsx");
  await import("../../../src/routes/search/SearchTools.tsx");
});

const show = (path: string, handlers: Handlers = {}, plan: "Enterprise" | "Premium" = "Enterprise") =>
  renderApp({
    path,
    handlers,
    as: user({ company_plan: companyPlan({ plan: { name: plan } }) }),
    now: "2026-11-18T12:00:00Z",
  });
const saving = () =>
  vi.fn<Handler<"updateDashboard">>(({ body }) => Promise.resolve(ok(dashboardPage({ version: body.version + 1 }))));

/** Adds what the screen shows to a dashboard. @param choose fills the dialog */
async function add(choose?: (dialog: ReturnType<typeof within>) => Promise<void>): Promise<void> {
  const [button] = await screen.findAllByRole("button", { name: "Add to a dashboard" });
  await userEvent.click(button!);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("option", { name: "A new dashboard" });
  await choose?.(dialog);
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
const asForm = (name: string) => async (dialog: ReturnType<typeof within>) => {
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "As" }), name);
};

test("a search is added as a list or a number, and one over all projects names those that were chosen", async () => {
  const save = saving();
  const { router } = await show("/projects/atlas/search?q=retry&kind=code&limit=40", {
    updateDashboard: save,
    getProject: respond(issueProject()),
    searchProject: respond(searchAnswer()),
    searchAll: respond(searchAllAnswer()),
  });
  await add();
  await add(asForm("Number"));
  await act(() => router.navigate("/?q=retry&kind=code&project=tern"));
  await add();
  await act(() => router.navigate("/?q=retry"));
  await add(asForm("Number"));
  const filter = { q: ["retry"], kind: ["code"] };
  expect(save.mock.calls.map(([{ body }]) => body.layout?.cards.at(-1))).toMatchObject([
    { kind: "list", of: "search", project: "atlas", filter, rows: 10 },
    { kind: "count", of: "search", project: "atlas", filter, display: "now" },
    { kind: "list", of: "search", project: null, filter: { ...filter, project: ["tern"] } },
    { kind: "count", of: "search", project: null, filter: { q: ["retry"] } },
  ]);
  expect(save.mock.calls.at(-1)?.[0].body.layout?.cards.at(-1)).not.toHaveProperty("filter.project");
});

test("on a phone, adding and exporting are in a menu", async () => {
  const save = saving();
  await show("/projects/atlas/search?q=retry", {
    updateDashboard: save,
    getProject: respond(issueProject()),
    searchProject: respond(searchAnswer()),
  });
  await userEvent.click(await screen.findByRole("button", { name: "More actions", hidden: true }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Export CSV",
    "Add to a dashboard",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Add to a dashboard" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("option", { name: "A new dashboard" });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
});

test("a plan without dashboards has no way to add to one", async () => {
  await show(
    "/projects/atlas/search?q=retry",
    { getProject: respond(issueProject()), searchProject: respond(searchAnswer()) },
    "Premium",
  );
  await userEvent.click(await screen.findByRole("button", { name: "More actions", hidden: true }));
  expect(await screen.findByRole("menuitem", { name: "Export CSV" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Add to a dashboard" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add to a dashboard" })).toBeNull();
});

test("the pages of a wiki are added, or the outdated ones alone, to a dashboard that is made for them", async () => {
  const create = vi.fn<Handler<"createDashboard">>(() => Promise.resolve(ok(dashboardPage())));
  const save = saving();
  await show("/projects/atlas/documents", documentHost({ updateDashboard: save, createDashboard: create }));
  await add();
  await add(async (dialog) => {
    await asForm("List of outdated pages")(dialog);
    await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Dashboard" }), "A new dashboard");
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Documents");
  });
  const card = { kind: "list", of: "documents", project: "atlas", filter: { source: ["w-atlas"] } };
  expect(save.mock.calls[0]?.[0].body.layout?.cards.at(-1)).toMatchObject(card);
  expect(create.mock.calls).toHaveLength(1);
  expect(create.mock.calls[0]?.[0].body).toMatchObject({
    name: "Documents",
    sharing: "private",
    layout: { cards: [{ ...card, x: 0, y: 0, filter: { source: ["w-atlas"], outdated: ["true"] } }] },
  });
});

test("a dashboard shows each list, with links to its rows and to the screen that has all", async () => {
  await show("/dashboards/d-1", {
    readDashboard: respond(dashboardPage({ layout: { period: "3m", granularity: "weekly", cards: listCards() } })),
    dashboardCards: respond(listAnswers()),
  });
  const link = async (name: string | RegExp) =>
    (await screen.findAllByRole("link", { name })).map((one) => one.getAttribute("href"));
  await screen.findByText("1 of 40");
  expect(await link("Results of “retry”")).toEqual([
    "/?q=retry&kind=code&kind=issue&project=atlas&project=tern",
    "/projects/atlas/search?q=retry&kind=code",
  ]);
  expect(await link("Outdated pages")).toEqual(["/projects/atlas/documents"]);
  expect(await link("Documents")).toEqual(["/projects/atlas/documents?source=w-atlas"]);
  expect(await link("Newest commits")).toEqual(["/?q=kind%3Acommit+-is%3Amerge"]);
  const [history] = await link("Commits of src/retry.ts");
  expect(history).toMatch(/^\/projects\/atlas\/code\/r-1\/-\/src\/retry\.ts\?rev=0123\w+&view=history&lines=3-9$/);
  expect(await link("retry.ts")).toEqual(Array(2).fill("/projects/atlas/code/r-1/-/src/retry.ts#L3"));
  expect(await link("#7 No retry")).toEqual(["/projects/tern/issues/7"]);
  expect(await link("Sessions")).toEqual(["/projects/atlas/documents?source=w-atlas&path=ENG%2FSessions"]);
  expect(await link("Retry twice")).toEqual([
    "/projects/tern/commits/0123456789ab",
    "/projects/atlas/commits/0123456789ab",
  ]);
  expect(screen.getByText("2 of at least 1,200")).toBeVisible();
  expect(screen.getByText("1 of 40")).toBeVisible();
  expect(screen.getByText("There is no such page.")).toBeVisible();
  expect(screen.getByText(/2 outdated names/)).toBeVisible();
});
