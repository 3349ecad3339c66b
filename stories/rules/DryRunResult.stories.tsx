import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DryRunResult } from "../../src/components/rules/DryRunResult.tsx";

const meta = {
  component: DryRunResult,
  args: { counts: { count: 12, actions: 24, looked_at: 830, is_cut: false, since: null }, children: null },
} satisfies Meta<typeof DryRunResult>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Matches: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Matches: 12. Actions: 24. Looked at: 830.")).toBeVisible();
  },
};
export const Cut: Story = { args: { counts: { count: 12, actions: 24, looked_at: 5000, is_cut: true, since: null } } };
export const Nothing: Story = {
  args: { counts: { count: 0, actions: 0, looked_at: 830, is_cut: false, since: null } },
};
/** Failed syncs, of which no tracker knows. */
export const Stored: Story = {
  args: { counts: { count: 2, actions: 2, looked_at: 2, is_cut: false, since: "2026-11-28T12:00:00.000Z" } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/are kept since/)).toBeVisible();
  },
};
