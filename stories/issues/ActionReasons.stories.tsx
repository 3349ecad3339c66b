import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ActionReasons } from "../../src/components/issues/ActionReasons.tsx";

const meta = {
  component: ActionReasons,
  args: {
    label: "What does not work here",
    reasons: [
      { action: "state", reason: null },
      { action: "labels", reason: "Your account has no permission at jira.example." },
      { action: "priority", reason: "Your account has no permission at jira.example." },
      { action: "milestones", reason: "The tracker has no such field." },
    ],
  },
} satisfies Meta<typeof ActionReasons>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A reason of several actions is written once. */
export const Reasons: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(2);
    await expect(canvas.getByText(/^Labels, Priority: /)).toBeVisible();
  },
};
export const AllWork: Story = {
  args: { reasons: [{ action: "state", reason: null }] },
  play: async ({ canvas }) => expect(canvas.queryByRole("list")).toBeNull(),
};
