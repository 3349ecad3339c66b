import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { respond, pending, failWith, type Handler, type Handlers } from "../../fixtures/handlers.ts";
import type { PublicInvitation } from "../../../contract/access/companies.ts";
import { installation } from "../../fixtures/account.ts";
import { user } from "../../fixtures/people.ts";
import { renderApp } from "../../renderApp.tsx";

const TOKEN = "0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f";

test("the sign-in leads to a lost password, and a mail is asked for", async () => {
  const forgot = vi.fn<Handler<"forgotPassword">>(respond(null));
  const { router, address } = await renderApp({
    as: null,
    path: "/login",
    handlers: { forgotPassword: forgot },
  });
  const link = await screen.findByRole("link", { name: "Forgot your password?" });
  await router.navigate(link.getAttribute("href") ?? "");
  expect(address()).toBe("/forgot-password");
  await userEvent.click(await screen.findByRole("button", { name: "Send the link" }));
  expect(screen.getByText("This field is required")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Email"), "ada@acme{Enter}");
  expect(screen.getByText("Please enter a valid email")).toBeInTheDocument();
  expect(forgot).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Email"), ".example{Enter}");
  await screen.findByText(/If ada@acme.example has an account/);
  expect(forgot.mock.calls[0]?.[0].body).toEqual({ email: "ada@acme.example" });
  expect(screen.queryByText(/does not send email/)).toBeNull();
});

test("without a mail server nothing pretends to have been sent", async () => {
  await renderApp({
    as: null,
    path: "/forgot-password",
    handlers: { forgotPassword: respond(null), getInstallation: respond(installation({ sends_mail: false })) },
  });
  await userEvent.type(await screen.findByLabelText("Email"), "ada@acme.example{Enter}");
  expect(await screen.findByText(/does not send email/)).toBeVisible();
});

test("a mail that could not be requested reports the reason and keeps the address", async () => {
  await renderApp({ as: null, path: "/forgot-password", handlers: { forgotPassword: failWith() } });
  await userEvent.type(await screen.findByLabelText("Email"), "ada@acme.example{Enter}");
  await screen.findByText("The host is being restarted.");
  expect(screen.getByLabelText("Email")).toHaveValue("ada@acme.example");
});

test("the link is validated first; the new password is checked as it is typed, saved, and leads to the sign-in", async () => {
  const validate = vi.fn<Handler<"validateReset">>(respond({ valid: true }));
  const reset = vi.fn<Handler<"resetPassword">>(respond(null));
  const { address } = await renderApp({
    as: null,
    path: `/reset-password?token=${TOKEN}`,
    handlers: { validateReset: validate, resetPassword: reset },
  });
  const field = await screen.findByLabelText("New password");
  expect(validate.mock.calls[0]?.[0].query).toEqual({ token: TOKEN });
  const rule = screen.getByText(/^At least 10 characters/);
  expect(rule).not.toHaveTextContent("fulfilled");
  await userEvent.type(field, "password123");
  expect(rule).toHaveTextContent("fulfilled");
  expect(screen.getByText(/Not a common password/)).not.toHaveTextContent("fulfilled");
  await userEvent.type(screen.getByLabelText("New password again"), "other{Enter}");
  expect(screen.getByText("This password is too easy to guess")).toBeInTheDocument();
  expect(screen.getByText("The two passwords are not the same")).toBeInTheDocument();
  expect(reset).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, "a long thread");
  await userEvent.clear(screen.getByLabelText("New password again"));
  await userEvent.type(screen.getByLabelText("New password again"), "a long thread{Enter}");
  await screen.findByText("Your password is changed. Sign in with the new one.");
  expect(reset.mock.calls[0]?.[0].body).toEqual({
    token: TOKEN,
    new_password: "a long thread",
    confirm_password: "a long thread",
  });
  expect(address()).toBe("/login");
});

