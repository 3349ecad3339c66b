import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { EndpointName } from "../../../contract/endpoints.ts";
import { err } from "../../../src/services/result.ts";
import { apiError, type Handlers, respond } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

/** What the tab of the company loads. */
const PARTS = [
  "listCompanyUsers",
  "listInvitations",
  "getCompanyPlan",
  "getCompanyQuotas",
  "listInvoices",
  "getSeats",
] as const satisfies readonly EndpointName[];

test("the parts of a company fail together: one message, whose Retry runs the loader once", async () => {
  const asked = vi.fn<(name: string) => void>();
  const failing = Object.fromEntries(
    PARTS.map((name) => [
      name,
      () => {
        asked(name);
        return Promise.resolve(err(apiError({ status: 500, text: "Something went wrong." })));
      },
    ]),
  ) as Handlers;
  await renderApp({
    path: "/settings/company",
    handlers: { getCompany: respond({ id: "c-acme", name: "Acme", role: "Admin", time_zone: "UTC" }), ...failing },
  });
  const message = await screen.findByText("Several parts of this page could not be loaded");
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
  expect(screen.getAllByText("Not loaded").length).toBeGreaterThanOrEqual(3);
  // A part that did not fail is shown.
  expect(screen.getByRole("textbox", { name: "Company name" })).toHaveValue("Acme");
  const times = (): number => asked.mock.calls.filter(([name]) => name === "listInvitations").length;
  const before = times();
  await act(async () => screen.getByRole("button", { name: "Retry" }).click());
  await waitFor(() => expect(times()).toBe(before + 1));
  expect(message).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
});
