import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CheckState } from "../../src/components/requests/CheckState.tsx";

const meta = {
  component: CheckState,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: { state: "success" },
} satisfies Meta<typeof CheckState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Passed: Story = { parameters: lightPicture };
export const Failed: Story = {
  args: { state: "failure" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("img", { name: "Checks failed" })).toBeVisible();
  },
};
export const Running: Story = { args: { state: "pending" } };
export const NotRun: Story = { args: { state: "neutral" } };
export const Turkish: Story = { globals: { locale: "tr" } };
