import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PublicInvitation } from "../../contract/access/companies.ts";
import { failWith, type Handler, respond } from "../fixtures/handlers.ts";
import { user } from "../fixtures/people.ts";
import { renderApp } from "../renderApp.tsx";

const TOKEN = "0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f";
const invitation: PublicInvitation = {
  email: "ada@acme.example",
  role: "Admin",
  company: { id: "c-acme", name: "Acme" },
  expires_at: "2026-04-01T00:00:00Z",
  created_at: "2026-03-01T00:00:00Z",
};

async function openInvitation(
  invited: Partial<PublicInvitation> | null,
  response: Handler<"register"> = respond({ token: "t" }),
) {
  const register = vi.fn<Handler<"register">>(response);
  const getInvitation = invited
    ? respond({ ...invitation, ...invited })
    : failWith({ status: 404, text: "Not found." });
  const path = `/register?token=${TOKEN}`;
  const { store, address } = await renderApp({
    path,
    as: null,
    handlers: { getInvitation, register, getMe: respond(user()) },
  });
  return { store, address, register };
}

async function fill() {
  await userEvent.type(screen.getByLabelText("Name"), "Ada Kaya");
  await userEvent.type(screen.getByLabelText("Password"), "a long thread");
  await userEvent.type(screen.getByLabelText("Password again"), "a long thread{Enter}");
}
const person = {
  email: "ada@acme.example",
  name: "Ada Kaya",
  password: "a long thread",
  confirm_password: "a long thread",
};

test("an invited person sees company and address, registers and is at home", async () => {
  const { store, register, address } = await openInvitation({});
  await screen.findByRole("heading", { name: "Join Acme" });
  expect(screen.getByLabelText("Email")).toHaveValue("ada@acme.example");
  expect(screen.getByLabelText("Email")).toHaveAttribute("readonly");
  await fill();
  await screen.findByRole("heading", { name: "No project yet" });
  expect(register.mock.lastCall?.[0]).toMatchObject({ query: { invitation_token: TOKEN }, body: person });
  expect(address()).toBe("/");
  expect(store.session.isSignedIn).toBe(true);
});

test("the printed link names no address: the first person gives it", async () => {
  const { register } = await openInvitation({ email: "" });
  await screen.findByText(/^You are invited as Admin\./);
  await fill();
  expect(screen.getByText("This field is required")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Email"), "ada@acme.example{Enter}");
  await waitFor(() => {
    expect(register.mock.lastCall?.[0]).toMatchObject({ query: { invitation_token: TOKEN }, body: person });
  });
});

test("a used or expired invitation is reported and leads to login", async () => {
  await openInvitation(null);
  await screen.findByRole("heading", { name: "This invitation cannot be used" });
  expect(screen.getByText(/has expired or was revoked/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to sign in" })).toHaveAttribute("href", "/login");
});

test("reports a refusal of the host at its field", async () => {
  await openInvitation({}, failWith({ status: 400, fields: { password: ["Too common"] } }));
  await screen.findByRole("heading", { name: "Join Acme" });
  await fill();
  expect(await screen.findByText("password: Too common")).toBeInTheDocument();
  expect(screen.getByLabelText("Password")).toHaveAttribute("aria-invalid", "true");
});

test("a host that verifies addresses asks for the code", async () => {
  await openInvitation({}, respond({ verification: true }));
  await screen.findByRole("heading", { name: "Join Acme" });
  await fill();
  expect(await screen.findByLabelText("Code")).toBeInTheDocument();
});
