import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import type { PublicInvitation } from "../../contract/access/companies.ts";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { installation } from "../../tests/fixtures/account.ts";
import { mcpConsent } from "../../tests/fixtures/mcpConsent.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, failWith } from "../../tests/fixtures/handlers.ts";

const TOKEN = "0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f";
/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };
const invited: PublicInvitation = {
  email: "ada@acme.example",
  role: "Member",
  company: { id: "c-acme", name: "Acme" },
  expires_at: "2026-04-01T00:00:00Z",
  created_at: "2026-03-01T00:00:00Z",
};

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { disableSnapshot: false, modes: pageModes },
  },
  args: { path: "/login", as: null },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SignIn: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Forgot your password?" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SignInWithASecondFactor: Story = {
  args: {
    path: "/login",
    handlers: {
      getInstallation: respond(installation({ passkeys: true })),
      login: respond({ second_factor: "ticket" }),
      finishSecondFactor: failWith({ status: 400, fields: { code: ["The code is not right."] } }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole("button", { name: "Sign in with a passkey" }, COLD)).toBeVisible();
    await userEvent.type(canvas.getByLabelText("Email"), "ada@acme.example");
    await userEvent.type(canvas.getByLabelText("Password"), "a long thread{Enter}");
    const code = await canvas.findByLabelText("Code", undefined, COLD);
    await waitFor(() => expect(code).toHaveFocus());
    await userEvent.type(code, "123456{Enter}");
    await expect(await canvas.findByText(/The code is not right/)).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const ForgotPassword: Story = { args: { path: "/forgot-password" } };
export const ForgotPasswordSent: Story = {
  args: { path: "/forgot-password", handlers: { forgotPassword: respond(null) } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText("Email", undefined, COLD), "ada@acme.example{Enter}");
    await expect(await canvas.findByRole("heading", { name: "Check your email" })).toBeVisible();
  },
};
export const ForgotPasswordWithoutMailServer: Story = {
  args: {
    path: "/forgot-password",
    handlers: {
      forgotPassword: respond(null),
      getInstallation: respond(installation({ sends_mail: false })),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText("Email", undefined, COLD), "ada@acme.example{Enter}");
    await expect(await canvas.findByRole("heading", { name: "Ask your administrator" })).toBeVisible();
  },
};
export const ResetPassword: Story = {
  args: {
    path: `/reset-password?token=${TOKEN}`,
    handlers: { validateReset: respond({ valid: true }) },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText("New password", undefined, COLD), "galatasaray1905");
    await expect(canvas.getByText(/^At least 10 characters/)).toHaveTextContent("(fulfilled)");
  },
};
export const ResetPasswordLinkIsGone: Story = {
  args: {
    path: `/reset-password?token=${TOKEN}`,
    handlers: { validateReset: respond({ valid: false }) },
  },
};
export const ResetPasswordNotChecked: Story = {
  args: {
    path: `/reset-password?token=${TOKEN}`,
    handlers: { validateReset: failWith() },
  },
};
export const Register: Story = {
  args: { path: `/register?token=${TOKEN}`, handlers: { getInvitation: respond(invited) } },
  parameters: onPhoneToo,
};
export const RegisterInvitationIsGone: Story = {
  args: {
    path: `/register?token=${TOKEN}`,
    handlers: {
      getInvitation: failWith({ status: 404, text: "This invitation has expired. Ask for a new one." }),
    },
  },
};
export const RegisterFailed: Story = {
  args: { path: `/register?token=${TOKEN}`, handlers: { getInvitation: failWith() } },
};
export const Verify: Story = {
  args: {
    path: `/register?token=${TOKEN}`,
    handlers: { getInvitation: respond(invited) },
    tabStorage: {
      getItem: () => JSON.stringify({ token: TOKEN, email: "ada@home.example" }),
      setItem: () => undefined,
      removeItem: () => undefined,
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByLabelText("Code", undefined, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SecondFactorRequired: Story = {
  args: { path: "/second-factor-required", as: user({ lacks_required_factor: true }) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Set up an authenticator app" }, COLD)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Logout" })).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const McpConsent: Story = {
  args: {
    path: "/oauth/authorize?client_id=editor&scope=read",
    as: user(),
    handlers: { readMcpConsent: respond(mcpConsent()) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("127.0.0.1:43210", undefined, COLD)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Refuse" })).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const McpConsentOfAnUnknownClient: Story = {
  args: {
    path: "/oauth/authorize?client_id=none",
    as: user(),
    handlers: { readMcpConsent: failWith({ status: 400, fields: { non_field_errors: ["No such client."] } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/No such client/, undefined, COLD)).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Allow access" })).toBeNull();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const SubscriptionRequired: Story = {
  args: {
    path: "/subscription-required",
    as: user({ company_plan: companyPlan({ subscription_status: "expired" }) }),
  },
  parameters: onPhoneToo,
};
export const SubscriptionRequiredForAMember: Story = {
  args: {
    path: "/subscription-required",
    as: user({
      company: { id: "c-acme", name: "Acme", role: "Member" },
      company_plan: companyPlan({ subscription_status: "expired" }),
    }),
  },
};
