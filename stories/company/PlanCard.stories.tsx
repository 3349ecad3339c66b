import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { PlanCard } from "../../src/components/company/PlanCard.tsx";
import { companyPlan } from "../../tests/fixtures/people.ts";

const meta = { component: PlanCard, parameters: pictures, args: { plan: companyPlan(), projects: 3 } } satisfies Meta<
  typeof PlanCard
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Premium: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const StandardOnTrial: Story = {
  args: {
    plan: companyPlan({ plan: { name: "Standard" }, subscription_status: "trial", days_until_trial_end: 1 }),
    projects: 1,
  },
};
export const TrialThatReturns: Story = {
  args: {
    plan: companyPlan({
      plan: { name: "Enterprise" },
      subscription_status: "trial",
      days_until_trial_end: 9,
      trial: { ends_at: "2026-12-31T12:00:00Z", returns_to: "Premium" },
    }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Until .*2026, then the plan Premium/)).toBeVisible();
  },
};
export const TrialThatExpires: Story = {
  args: {
    plan: companyPlan({
      subscription_status: "trial",
      days_until_trial_end: 9,
      trial: { ends_at: "2026-12-31T12:00:00Z", returns_to: null },
    }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/only the plan and the invoices/)).toBeVisible();
  },
};
export const EnterpriseWithDiscounts: Story = {
  args: {
    plan: companyPlan({
      plan: { name: "Enterprise" },
      discounts: [
        { name: "Early friends", percent: 20, ends_at: "2026-12-31T00:00:00Z" },
        { name: "Open source", percent: 12.5, ends_at: null },
      ],
    }),
  },
};
export const EnterpriseFeatures: Story = {
  args: {
    plan: companyPlan({
      plan: { name: "Enterprise" },
      account_manager: { name: "Ece Demir", email: "ece@operator.example" },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Custom reports and dashboards")).toBeVisible();
    await expect(canvas.getByRole("link", { name: "ece@operator.example" })).toHaveAttribute(
      "href",
      "mailto:ece@operator.example",
    );
  },
  parameters: forState,
};
export const Canceled: Story = {
  args: { plan: companyPlan({ subscription_status: "canceled" }) },
  parameters: forState,
};
