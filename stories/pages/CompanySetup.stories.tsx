import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, respond } from "../../tests/fixtures/handlers.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { ssoProvider } from "../../tests/fixtures/sso.ts";

const enterprise = user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) });
const settings = (providers: readonly ReturnType<typeof ssoProvider>[]) =>
  respond({ is_required: false, password_admins: [], providers: [...providers] });

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens at once, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { modes: pageModes } },
  args: { path: "/settings/setup", as: enterprise },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

const NO_PICTURE = { chromatic: { disableSnapshot: true } };

export const Setup: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("region", { name: /^Jira/ }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SetupFailed: Story = { args: { handlers: { getSetup: failWith() } }, parameters: NO_PICTURE };
export const SingleSignOn: Story = {
  args: { path: "/settings/sso", handlers: { getSso: settings([ssoProvider()]) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("region", { name: /Acme login/ }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SingleSignOnEmpty: Story = {
  args: { path: "/settings/sso", handlers: { getSso: settings([]) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { level: 2, name: "Single sign-on" }, COLD)).toBeVisible();
  },
};
export const SingleSignOnNotInThePlan: Story = {
  args: { path: "/settings/sso", as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
  parameters: NO_PICTURE,
};
