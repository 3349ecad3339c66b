import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";

import { CardRefusal } from "../../src/components/dashboards/CardRefusal.tsx";

const meta = {
  component: CardRefusal,
  args: { reason: "hidden", detail: null },
} satisfies Meta<typeof CardRefusal>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Hidden: Story = { parameters: lightPicture };
export const ChooseProject: Story = { args: { reason: "choose_project" } };
export const Slow: Story = { args: { reason: "slow", onRetry: fn() } };
export const Retrying: Story = { args: { reason: "slow", isRetrying: true, onRetry: fn() } };
export const Failed: Story = {
  args: { reason: "failed", detail: "This project has no such person.", onRetry: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
export const Turkish: Story = { args: { reason: "slow", onRetry: fn() }, globals: { locale: "tr" } };
