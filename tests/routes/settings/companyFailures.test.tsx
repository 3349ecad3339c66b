import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { EndpointName } from "../../../contract/endpoints.ts";
import { err } from "../../../src/services/result.ts";
import { apiError, failWith, type Handlers, respond } from "../../fixtures/handlers.ts";
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

test("a part that could not be loaded has its title", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: { getCompany: failWith({ status: 500 }), getCompanyQuotas: failWith({ status: 500 }) },
  });
  const zone = await screen.findByRole("region", { name: "Time zone" });
  expect(within(zone).getByText("Not loaded")).toBeInTheDocument();
});

test("a name that could not be saved is the company's, and stays typed", async () => {
  await renderApp({
    path: "/settings/company",
    handlers: {
      getCompany: respond({ id: "c-acme", name: "Acme", role: "Admin", time_zone: "UTC" }),
      updateCompany: failWith({ status: 500, text: "The disk is full." }),
    },
  });
  const name = await screen.findByRole("textbox", { name: "Company name" });
  await userEvent.type(name, " Two{Enter}");
  expect(await screen.findByText("The company could not be saved")).toBeInTheDocument();
  expect(screen.queryByText("Your profile could not be saved")).toBeNull();
  expect(name).toHaveValue("Acme Two");
});
