/** A report that is begun on a page has the period and the filters of that page. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { type Handler, respond } from "../../fixtures/handlers.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { report, reports } from "../../fixtures/reports.ts";
import { renderApp } from "../../renderApp.tsx";
import { chooseFromMenu } from "../chooseFromMenu.ts";

const show = async (path: string) => {
  const create = vi.fn<Handler<"createReport">>(() => Promise.resolve(ok(report())));
  const app = await renderApp({
    path,
    handlers: { listReports: respond(reports()), createReport: create },
    as: user({ id: "u-1", company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  });
  return { ...app, create };
};
const FILTERS = "period=6m&granularity=monthly&project=tern&repository=r-9";

test("the menu of a dashboard sends its filters to the form, which stores them", async () => {
  const { address, create } = await show(`/dashboards/d-1?${FILTERS}`);
  await chooseFromMenu(await screen.findByRole("button", { name: "More" }), "Send as a report");
  const dialog = await screen.findByRole("dialog", { name: "New report" }, { timeout: 10_000 });
  expect(address()).toContain(`dashboard=d-1&${FILTERS}`);
  expect(within(dialog).getByRole("button", { name: /Tern/ })).toBeVisible();
  // A repository without a name can be removed too.
  expect(within(dialog).getByRole("button", { name: /r-9/ })).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(create).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0].body).toMatchObject({
    page: { kind: "dashboard", id: "d-1" },
    period: "6m",
    granularity: "monthly",
    project: ["tern"],
    repository: ["r-9"],
  });
});

test("the filters are removed, and those of Insights are its repositories", async () => {
  const { create } = await show("/reports?project=tern&period=6m&granularity=monthly&repository=r-9");
  const dialog = await screen.findByRole("dialog", { name: "New report" }, { timeout: 10_000 });
  expect(within(dialog).getByRole("combobox", { name: "Send" })).toHaveDisplayValue("Insights of Tern");
  expect(within(dialog).getByRole("button", { name: /r-9/ })).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove the filters" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(create).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0].body).toMatchObject({
    page: { kind: "insights", project: "tern" },
    period: "6m",
    project: [],
    repository: [],
  });
});

test("a report of Insights has all filters of its page", async () => {
  const narrowed = "tracker=t-9&person=p-9&label=bug&type=bug&type=nothing";
  const { create } = await show(`/reports?project=tern&period=6m&granularity=monthly&${narrowed}`);
  const dialog = await screen.findByRole("dialog", { name: "New report" }, { timeout: 10_000 });
  await userEvent.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(create).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0].body).toMatchObject({
    tracker: ["t-9"],
    person: ["p-9"],
    label: ["bug"],
    type: ["bug"],
  });
});

test("one of a dashboard has no filters that dashboards lack", async () => {
  const { create } = await show("/reports?dashboard=d-1&label=bug");
  const dialog = await screen.findByRole("dialog", { name: "New report" }, { timeout: 10_000 });
  await userEvent.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(create).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0].body).toMatchObject({ page: { kind: "dashboard" }, label: [] });
});
