/** The sessions of a user. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { describeAgent } from "../../../contract/describeAgent.ts";
import { sessions } from "../../fixtures/account.ts";
import { respond, failWith, type Handler } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

test.for([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36",
    "Chrome",
    "Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  ["curl/8.14.1", "curl", ""],
  ["<script>alert(1)</script>", "", ""],
  ["", "", ""],
])("%s is %s on %s", ([agent = "", browser, system]) => {
  expect(describeAgent(agent)).toEqual({ browser, system });
});

test("a session is ended by its button; the one of this page has none", async () => {
  const remove = vi.fn<Handler<"revokeSession">>(respond(null));
  const list = vi.fn<Handler<"listSessions">>(respond(sessions()));
  await renderApp({
    path: "/settings/password",
    handlers: { listSessions: list, revokeSession: remove },
  });
  const rows = await screen.findByRole("list", { name: "Where you are signed in" });
  expect(within(rows).getByText("Firefox on Linux").closest("li")).toHaveTextContent("This session");
  expect(within(rows).getByText(/^Unknown program/)).toBeInTheDocument();
  list.mockImplementation(respond(sessions().filter(({ id }) => id !== "s-phone")));
  await userEvent.click(within(rows).getByRole("button", { name: "Sign out of Safari on iOS" }));
  await waitFor(() => expect(screen.queryByText("Safari on iOS")).toBeNull());
  expect(remove).toHaveBeenCalledTimes(1);
});

test("ends all other sessions after a confirmation, and reports a refusal in the same place", async () => {
  const remove = vi.fn<Handler<"revokeOtherSessions">>(failWith({ status: 503, text: "The server is busy." }));
  await renderApp({ path: "/settings/password", handlers: { revokeOtherSessions: remove } });
  await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
  const dialog = await screen.findByRole("dialog", { name: "Sign out everywhere else?" });
  expect(within(dialog).getByText(/^2 other sessions end at once/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Sign out everywhere else" }));
  await within(dialog).findByText("The server is busy.");
  remove.mockImplementation(respond(null));
  await userEvent.click(within(dialog).getByRole("button", { name: "Sign out everywhere else" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a host without sessions leaves the password as it is", async () => {
  const host = { listSessions: failWith({ status: 404, text: "Not found." }) };
  await renderApp({ path: "/settings/password", handlers: host });
  await screen.findByText("Your sessions could not be loaded");
  expect(screen.getByLabelText("Current password")).toBeInTheDocument();
});
