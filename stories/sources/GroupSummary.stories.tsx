import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { GroupSummary } from "../../src/components/sources/GroupSummary.tsx";
import { emptyGroup, summarizePreview } from "../../src/domain/groupDraft.ts";
import { groupPreview } from "../../tests/fixtures/linkedGroups.ts";

const { filter } = emptyGroup("github");

const meta = {
  component: GroupSummary,
  args: { name: "acme", summary: summarizePreview(groupPreview(), { ...filter, exclude: "*-archive" }) },
} satisfies Meta<typeof GroupSummary>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LeftOut: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("375 repositories of acme are linked")).toBeVisible();
  },
};
export const Nothing: Story = {
  args: { summary: summarizePreview(groupPreview(), { ...filter, include: "nothing-like-this" }) },
};
export const AtLeast: Story = {
  args: { summary: summarizePreview(groupPreview({ is_complete: false, unreadable: 1 }), filter) },
};
