import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { DashboardCard } from "../../../contract/insights/dashboardCards.ts";
import { ok } from "../../../src/services/result.ts";
import { dashboardPage } from "../../fixtures/dashboards.ts";
import { knowledgeMap, leaving } from "../../fixtures/experts.ts";
import { insightOptions } from "../../fixtures/insights.ts";
import { type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { overview } from "../../fixtures/overview.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { personAnswer, personKnowledge, personProfile, personWork } from "../../fixtures/personPage.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/dashboards/AddToDashboard.tsx");
});

const show = async (path: string, handlers: Handlers = {}, plan: "Enterprise" | "Premium" = "Enterprise") => {
  const save = vi.fn<Handler<"updateDashboard">>(({ body }) =>
    Promise.resolve(ok(dashboardPage({ version: body.version + 1 }))),
  );
  const app = await renderApp({
    path,
    handlers: {
      getProject: respond(project()),
      getOverview: respond(overview()),
      knowledgeMap: respond(knowledgeMap()),
      getExpertPreference: respond({ recommended: true }),
      getPerson: respond(personAnswer()),
      personKnowledge: respond(personKnowledge()),
      personWork: respond(personWork()),
      updateDashboard: save,
      ...handlers,
    },
    as: user({ company_plan: companyPlan({ plan: { name: plan } }) }),
    now: "2026-03-02T12:00:00Z",
  });
  /** The cards that were added, as the server takes them. */
  const added = () =>
    save.mock.calls.map(([{ body }]) => {
      const card = body.layout?.cards.at(-1);
      expect(DashboardCard.safeParse(card).error).toBeUndefined();
      return card;
    });
  return { ...app, save, added };
};

