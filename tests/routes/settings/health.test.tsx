import type { CompanyHealth } from "../../../contract/access/health.ts";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { companyHealth, sickHealth } from "../../fixtures/account.ts";
import { user } from "../../fixtures/people.ts";
import { type Handler, respond, failWith } from "../../fixtures/handlers.ts";
import { renderApp, settle } from "../../renderApp.tsx";

const path = "/settings/health";
const host = (health: CompanyHealth) => ({ getCompanyHealth: respond(health) });

test("shows each source with its age, state and error, and links to the page that manages it", async () => {
  await renderApp({ path, handlers: host(sickHealth()) });
  expect((await screen.findAllByText("Something does not work"))[0]).toBeVisible();
  expect(screen.getByText("Each source should have been read within the last 60 minutes.")).toBeVisible();
  const [, broken, late, first] = screen.getAllByRole("row");
  if (!broken || !late || !first) throw new Error("There must be three rows.");
  expect(within(broken).getByText("Failed")).toBeVisible();
  expect(within(broken).getByText("The host refuses the token. Enter a new one under Sources.")).toBeVisible();
  expect(within(broken).getByRole("link")).toHaveAttribute("href", "/projects/atlas/sources");
  expect(within(late).getByText("12 hours ago")).toBeVisible();
  expect(within(first).getByText("Never")).toBeVisible();
  expect(screen.getByText("3 more sources belong to projects that you are not in: 1 late, 0 failed.")).toBeVisible();
});

test("a part with a problem describes the remedy, one without does not", async () => {
  await renderApp({ path, handlers: host(sickHealth()) });
  expect(await screen.findByText("Free some space, or move the data folder to a larger disk.")).toBeVisible();
  expect(screen.queryByText(/move to PostgreSQL/)).toBeNull();
  expect(screen.getByText("The oldest waits for 25 minutes")).toBeVisible();
});

test("reloads on request, and after a failure", async () => {
  const ask = vi
    .fn<Handler<"getCompanyHealth">>()
    .mockImplementationOnce(failWith({ status: 500, text: "Something went wrong." }))
    .mockImplementation(respond(companyHealth()));
  await renderApp({ path, handlers: { getCompanyHealth: ask } });
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await settle();
  expect((await screen.findAllByText("All is well"))[0]).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  await settle();
  expect(ask).toHaveBeenCalledTimes(3);
});

test("without sources it describes the future content; in Turkish, too", async () => {
  await renderApp({ path, handlers: host(companyHealth({ sources: [] })), locale: "tr" });
  expect(await screen.findByText("Henüz kaynak yok")).toBeVisible();
  expect(screen.getByRole("link", { name: "Proje oluştur" })).toHaveAttribute("href", "/wizard");
});

test("a Member has no such part at any address", async () => {
  const member = user({ company: { id: "c-acme", name: "Acme", role: "Member" } });
  await renderApp({ path, as: member });
  expect(await screen.findByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
  expect(screen.queryByRole("link", { name: "Health" })).toBeNull();
});
