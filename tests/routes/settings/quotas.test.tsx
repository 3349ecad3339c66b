import type { CompanyQuotas } from "../../../contract/access/quotas.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { companyQuotas, usedQuotas } from "../../fixtures/account.ts";
import { respond, failWith } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

const path = "/settings/company";
const host = (quotas: CompanyQuotas) => ({ getCompanyQuotas: respond(quotas) });
const partOf = async (name: string) => {
  const part = (await screen.findByText(name)).closest("li");
  if (!part) throw new Error(`There is no ${name}.`);
  return within(part);
};

test("an Admin sees the use of each quota, and no warning below the limit", async () => {
  await renderApp({ path, handlers: host(companyQuotas()) });
  expect((await partOf("Disk")).getByText("1.8 GB of 10 GB")).toBeVisible();
  expect((await partOf("Disk")).getByText(/^Copies of repositories 1.2 GB, search index 480 MB/)).toBeVisible();
  expect((await partOf("Syncs at once")).getByText("1 of 2")).toBeVisible();
  const quotas = within(screen.getByRole("region", { name: "Quotas" }));
  expect(quotas.getByText("12 of 40")).toBeVisible();
  expect(quotas.queryByText(/used up/i)).toBeNull();
});

test("near the limit and beyond it the panel warns, describes the remedy, and counts what waits", async () => {
  await renderApp({ path, handlers: host(usedQuotas()) });
  const disk = await partOf("Disk");
  expect(disk.getByText("Used up.")).toBeVisible();
  expect(disk.getByText(/Syncs wait while it is used up; reading and searching continue\./)).toBeVisible();
  expect(disk.getByText("3 syncs wait, because they need more space than is left")).toBeVisible();
  const quotas = within(screen.getByRole("region", { name: "Quotas" }));
  expect(quotas.getByText("Nearly used up.")).toBeVisible();
  // All slots being busy is normal: it is shown without a warning.
  const syncs = await partOf("Syncs at once");
  expect(syncs.getByText("1 sync waits for its turn")).toBeVisible();
  expect(syncs.queryByText("Used up.")).toBeNull();
});

test("without a limit there is what is used; in Turkish, too", async () => {
  const free = companyQuotas({ sources: { used: 12, allowed: null } });
  await renderApp({ path, handlers: host(free), locale: "tr" });
  expect(await screen.findByText("12, sınır yok")).toBeVisible();
});

test("a host without quotas has no such part; one that fails reports it", async () => {
  const gone = failWith({ status: 404, text: "Not found." });
  const { unmount } = await renderApp({ path, handlers: { getCompanyQuotas: gone } });
  expect(await screen.findByRole("heading", { name: "Invoices" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Quotas" })).toBeNull();
  unmount();
  const fails = failWith({ status: 500, text: "Something went wrong." });
  await renderApp({ path, handlers: { getCompanyQuotas: fails } });
  expect(await screen.findByText("The quotas could not be loaded")).toBeVisible();
});