async function add(name: string, save: { readonly mock: { readonly calls: readonly unknown[] } }): Promise<void> {
  const before = save.mock.calls.length;
  await userEvent.click(await screen.findByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("option", { name: "A new dashboard" });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(save.mock.calls).toHaveLength(before + 1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
const buttons = () => screen.queryAllByRole("button", { name: /Add to a dashboard$/ });

test("the numbers of the overview are added as the metrics that they are", async () => {
  const { added, save } = await show("/projects/atlas");
  const names = ["Commits", "Issues opened", "Issues closed", "Requests merged"];
  for (const name of names) await add(`${name}: Add to a dashboard`, save);
  expect(added()).toMatchObject(
    ["commits", "issues_opened", "issues_closed", "requests_merged"].map((metric) => ({
      kind: "metric",
      metric,
      project: "atlas",
      display: "sparkline",
    })),
  );
});

test("the lists of open work are added with the filters of their screens", async () => {
  const { added, save } = await show("/projects/atlas");
  const names = ["Newest issues", "No activity for 30 days", "Waiting for a review"];
  for (const name of names) await add(`${name}: Add to a dashboard`, save);
  const list = { kind: "list", project: "atlas" };
  expect(added()).toMatchObject([
    { ...list, of: "issues", title: "Newest issues", filter: { state: ["open"], sort: ["-created_at"] } },
    // Without the day of the list, which would stay while the days pass.
    { ...list, of: "issues", title: "Longest without activity", filter: { state: ["open"], sort: ["updated_at"] } },
    { ...list, of: "requests", title: "Waiting for a review", filter: { waiting: ["yes"], sort: ["created_at"] } },
  ]);
  expect(added()[1]).not.toHaveProperty("filter.updated");
});

test("the risks of the overview are added as maps and as the list of outdated pages", async () => {
  const { added, save } = await show("/projects/atlas");
  await add("Known by one person or no one: Add to a dashboard", save);
  await add("Changed and fixed most: Add to a dashboard", save);
  const [outdated] = buttons().filter((button) => /outdated|no longer/i.test(button.getAttribute("aria-label") ?? ""));
  await add(outdated?.getAttribute("aria-label") ?? "", save);
  expect(added()).toMatchObject([
    { kind: "map", map: "knowledge", project: "atlas" },
    { kind: "map", map: "hotspots", project: "atlas" },
    { kind: "list", of: "documents", project: "atlas", filter: { outdated: ["true"] } },
  ]);
});

test("the knowledge map is added where it shows the whole project", async () => {
  const { added, save, unmount } = await show("/projects/atlas/experts?view=map");
  await add("Add to a dashboard", save);
  expect(added()).toMatchObject([{ kind: "map", map: "knowledge", project: "atlas" }]);
  unmount();
  await show("/projects/atlas/experts?view=map&repository=r-1&folder=src");
  await screen.findByRole("combobox", { name: /leave/i });
  expect(buttons()).toEqual([]);
});

test("what is lost with a person is added from the map and from their page", async () => {
  const { added, save, unmount } = await show("/projects/atlas/experts?view=map&leave=p-1", {
    knowledgeMap: respond(knowledgeMap({ leaving: leaving() })),
  });
  await add("Add to a dashboard", save);
  expect(added()).toMatchObject([{ kind: "departure", project: "atlas", person: leaving().person.id }]);
  unmount();
  const { address } = personProfile();
  const page = await show(`/projects/atlas/people/${address}`);
  const [button] = (await screen.findAllByRole("button", { name: /leave.*: Add to a dashboard$/i })) ?? [];
  await add(button?.getAttribute("aria-label") ?? "", page.save);
  expect(page.added()).toMatchObject([{ kind: "departure", project: "atlas", person: address }]);
});

test("comparisons of Insights are added, of projects, of sources and of periods", async () => {
  const opened = async (path: string, name: string) => {
    const repositories = ["r-1", "r-2"].map((id) => ({ id, name: id }));
    const app = await show(path, { insightOptions: respond({ ...insightOptions, repositories }) });
    await userEvent.click(await screen.findByRole("button", { name }));
    await add("Add to a dashboard", app.save);
    const cards = app.added();
    app.unmount();
    return cards;
  };
  expect(await opened("/insights", "Compare the projects")).toMatchObject([{ by: "projects", project: null }]);
  expect(await opened("/projects/atlas/insights", "Compare repositories and trackers")).toMatchObject([
    { by: "sources", project: "atlas" },
  ]);
  expect(await opened("/projects/atlas/insights", "Compare with earlier periods")).toMatchObject([
    { kind: "comparison", by: "periods", project: "atlas" },
  ]);
});

test("the lists of a person are added with the logins of their accounts", async () => {
  const profile = personProfile();
  const second = { ...profile.accounts[0]!, source: "t-2", login: "noor2" };
  const { added, save } = await show(`/projects/atlas/people/${profile.address}`, {
    getPerson: respond(personAnswer({ profile: { ...profile, accounts: [...profile.accounts, second] } })),
  });
  await screen.findAllByRole("button", { name: /: Add to a dashboard$/ });
  const lists = buttons().filter(({ ariaLabel }) => ariaLabel !== null && !/leave/i.test(ariaLabel));
  expect(lists).toHaveLength(5);
  for (const button of lists) await add(button.getAttribute("aria-label") ?? "", save);
  const logins = ["noorh", "noor2"];
  const list = { kind: "list", project: "atlas", title: expect.stringMatching(/^Noor Haddad: ./) as string };
  expect(added()).toMatchObject([
    { ...list, of: "issues", filter: { state: ["open"], assignee: logins } },
    { ...list, of: "requests", filter: { state: ["open"], author: logins } },
    { ...list, of: "search", filter: { q: ['kind:commit author:"Noor Haddad"'] } },
    { ...list, of: "requests", filter: { reviewer: logins } },
    { ...list, of: "issues", filter: { author: logins } },
  ]);
});

test("a person without an account has the list of their commits alone to add", async () => {
  const profile = personProfile();
  await show(`/projects/atlas/people/${profile.address}`, {
    getPerson: respond(personAnswer({ profile: { ...profile, accounts: profile.accounts.slice(1) } })),
  });
  // That of the person, that of the commits, and what is lost with the person.
  await waitFor(() => expect(buttons()).toHaveLength(3));
  await screen.findByRole("region", { name: /assigned to them/ });
  expect(buttons()).toHaveLength(3);
});

test.each(["/projects/atlas", "/projects/atlas/experts?view=map", `/projects/atlas/people/${personProfile().address}`])(
  "a plan without dashboards has no way to add from %s",
  async (path) => {
    await show(path, {}, "Premium");
    await screen.findAllByRole("heading", { name: /Open work|Who|What they work on|map/i });
    expect(buttons()).toEqual([]);
  },
);
