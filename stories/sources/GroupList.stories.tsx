import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { GroupList } from "../../src/components/sources/GroupList.tsx";
import { linkedGroup } from "../../tests/fixtures/linkedGroups.ts";

const meta = {
  component: GroupList,
  args: {
    groups: [linkedGroup()],
    actions: { onCompare: fn(), onChange: fn(), onWebhook: fn(), onRemove: fn() },
  },
} satisfies Meta<typeof GroupList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Compared: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args, userEvent }) => {
    await expect(canvas.getByText("375 of 412 repositories linked")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Compare now: acme" }));
    await expect(args.actions?.onCompare).toHaveBeenCalled();
  },
};
export const Comparing: Story = {
  args: { groups: [linkedGroup({ state: "running", compared_at: null, counts: null })] },
};
export const Failed: Story = {
  args: {
    groups: [
      linkedGroup({
        state: "failed",
        error: "The account or token that read this group is gone. Give it new access.",
        error_code: "unauthorized",
      }),
    ],
  },
};
export const WithoutRoom: Story = {
  args: {
    groups: [
      linkedGroup({
        room: "The plan allows 2 sources.",
        counts: {
          found: 40,
          linked: 2,
          left_out: { archived: 0, fork: 3, empty: 1, filter: 0 },
          removed: 1,
          linked_otherwise: 1,
          without_room: 32,
          unreadable: 1,
        },
      }),
    ],
  },
};
export const ReadOnly: Story = {
  args: { actions: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Several: Story = {
  args: {
    groups: [
      linkedGroup({ has_webhook: true }),
      linkedGroup({ id: "group-2", provider: "gitlab", url: "https://gitlab.com/acme/tools", name: "acme/tools" }),
      linkedGroup({ id: "group-3", provider: "git", url: "/srv/repositories", name: "repositories", access: "none" }),
    ],
  },
};
