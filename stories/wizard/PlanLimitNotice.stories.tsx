import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { PlanLimitNotice } from "../../src/components/wizard/PlanLimitNotice.tsx";

const meta = {
  parameters: pictures,
  component: PlanLimitNotice,
  args: { plan: "Standard", sources: 0 },
} satisfies Meta<typeof PlanLimitNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TwoLeft: Story = {};
export const OneLeft: Story = { args: { sources: 1 }, parameters: forState };
export const Full: Story = { args: { sources: 2 } };
export const TooMany: Story = { args: { sources: 3 }, parameters: forLayout };
export const NoLimitSaysNothing: Story = {
  args: { plan: "Premium", sources: 12 },
  parameters: { chromatic: { disableSnapshot: true } }, // an empty picture
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("note")).toBeNull();
  },
};
