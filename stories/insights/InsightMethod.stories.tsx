import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InsightMethod } from "../../src/components/insights/InsightMethod.tsx";

const meta = {
  component: InsightMethod,
  args: { metric: "lead_time", isCompared: true },
} satisfies Meta<typeof InsightMethod>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithTarget: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText("How it is calculated"));
    await expect(canvas.getAllByRole("term").length).toBe(5);
  },
};
/** A metric without a target says nothing about one. */
export const WithoutTarget: Story = {
  args: { metric: "issues_opened", isCompared: false },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText("How it is calculated"));
    await expect(canvas.getAllByRole("term").length).toBe(4);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
