/** The audit log of a company. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { AuditQuery } from "../../../contract/access/audit.ts";
import { auditQuery, readAuditFilter } from "../../../src/routes/settings/auditUrl.ts";
import { auditEntries } from "../../fixtures/account.ts";
import { user } from "../../fixtures/people.ts";
import { respond, failWith, type Handler } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the log is for Admins alone", async () => {
  const member = user({ company: { id: "c-acme", name: "Acme", role: "Member" } });
  await renderApp({ path: "/settings/audit", as: member });
  await screen.findByRole("button", { name: "Save" });
  expect(screen.queryByRole("link", { name: "Audit log" })).toBeNull();
});

test("the log shows who did what, what it was before, and more when asked", async () => {
  // The host is as strict as the contract: a parameter that is there must fit.
  const [first, ...rest] = auditEntries();
  const list = vi.fn<Handler<"listAudit">>(({ query }) =>
    query.cursor
      ? respond({ count: 5, next: null, kept_days: 365, results: rest })()
      : respond({ count: 5, next: "9", kept_days: 365, results: first ? [first] : [] })(),
  );
  await renderApp({ path: "/settings/audit", handlers: { listAudit: list } });
  const rows = await screen.findByRole("list", { name: "Audit log" });
  expect(within(rows).getByText("Ada Kaya (ada@acme.example)")).toBeInTheDocument();
  // As serialized: null and undefined are left out.
  const sent = Object.entries(list.mock.calls[0]?.[0].query ?? {}).filter(([, value]) => (value ?? null) !== null);
  expect(AuditQuery.parse(Object.fromEntries(sent))).toMatchObject({ action: [], limit: 50 });
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await within(rows).findByText("role: Member → Admin");
  expect(within(rows).getByText("plan: Premium → Enterprise")).toBeInTheDocument();
  expect(within(rows).getByText("The operator, by the command line")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(screen.getByText("5 rows")).toBeInTheDocument();
});

test("keeps the filter in the address, sends it with the request, and drops invalid values", async () => {
  const list = vi.fn<Handler<"listAudit">>(respond({ count: 0, next: null, kept_days: 365, results: [] }));
  const { address } = await renderApp({
    path: "/settings/audit?person=bora&action=nonsense&from=2026-13-99",
    handlers: { listAudit: list },
  });
  await screen.findByText("No row matches the filter");
  expect(list.mock.lastCall?.[0].query).toMatchObject({ person: "bora" });
  await userEvent.selectOptions(screen.getByLabelText("Action"), "Project deleted");
  await waitFor(() =>
    expect(list.mock.lastCall?.[0].query).toMatchObject({ action: ["project.deleted"], person: "bora" }),
  );
  expect(address()).toBe("/settings/audit?person=bora&action=project.deleted");
  await userEvent.click(screen.getByRole("button", { name: "Clear the filter" }));
  await screen.findByText("Nothing has happened yet");
  expect(address()).toBe("/settings/audit");
});

test("a last day counts whole, and one that is no day is none", () => {
  const query = auditQuery(readAuditFilter(new URLSearchParams("from=2026-03-01&to=2026-03-01")));
  expect(Date.parse(query.to ?? "") - Date.parse(query.from ?? "")).toBe(24 * 60 * 60 * 1000);
  expect(auditQuery(readAuditFilter(new URLSearchParams("from=x&to=9999-99-99")))).toMatchObject({
    from: undefined,
    to: undefined,
  });
});

test("changes the retention by a selection", async () => {
  const put = vi.fn<Handler<"setAuditRetention">>(respond({ kept_days: 90 }));
  await renderApp({ path: "/settings/audit", handlers: { setAuditRetention: put } });
  const kept = await screen.findByLabelText("How long rows are kept");
  await userEvent.selectOptions(kept, "90 days");
  await waitFor(() => expect(put.mock.calls[0]?.[0].body).toEqual({ kept_days: 90 }));
  await waitFor(() => expect(kept).not.toHaveAttribute("aria-busy"));
  expect(kept).toHaveFocus();
});

test("reports an export that fails", async () => {
  const host = { exportAudit: failWith({ status: 500, text: "Something went wrong." }) };
  await renderApp({ path: "/settings/audit", handlers: host });
  await userEvent.click(await screen.findByRole("button", { name: "Export as CSV" }));
  expect(await screen.findByText("The log could not be exported")).toBeInTheDocument();
});
