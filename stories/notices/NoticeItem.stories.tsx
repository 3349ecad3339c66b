import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NoticeItem } from "../../src/components/notices/NoticeItem.tsx";
import { notice } from "../../tests/fixtures/notices.ts";

const meta = {
  component: NoticeItem,
  decorators: [
    (Story) => (
      <ul>
        <Story />
      </ul>
    ),
  ],
  args: { notice: notice(), href: "/projects/atlas/issues/71", onRead: fn(), onOpen: fn() },
} satisfies Meta<typeof NoticeItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unread: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(
      canvas.getByRole("link", { name: "#71 Tokens with a dot are cut in two was assigned to you" }),
    ).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onRead).toHaveBeenCalledWith(args.notice);
  },
};
export const Read: Story = { args: { notice: notice({ read: true }) } };
export const Resolved: Story = {
  args: {
    notice: notice({
      kind: "sync_failed",
      subject: { kind: "source", id: "s", title: "acme/atlas" },
      read: true,
      resolved: true,
    }),
  },
};
export const CannotBeMarked: Story = { args: { onRead: undefined } };
export const LongTitle: Story = {
  args: {
    notice: notice({
      subject: { kind: "issue", id: "i", key: "#7", title: "incident-response-tooling".repeat(6), address: "7" },
    }),
  },
};
