import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DryRunResult } from "../../src/components/rules/DryRunResult.tsx";

const meta = {
  component: DryRunResult,
  args: { counts: { count: 12, actions: 24, looked_at: 830, is_cut: false }, hasHistory: true, children: null },
  parameters: { chromatic: { disableSnapshot: true } },
} satisfies Meta<typeof DryRunResult>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Matches: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Matches: 12. Actions: 24. Looked at: 830.")).toBeVisible();
  },
};
export const Cut: Story = { args: { counts: { count: 12, actions: 24, looked_at: 5000, is_cut: true } } };
export const Nothing: Story = { args: { counts: { count: 0, actions: 0, looked_at: 830, is_cut: false } } };
export const WithoutHistory: Story = {
  args: { counts: { count: 0, actions: 0, looked_at: 0, is_cut: false }, hasHistory: false },
};