test.for<[string, Handlers]>([
  ["an answer", { validateReset: respond({ valid: false }) }],
  ["a refusal", { validateReset: failWith({ status: 404, text: "Not found." }) }],
])("a link that %s calls invalid is reported as invalid, with an offer of a new mail", async ([, host]) => {
  await renderApp({ as: null, path: `/reset-password?token=${TOKEN}`, handlers: { ...host } });
  await screen.findByRole("heading", { name: "This link does not work any more" });
  expect(screen.getByText("Send a new link").closest("a")).toHaveAttribute("href", "/forgot-password");
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("a link that could not be checked is tried again", async () => {
  let isUp = false;
  await renderApp({
    as: null,
    path: `/reset-password?token=${TOKEN}`,
    handlers: { validateReset: () => (isUp ? respond({ valid: true }) : failWith())() },
  });
  await screen.findByText("The link could not be checked");
  isUp = true;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByLabelText("New password")).toBeVisible();
});

const invited: PublicInvitation = {
  email: "ada@acme.example",
  role: "Member",
  company: { id: "c-acme", name: "Acme" },
  expires_at: "2026-04-01T00:00:00Z",
  created_at: "2026-03-01T00:00:00Z",
};

test("a user's own address is verified by a code, also after a reload, and another code waits its time", async () => {
  const register = vi.fn<Handler<"register">>(respond({ verification: true }));
  const verify = vi.fn<Handler<"verifyUser">>(respond({ token: "t" }));
  const host = {
    getInvitation: respond(invited),
    register: register,
    verifyUser: verify,
    resendVerification: respond(null),
    getMe: respond(user()),
  };
  const path = `/register?token=${TOKEN}`;
  const first = await renderApp({ as: null, path, handlers: host });
  await userEvent.click(await screen.findByRole("button", { name: "Use another email" }));
  await userEvent.type(screen.getByLabelText("Email"), "ada@home.example");
  await userEvent.type(screen.getByLabelText("Name"), "Ada Kaya");
  await userEvent.type(screen.getByLabelText("Password"), "a long thread");
  await userEvent.type(screen.getByLabelText("Password again"), "a long thread{Enter}");
  await screen.findByRole("heading", { name: "Check your email" });
  expect(register.mock.calls[0]?.[0].body).toMatchObject({ email: "ada@home.example" });
  expect(screen.getByRole("button", { name: /Send a new code \(in \d+ s\)/ })).toHaveAttribute("aria-disabled", "true");
  first.unmount();

  const { store } = await renderApp({ as: null, path, handlers: host, tabStorage: first.tabStorage });
  await userEvent.type(await screen.findByLabelText("Code"), "123456{Enter}");
  await screen.findByRole("heading", { name: "No project yet" });
  expect(verify.mock.calls[0]?.[0].body).toEqual({ code: "123456", email: "ada@home.example" });
  expect(store.session.token).toBe("t");
});

test("reports a wrong code at its field", async () => {
  const tabStorage = {
    getItem: () => JSON.stringify({ token: TOKEN, email: "a@b.example" }),
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  await renderApp({
    as: null,
    path: `/register?token=${TOKEN}`,
    tabStorage,
    handlers: {
      getInvitation: respond(invited),
      verifyUser: failWith({ status: 400, fields: { code: ["This code is not right"] } }),
    },
  });
  await userEvent.type(await screen.findByLabelText("Code"), "000000{Enter}");
  await screen.findByText("code: This code is not right");
  expect(screen.getByLabelText("Code")).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByLabelText("Code")).toHaveValue("000000");
});

test("the host reports whether an invitation was used, has expired or was revoked", async () => {
  await renderApp({
    as: null,
    path: `/register?token=${TOKEN}`,
    handlers: {
      getInvitation: failWith({ status: 404, text: "This invitation has expired. Ask for a new one." }),
    },
  });
  await screen.findByRole("heading", { name: "This invitation cannot be used" });
  expect(screen.getByText("This invitation has expired. Ask for a new one.")).toBeInTheDocument();
});

test.each([
  [
    "the code of the host, in its words",
    { status: 410, text: "Süresi doldu.", code: "invitation.expired" },
    "Süresi doldu.",
  ],
  [
    "a code that names no reason",
    { status: 404, text: "Bulunamadı.", code: "not_found" },
    /has expired or was revoked/,
  ],
])("an unusable invitation is recognised by %s", async (_name, failure, text) => {
  await renderApp({ as: null, path: `/register?token=${TOKEN}`, handlers: { getInvitation: failWith(failure) } });
  await screen.findByRole("heading", { name: "This invitation cannot be used" });
  expect(screen.getByText(text)).toBeInTheDocument();
});

test("a refusal that names another case than the invitation is a failure to load it", async () => {
  const failure = { status: 403, text: "Later.", code: "request.refused" };
  await renderApp({ as: null, path: `/register?token=${TOKEN}`, handlers: { getInvitation: failWith(failure) } });
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "This invitation cannot be used" })).toBeNull();
});

test("a change of the password reports a refusal of the host at its field and clears the fields afterwards", async () => {
  let isRight = false;
  await renderApp({
    path: "/settings/password",
    handlers: {
      changePassword: () =>
        (isRight
          ? respond(null)
          : failWith({ status: 400, fields: { old_password: ["The old password is not right"] } }))(),
    },
  });
  await userEvent.type(await screen.findByLabelText("Current password"), "wrong");
  await userEvent.type(screen.getByLabelText("New password"), "ada@acme.example");
  await userEvent.type(screen.getByLabelText("New password again"), "ada@acme.example{Enter}");
  expect(screen.getByText("Do not use your email or your name")).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText("New password"));
  await userEvent.type(screen.getByLabelText("New password"), "a longer thread");
  await userEvent.clear(screen.getByLabelText("New password again"));
  await userEvent.type(screen.getByLabelText("New password again"), "a longer thread{Enter}");
  await screen.findByText("old_password: The old password is not right");
  expect(screen.getByLabelText("New password")).toHaveValue("a longer thread");
  isRight = true;
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => {
    expect(screen.getByLabelText("New password")).toHaveValue("");
  });
});

test("while the host is silent the form is busy and sends once", async () => {
  const forgot = vi.fn<Handler<"forgotPassword">>(pending);
  await renderApp({ as: null, path: "/forgot-password", handlers: { forgotPassword: forgot } });
  await userEvent.type(await screen.findByLabelText("Email"), "ada@acme.example{Enter}{Enter}");
  expect(forgot).toHaveBeenCalledTimes(1);
});
