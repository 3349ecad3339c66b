import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { demoPeople, installation } from "../../fixtures/account.ts";
import { failWith, type Handler, pending, respond } from "../../fixtures/handlers.ts";
import { user } from "../../fixtures/people.ts";
import { renderApp } from "../../renderApp.tsx";

const demo = { getInstallation: respond(installation({ demo_people: demoPeople() })) };

test("a visitor of the demo signs in as one of its people", async () => {
  const login = vi.fn<Handler<"login">>(respond({ token: "demo" }));
  const { address } = await renderApp({
    as: null,
    path: "/login",
    handlers: { ...demo, login, getMe: respond(user()) },
  });
  expect(await screen.findByRole("region", { name: "Sign in to the demo" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Tomas Brandt, Member" }));
  await waitFor(() => expect(address()).toBe("/"));
  expect(login.mock.calls[0]?.[0].body).toEqual({ email: "tomas@clew.example", password: "out-of-the-maze" });
});

test("a refused sign-in shows the reason, and the form can be used", async () => {
  await renderApp({ as: null, path: "/login", handlers: { ...demo, login: failWith() } });
  await userEvent.click(await screen.findByRole("button", { name: "Mira Solak, Admin" }));
  expect(await screen.findByText("The host is being restarted.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test.each([
  ["outside of the demo", respond(installation())],
  ["while the answer is missing", pending],
  ["when the answer is a failure", failWith()],
] as const)("the form is there and no person is offered %s", async (_, getInstallation) => {
  await renderApp({ as: null, path: "/login", handlers: { getInstallation } });
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeEnabled();
  expect(screen.queryByRole("region", { name: "Sign in to the demo" })).toBeNull();
});
