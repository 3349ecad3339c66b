import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { TrialBanner } from "../../src/components/shell/TrialBanner.tsx";

const meta = {
  component: TrialBanner,
  parameters: { ...pictures, layout: "fullscreen" },
  args: { days: 6, onDismiss: fn() },
} satisfies Meta<typeof TrialBanner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Dismissible: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Persistent: Story = { args: { days: 3, onDismiss: undefined } };
/** What follows the trial. */
export const Returns: Story = {
  args: { days: 3, onDismiss: undefined, trial: { ends_at: "2026-12-31T12:00:00Z", returns_to: "Standard" } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/It ends on .*2026, then the plan is Standard\./)).toBeVisible();
  },
};
export const LastDay: Story = { args: { days: 1, onDismiss: undefined } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const DismissedByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onDismiss).toHaveBeenCalledOnce();
  },
};
