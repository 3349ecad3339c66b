import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { companySeats, invoiceBuyer, planChange } from "../../fixtures/account.ts";
import { failWith, type Handler, respond } from "../../fixtures/handlers.ts";
import { companyPlan } from "../../fixtures/people.ts";
import { renderApp } from "../../renderApp.tsx";

const path = "/settings/company";
const enterprise = respond(companyPlan({ plan: { name: "Enterprise" } }));
const choose = async (label: string, plan: string): Promise<void> => {
  const select = await screen.findByRole("combobox", { name: label });
  // A section that waits for the answer needs an awaited act.
  await act(() => userEvent.selectOptions(select, plan));
};

test("an Admin sees what another plan takes away, with numbers, before a change is asked for", async () => {
  const previewPlan = ({ query }: { query: { plan: "Standard" | "Premium" | "Enterprise" } }) =>
    respond(query.plan === "Premium" ? planChange({ to: "Premium", losses: [] }) : planChange())();
  await renderApp({ path, handlers: { getCompanyPlan: enterprise, previewPlan } });
  const label = "What another plan would change";
  const offered = within(await screen.findByRole("combobox", { name: label })).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).not.toContain("Enterprise");
  await choose(label, "Standard");
  const losses = within(await screen.findByRole("list", { name: "What your company would lose with Standard" }));
  expect(losses.getByText("3 projects, and 1 is allowed: all are kept, and no other can be created.")).toBeVisible();
  expect(losses.getByText("1 rule is kept and does not act.")).toBeVisible();
  expect(screen.getByText("All of it works again when the company has the plan Enterprise again.")).toBeVisible();
  await choose(label, "Premium");
  expect(await screen.findByText("With Premium your company would lose nothing.")).toBeVisible();
});

test("it is worded in Turkish, and a failure is shown", async () => {
  const { unmount } = await renderApp({ path, handlers: { getCompanyPlan: enterprise }, locale: "tr" });
  await choose("Başka bir plan neyi değiştirir?", "Standard");
  expect(await screen.findByText("1 kural korunur, çalışmaz.")).toBeVisible();
  unmount();
  await renderApp({ path, handlers: { getCompanyPlan: enterprise, previewPlan: failWith() } });
  await choose("What another plan would change", "Standard");
  expect(await screen.findByText("The preview could not be loaded")).toBeVisible();
});

test("seats: those of this month, those included, open invitations, and the months before", async () => {
  const { unmount } = await renderApp({ path });
  const seats = within(await screen.findByRole("region", { name: "Seats" }));
  const valueOf = (name: string) => seats.getByText(name).closest("div")?.querySelector("dd")?.textContent;
  expect(["Used this month", "Included in the plan", "Open invitations"].map(valueOf)).toEqual(["8", "10", "2"]);
  expect(seats.getByRole("row", { name: "February 2026 7" })).toBeVisible();
  unmount();
  await renderApp({ path, handlers: { getSeats: respond(companySeats({ included: null })) } });
  expect(await screen.findByText("Not set")).toBeVisible();
});

test("a host that does not count seats has no such part", async () => {
  await renderApp({ path, handlers: { getSeats: failWith({ status: 404, text: "Not found." }) } });
  expect(await screen.findByRole("heading", { name: "Invoices" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Seats" })).toBeNull();
});

test("an Admin edits the buyer of the invoices, and sees what is refused", async () => {
  const change = vi
    .fn<Handler<"setInvoiceBuyer">>()
    .mockImplementationOnce(failWith({ status: 400, fields: { email: ["Please enter a valid email"] } }))
    .mockImplementation(({ body }) => respond({ ...invoiceBuyer(), ...body })());
  await renderApp({ path, handlers: { setInvoiceBuyer: change } });
  const name = await screen.findByLabelText("Name of the buyer");
  fireEvent.change(name, { target: { value: "Loom Ltd" } });
  const save = screen.getByRole("button", { name: "Save the buyer" });
  await act(() => userEvent.click(save));
  expect(await screen.findByText("email: Please enter a valid email")).toBeVisible();
  await act(() => userEvent.click(save));
  await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
  expect(change.mock.calls[1]?.[0].body).toEqual({ ...invoiceBuyer(), name: "Loom Ltd" });
  expect(await screen.findByText("Saved")).toBeVisible();
});
