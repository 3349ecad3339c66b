import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture, forState } from "../../.storybook/modes.ts";
import { ClosedMemberTag } from "../../src/components/projects/ClosedMemberTag.tsx";

const meta = { component: ClosedMemberTag, args: { reason: "account" } } satisfies Meta<typeof ClosedMemberTag>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoAccount: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("closed: no account connected")).toBeVisible();
  },
};
export const Waiting: Story = { args: { reason: "waiting" }, parameters: forState };
export const Refused: Story = { args: { reason: "refused" }, parameters: forState };
export const Unanswered: Story = { args: { reason: "unanswered" }, parameters: forState };
