import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { installation } from "../../fixtures/account.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { type Handler, type Handlers, respond, failWith } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

test("the mail goes to the operator's address and names the last failed request", async () => {
  const { store } = await renderApp({ path: "/support?topic=upgrade" });
  act(() => store.notifications.noteFailure("r-77"));
  await userEvent.type(await screen.findByLabelText("Message"), "It broke");
  const href = screen.getByText("Open email").closest("a")?.getAttribute("href") ?? "";
  expect(decodeURIComponent(href)).toBe(
    "mailto:help@acme.example?subject=Upgrade of our plan&body=It broke\r\n\r\nRequest: r-77",
  );
  expect(screen.getByLabelText("To")).toHaveValue("help@acme.example");
});

const noAddress = { getInstallation: respond(installation({ support_email: null })) };
const people = (...admins: string[]): Handlers => ({
  listCompanyUsers: respond([
    ...admins.map((email, at) => ({ id: `a${at}`, name: `Admin ${at}`, email, role: "Admin" as const })),
    { id: "m", name: "Member", email: "member@acme.example", role: "Member" },
  ]),
});
const hrefs = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");

test("without a support address the mail goes to an Admin of the company, never to the reader", async () => {
  const me = user();
  await renderApp({
    path: "/support",
    as: me,
    handlers: { ...noAddress, ...people(me.email.toUpperCase(), "zeynep@acme.example", "noor@acme.example") },
  });
  const to = await screen.findByLabelText("To");
  expect(within(to).getAllByRole("option")).toHaveLength(2);
  expect(hrefs().filter((href) => href.startsWith("mailto:"))).toEqual(["mailto:zeynep@acme.example?subject=&body="]);
  await userEvent.selectOptions(to, "noor@acme.example");
  expect(hrefs().filter((href) => href.startsWith("mailto:"))).toEqual(["mailto:noor@acme.example?subject=&body="]);
});

test.each([
  ["the only Admin", people(user().email), /You are the only Admin of your company/],
  ["the people cannot be listed", { listCompanyUsers: failWith({ status: 500 }) }, /could not be listed/],
])("without an addressee (%s) it gives the reason, and the message can be copied", async (_why, host, text) => {
  const reader = userEvent.setup(); // also puts a clipboard into jsdom
  await renderApp({ path: "/support", handlers: { ...noAddress, ...host } });
  await screen.findByText(text);
  expect(hrefs().filter((href) => href.startsWith("mailto:"))).toEqual([]);
  await reader.type(screen.getByLabelText("Subject"), "A question");
  await reader.type(screen.getByLabelText("Message"), "Where?");
  await reader.click(screen.getByRole("button", { name: "Copy message" }));
  expect(await navigator.clipboard.readText()).toMatch(/^A question\n\nWhere\?/);
});

test("lists each capability, the keys, the plans and the set-up with the app's own address", async () => {
  await renderApp({ path: "/help" });
  for (const name of [
    "Smart search",
    "Issue analysis",
    "Issue localizing",
    "Expert recommendations",
    "Document explorer",
    "Insights",
  ]) {
    expect((await screen.findAllByText(name)).some((element) => element.tagName === "DT")).toBe(true);
  }
  expect(screen.getByText("Open the command palette (⌘ K on a Mac)")).toBeInTheDocument();
  expect(screen.getByRole("group", { name: "Set-up of Claude Code" })).toHaveTextContent(
    `${window.location.origin}/mcp`,
  );
  const doors = within(screen.getByRole("region", { name: "Editor, command line and API" }));
  expect(doors.getByRole("link", { name: "API" })).toHaveAttribute("href", `${window.location.origin}/api/v1/docs/`);
  expect(within(screen.getByRole("group", { name: "Plans" })).getByText("Your plan")).toBeInTheDocument();
});

const expired = user({ company_plan: companyPlan({ subscription_status: "expired" }) });

test("an expired subscription shows the reason and the contact, and lets the user sign out", async () => {
  const { store, address } = await renderApp({
    path: "/subscription-required",
    as: expired,
    handlers: { logout: respond(null) },
  });
  await screen.findByText(/Our address: help@acme.example/);
  expect(screen.getByText("Contact us").closest("a")?.getAttribute("href")).toMatch(/^mailto:help@acme\.example\?/);
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(store.session.isSignedIn).toBe(false);
  await waitFor(() => expect(address()).toBe("/login"));
});

test("an expired subscription without a support address names the Admins at Contact us", async () => {
  await renderApp({
    path: "/subscription-required",
    as: expired,
    handlers: { ...noAddress, ...people(expired.email, "zeynep@acme.example") },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Contact us" }));
  expect(screen.getByRole("link", { name: "zeynep@acme.example" }).getAttribute("href")).toMatch(
    /^mailto:zeynep@acme\.example\?/,
  );
  expect(hrefs().some((href) => href.startsWith("mailto:?"))).toBe(false);
});

test("a renewed subscription is noticed by asking again", async () => {
  let answer: Handler<"getCompanyPlan"> = respond(companyPlan({ subscription_status: "expired" }));
  const { address } = await renderApp({
    path: "/subscription-required",
    as: expired,
    handlers: {
      getInstallation: respond(installation({ support_email: null })),
      listCompanies: respond([{ id: "c-acme", name: "Acme", role: "Admin" }]),
      getCompanyPlan: (call) => answer(call),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Check again" }));
  await screen.findByText("It is still expired.");
  answer = failWith();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("The host is being restarted.")).toBeInTheDocument();
  expect(screen.queryByText("It is still expired.")).toBeNull();
  answer = respond(companyPlan());
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(address()).toBe("/"));
});
