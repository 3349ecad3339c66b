import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PublicInvitation } from "../../contract/companies.ts";
import { err, ok } from "../../src/services/result.ts";
import type { UsersService } from "../../src/services/users.ts";
import { createTestStore } from "../createTestStore.ts";
import { user } from "../fixtures/people.ts";
import { mountApp } from "../mountApp.tsx";

const TOKEN = "0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f";
const invitation: PublicInvitation = {
  email: "ada@acme.example",
  role: "Admin",
  company: { id: "c-acme", name: "Acme" },
  expires_at: "2026-04-01T00:00:00Z",
  created_at: "2026-03-01T00:00:00Z",
};

function setUp(
  invited: Partial<PublicInvitation> | null,
  registered = ok<{ token: string } | { verification: true }>({ token: "t" }),
) {
  const gone = err<PublicInvitation>({ kind: "http", status: 404, text: "Not found.", fields: {}, requestId: null });
  const register = vi.fn<UsersService["register"]>().mockResolvedValue(registered);
  const store = createTestStore({
    services: {
      users: {
        invitation: () => Promise.resolve(invited ? ok({ ...invitation, ...invited }) : gone),
        register,
        me: () => Promise.resolve(ok(user())),
        dashboard: () => Promise.resolve(ok({ issues: [], recent_projects: [] })),
      },
    },
  });
  window.scrollTo = () => undefined; // jsdom has no layout to scroll
  return { store, register };
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
  const { store, register } = setUp({});
  const { address } = await mountApp(store, `/register?token=${TOKEN}`);
  await screen.findByRole("heading", { name: "Join Acme" });
  expect(screen.getByLabelText("Email")).toHaveValue("ada@acme.example");
  expect(screen.getByLabelText("Email")).toHaveAttribute("readonly");
  await fill();
  await screen.findByRole("heading", { name: "Three steps to your first find" });
  expect(register).toHaveBeenCalledWith(TOKEN, person);
  expect(address()).toBe("/");
  expect(store.session.isSignedIn).toBe(true);
});

test("the printed link names no address: the first person gives it", async () => {
  const { store, register } = setUp({ email: "" });
  await mountApp(store, `/register?token=${TOKEN}`);
  await screen.findByText(/^You are invited as Admin\./);
  await fill();
  expect(screen.getByText("This field is required")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Email"), "ada@acme.example{Enter}");
  await waitFor(() => {
    expect(register).toHaveBeenCalledWith(TOKEN, person);
  });
});

test("a used or expired invitation says so and leads to login", async () => {
  const { store } = setUp(null);
  await mountApp(store, `/register?token=${TOKEN}`);
  await screen.findByRole("heading", { name: "This invitation cannot be used" });
  expect(screen.getByText(/has expired or was taken back/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to sign in" })).toHaveAttribute("href", "/login");
});

test("reports a refusal of the host at its field", async () => {
  const refusal = {
    kind: "http",
    status: 400,
    text: "password: Too common",
    fields: { password: ["Too common"] },
    requestId: null,
  } as const;
  const { store } = setUp({}, err(refusal));
  await mountApp(store, `/register?token=${TOKEN}`);
  await screen.findByRole("heading", { name: "Join Acme" });
  await fill();
  expect(await screen.findByText("Too common")).toBeInTheDocument();
  expect(screen.getByLabelText("Password")).toHaveAttribute("aria-invalid", "true");
});

test("a host that verifies addresses asks for the code", async () => {
  const { store } = setUp({}, ok({ verification: true }));
  await mountApp(store, `/register?token=${TOKEN}`);
  await screen.findByRole("heading", { name: "Join Acme" });
  await fill();
  expect(await screen.findByLabelText("Code")).toBeInTheDocument();
});
