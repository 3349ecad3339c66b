/** Own metrics on the page of a project: read with their rows, and built with a preview. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { type Handler, type Handlers, failWith, respond } from "../../fixtures/handlers.ts";
import { OF_FORMULA, REVIEW_TIME, VALUES } from "../../fixtures/ownMetrics.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/insights/InsightsTab.tsx");
  await import("../../../src/routes/ownMetrics/OwnMetricsSection.tsx");
});

const show = (handlers: Handlers, role: "Maintainer" | "Viewer") =>
  renderApp({
    path: "/projects/atlas/insights?period=30d&granularity=weekly",
    handlers: { getProject: respond(project({ slug: "atlas", role })), ...handlers },
    as: user({
      company: { id: "c-acme", name: "Acme", role: "Member" },
      company_plan: companyPlan({ plan: { name: "Enterprise" } }),
    }),
    now: "2026-11-18T12:00:00Z",
  });

test("a Viewer reads the definition in words, the value and its rows, and defines none", async () => {
  const rows = vi.fn<Handler<"ownMetricRows">>(respond({ count: 0, next: null, results: [] }));
  const values = vi.fn<Handler<"ownMetricValues">>(respond(VALUES));
  const metric = { ...REVIEW_TIME, can_change: false };
  await show({ listOwnMetrics: respond([metric]), ownMetricValues: values, ownMetricRows: rows }, "Viewer");
  const section = within(await screen.findByRole("region", { name: "Own metrics" }));
  const card = within(await section.findByRole("article", { name: "Review time of the core" }));
  expect(card.getByText(/^Percentile 90 of the time from opening to review of requests/)).toBeInTheDocument();
  expect(await card.findByText("20 hr")).toBeInTheDocument();
  expect(values.mock.calls[0]?.[0]).toMatchObject({
    query: { project: ["atlas"], period: "30d", granularity: "weekly" },
  });
  expect(section.queryByRole("button", { name: "New metric" })).toBeNull();
  await userEvent.click(card.getByRole("button", { name: "Show the rows" }));
  await screen.findByRole("dialog", { name: "Review time of the core: the rows" });
  await waitFor(() => expect(rows).toHaveBeenCalled());
  expect(rows.mock.calls[0]?.[0].params).toEqual({ metricId: "metric-1" });
});

test("a Maintainer sees the values of a formula while it is typed, and what is wrong with it", async () => {
  const preview = vi.fn<Handler<"previewOwnMetric">>(({ body }) =>
    body.definition.kind === "formula" && body.definition.text.endsWith("]")
      ? respond(OF_FORMULA)()
      : failWith({ status: 400, text: "The formula ends too early." })(),
  );
  const create = vi.fn<Handler<"createOwnMetric">>(respond(REVIEW_TIME));
  await show({ previewOwnMetric: preview, createOwnMetric: create }, "Maintainer");
  await userEvent.click(await screen.findByRole("button", { name: "New metric" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New metric" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Failures");
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Built from" }), "formula");
  const text = dialog.getByRole("textbox", { name: "Formula" });
  await userEvent.click(text);
  await userEvent.paste("[Outages] /");
  expect(await dialog.findByText("The formula ends too early.")).toBeInTheDocument();
  await userEvent.paste(" [Merged]");
  // The value, and the figures of its chart.
  expect(await dialog.findAllByText("25%")).not.toHaveLength(0);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(create).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0].body).toEqual({
    name: "Failures",
    project: "atlas",
    definition: { kind: "formula", text: "[Outages] / [Merged]", unit: "number" },
    target: null,
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
