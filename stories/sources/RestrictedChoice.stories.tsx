import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { RestrictedChoice } from "../../src/components/sources/RestrictedChoice.tsx";

const meta = {
  parameters: pictures,
  component: RestrictedChoice,
  args: { value: null, isBusy: false, onChange: fn() },
} satisfies Meta<typeof RestrictedChoice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LeftOut: Story = {};
export const ForOwners: Story = { args: { value: "Owner" } };
export const ForMaintainers: Story = {
  parameters: forState,
  args: { value: "Maintainer" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Owner and Maintainer/)).toBeVisible();
  },
};
export const ForEverybody: Story = { parameters: forState, args: { value: "Viewer" } };
export const Busy: Story = {
  args: { value: "Developer", isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } },
};
