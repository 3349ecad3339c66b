import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { MarkList } from "../../src/components/marks/MarkList.tsx";

const at = "2026-02-20T08:30:00Z";
const byRule = { id: "m-1", text: "needs-owner", rule: "Owners", by: "Ada Kaya", at };

const meta = {
  component: MarkList,
  args: { marks: [byRule], removing: [], onRemove: fn() },
} satisfies Meta<typeof MarkList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ByRule: Story = {
  play: async ({ args, canvas }) => {
    await expect(canvas.getByText(/^Set by the rule Owners as Ada Kaya/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Remove the mark needs-owner" }));
    await expect(args.onRemove).toHaveBeenCalledWith(byRule);
  },
};
/** The member has left, and another mark was set by hand. */
export const Origins: Story = {
  parameters: lightPicture,
  args: {
    marks: [
      { ...byRule, by: null },
      { id: "m-2", text: "look", rule: null, by: "Elif Demir", at },
      { id: "m-3", text: "old", rule: null, by: null, at },
    ],
  },
};
export const Removing: Story = { args: { removing: ["m-1"] } };
export const ReadOnly: Story = {
  args: { onRemove: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
