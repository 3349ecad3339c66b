import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { HealthStatusMark } from "../../src/components/company/HealthStatusMark.tsx";

const meta = {
  component: HealthStatusMark,
  // The stories of HealthReport have the pictures.
  args: { state: "good" },
} satisfies Meta<typeof HealthStatusMark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Good: Story = { parameters: lightPicture };
export const Attention: Story = { args: { state: "attention" } };
export const Bad: Story = { args: { state: "bad" } };
export const WithWord: Story = {
  args: { hasWord: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("All is well")).toBeVisible();
  },
};
