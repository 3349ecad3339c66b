import type { Meta, StoryObj } from "@storybook/react-vite";
import { modelSettings } from "../../tests/fixtures/ask.ts";
import { hostApp } from "../../tests/fixtures/apps.ts";
import { outgoingWebhook } from "../../tests/fixtures/webhooks.ts";
import { expect, screen as page, waitFor, within } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import {
  apiToken,
  auditEntries,
  companyUsers,
  installation,
  mcpToken,
  secondFactors,
  sessions,
} from "../../tests/fixtures/account.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, pending, failWith } from "../../tests/fixtures/handlers.ts";

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { disableSnapshot: false, modes: pageModes },
  },
  args: { path: "/settings" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Profile: Story = {
  args: { path: "/settings/profile" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Profile" }, COLD)).toHaveAttribute("aria-current", "page");
  },
  parameters: onPhoneToo,
};
export const Password: Story = {
  args: { path: "/settings/password" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Firefox on Linux", undefined, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SessionsLoading: Story = {
  args: { path: "/settings/password", handlers: { listSessions: pending } },
};
export const SessionsFailed: Story = {
  args: { path: "/settings/password", handlers: { listSessions: failWith() } },
};
export const OneSession: Story = {
  args: {
    path: "/settings/password",
    handlers: { listSessions: respond(sessions().slice(0, 1)) },
  },
};
export const SecondFactors: Story = {
  args: { path: "/settings/password", handlers: { getSecondFactors: respond(secondFactors()) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Chrome on Linux", undefined, COLD)).toBeVisible();
    await expect(canvas.getByText(/^8 codes are left/)).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const PasskeysImpossible: Story = {
  args: {
    path: "/settings/password",
    handlers: { getSecondFactors: respond(secondFactors({ can_add_passkeys: false, passkeys: [] })) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/needs https and a host name/, undefined, COLD)).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const SecondFactorsFailed: Story = {
  args: { path: "/settings/password", handlers: { getSecondFactors: failWith() } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const SignOutEverywhereConfirmed: Story = {
  args: { path: "/settings/password" },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Sign out everywhere else" }, COLD));
    await waitFor(() => expect(page.getByRole("button", { name: "Cancel" })).toHaveFocus());
  },
};
export const Webhooks: Story = {
  args: {
    path: "/settings/webhooks",
    handlers: { listCompanyWebhooks: respond([outgoingWebhook({ events: ["user.removed", "sync.failed"] })]) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Release board", undefined, COLD)).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Apps: Story = {
  args: {
    path: "/settings/apps?outcome=installed",
    handlers: { listHostApps: respond([hostApp()]) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^The app is installed/, undefined, COLD)).toBeVisible();
    await expect(await canvas.findByText("Clew Acme 7f2a")).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Model: Story = {
  args: {
    path: "/settings/model",
    handlers: {
      getModelSettings: respond(modelSettings()),
      testModel: respond({ passed: false, text: "models.acme.example refused the key (status 401)." }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(/^23 requests, 41,200 tokens/, undefined, COLD)).toBeVisible();
    canvas.getByRole("button", { name: "Test the model" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByText(/refused the key/)).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const ModelFailed: Story = {
  args: { path: "/settings/model", handlers: { getModelSettings: failWith() } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Export: Story = {
  args: { path: "/settings/export" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("checkbox", { name: "Issues" }, COLD)).toBeChecked();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Audit: Story = {
  args: { path: "/settings/audit" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("role: Member → Admin", undefined, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const AuditLoading: Story = {
  args: { path: "/settings/audit", handlers: { listAudit: pending } },
};
export const AuditFailed: Story = {
  args: { path: "/settings/audit", handlers: { listAudit: failWith() } },
};
export const AuditEmpty: Story = {
  args: {
    path: "/settings/audit",
    handlers: {
      listAudit: respond({ count: 0, next: null, kept_days: 90, results: [] }),
    },
  },
};
export const AuditWithoutAMatch: Story = {
  args: {
    path: "/settings/audit?person=unknown&action=project.deleted&from=2026-01-01&to=2026-02-01",
    handlers: {
      listAudit: respond({ count: 0, next: null, kept_days: 90, results: [] }),
    },
  },
};
export const AuditInPartShown: Story = {
  args: {
    path: "/settings/audit",
    handlers: {
      listAudit: respond({ count: 1205, next: "5", kept_days: 365, results: auditEntries() }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Show more" }, COLD)).toBeVisible();
  },
};
export const Integrations: Story = {
  args: { path: "/settings/integrations", as: user({ suggested: ["gitlab"] }) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Set up Jira" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const IntegrationsBackFromAProvider: Story = {
  args: { path: "/settings/integrations?provider=gitlab&outcome=denied" },
};
export const IntegrationsLoading: Story = {
  args: { path: "/settings/integrations", handlers: { getInstallation: pending } },
};
export const IntegrationRefused: Story = {
  args: {
    path: "/settings/integrations",
    handlers: { oauthLogin: failWith({ status: 409, text: "GitLab does not answer." }) },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Connect GitLab" }, COLD));
    await expect(await canvas.findByText("GitLab does not answer.")).toBeVisible();
  },
};
export const IntegrationIsDisconnected: Story = {
  args: { path: "/settings/integrations" },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Disconnect GitHub" }, COLD));
    await waitFor(() => expect(page.getByRole("button", { name: "Cancel" })).toHaveFocus());
  },
};
export const Company: Story = {
  args: { path: "/settings/company" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^A company needs an Admin/, undefined, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const CompanyLoading: Story = {
  args: {
    path: "/settings/company",
    handlers: {
      listCompanyUsers: pending,
      listInvitations: pending,
      getCompanyPlan: pending,
      listInvoices: pending,
    },
  },
};
export const CompanyEmpty: Story = {
  args: {
    path: "/settings/company",
    handlers: {
      listCompanyUsers: respond(companyUsers().slice(0, 1)),
      listInvitations: respond([]),
      listInvoices: respond([]),
    },
  },
};
export const CompanyPartlyFailed: Story = {
  args: {
    path: "/settings/company",
    handlers: {
      listInvitations: failWith(),
      getCompanyPlan: failWith(),
      listInvoices: failWith(),
    },
  },
};
export const CompanyOnTrialWithoutMailServer: Story = {
  args: {
    path: "/settings/company",
    handlers: {
      getInstallation: respond(installation({ sends_mail: false })),
      getCompanyPlan: respond(
        companyPlan({ plan: { name: "Standard" }, subscription_status: "trial", days_until_trial_end: 5 }),
      ),
    },
  },
};
export const Tokens: Story = { args: { path: "/settings/mcp" }, parameters: onPhoneToo };
export const TokensEmpty: Story = {
  args: { path: "/settings/mcp", handlers: { listMcpTokens: respond([]) } },
};
export const ApiTokens: Story = {
  args: {
    path: "/settings/tokens",
    handlers: { createApiToken: respond({ ...apiToken({ id: "p-2", name: "Report" }), token: "clew_pat_secret" }) },
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Create a token" }, COLD));
    await userEvent.type(canvas.getByLabelText("Name"), "Report");
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    const fresh = await canvas.findByRole("region", { name: "The token Report is ready" });
    await expect(within(fresh).getByText("clew_pat_secret")).toBeVisible();
    await expect(within(fresh).getByText(/clew login --token/)).toBeVisible();
  },
};
export const ApiTokensFailed: Story = {
  args: { path: "/settings/tokens", handlers: { listApiTokens: failWith() } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const TokensLoading: Story = {
  args: { path: "/settings/mcp", handlers: { listMcpTokens: pending } },
};
export const TokensFailed: Story = {
  args: { path: "/settings/mcp", handlers: { listMcpTokens: failWith() } },
};
export const TokensOnStandard: Story = {
  args: { path: "/settings/mcp", as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
};
export const TokenIsMade: Story = {
  args: {
    path: "/settings/mcp",
    handlers: {
      createMcpToken: respond({ ...mcpToken({ id: "m-2" }), token: "clew_mcp_secret" }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Create a token" }, COLD));
    await userEvent.type(canvas.getByLabelText("Name"), "Editor on the laptop");
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    const fresh = await canvas.findByRole("region", { name: "The token Editor on the laptop is ready" });
    await expect(within(fresh).getByText("clew_mcp_secret")).toBeVisible();
  },
  parameters: onPhoneToo,
};
/** The host requires the password again for a new token; without it the token is not created. */
export const PasswordConfirmedFirst: Story = {
  args: {
    path: "/settings/mcp",
    handlers: {
      createMcpToken: failWith({ status: 428, text: "Enter your password again." }),
      confirmPassword: failWith({ status: 400, fields: { password: ["The password is not right."] } }),
    },
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Create a token" }, COLD));
    await userEvent.type(canvas.getByLabelText("Name"), "Editor on the laptop");
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    const dialog = within(await page.findByRole("dialog", { name: "Enter your password again" }, COLD));
    await userEvent.type(dialog.getByLabelText("Password"), "wrong");
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await expect(await dialog.findByText("password: The password is not right.")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await expect(await canvas.findByText("Enter your password again.")).toBeVisible();
  },
};
export const Help: Story = { args: { path: "/help" }, parameters: onPhoneToo };
export const Support: Story = { args: { path: "/support?topic=upgrade" }, parameters: onPhoneToo };
export const SupportWithoutAddress: Story = {
  args: {
    path: "/support",
    handlers: { getInstallation: respond(installation({ support_email: null })) },
  },
};

/** The way to another plan does not end: who sets the address, and what works without one. */
export const UpgradeWithoutAddress: Story = {
  args: {
    path: "/support?topic=upgrade",
    handlers: {
      getInstallation: respond(installation({ support_email: null })),
      listCompanyUsers: respond([]),
    },
  },
  parameters: onPhoneToo,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/CLEW_SUPPORT_EMAIL\. You are the only Admin/, undefined, COLD)).toBeVisible();
    await expect(canvas.getByLabelText("Message")).toHaveValue(
      "Please change the plan of Acme. Its present plan is Premium.",
    );
  },
};

export const Health: Story = { args: { path: "/settings/health" }, parameters: onPhoneToo };
export const HealthLoading: Story = {
  args: { path: "/settings/health", handlers: { getCompanyHealth: pending } },
};
export const HealthFailed: Story = {
  args: {
    path: "/settings/health",
    handlers: { getCompanyHealth: failWith({ status: 500, text: "Something went wrong." }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Its state is not known", undefined, COLD)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Retry" })).toBeVisible();
  },
};
