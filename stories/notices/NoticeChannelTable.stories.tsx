import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DEFAULT_CHANNELS } from "../../contract/notices/noticeKinds.ts";
import { NoticeChannelTable } from "../../src/components/notices/NoticeChannelTable.tsx";

const meta = {
  component: NoticeChannelTable,
  args: { channels: DEFAULT_CHANNELS, chats: [], onChange: fn() },
} satisfies Meta<typeof NoticeChannelTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Defaults: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Mentions of me" }), "Off");
    await expect(args.onChange).toHaveBeenCalledWith("mentioned", "off");
  },
};
/** A chat is offered to those who have linked a user there. */
export const WithSlack: Story = {
  args: { chats: ["slack"] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Mentions of me" }), "In the app and in Slack");
    await expect(args.onChange).toHaveBeenCalledWith("mentioned", "slack");
  },
};
export const WithTeams: Story = {
  args: { chats: ["teams"] },
  play: async ({ args, canvas, userEvent }) => {
    const kind = canvas.getByRole("combobox", { name: "Mentions of me" });
    await userEvent.selectOptions(kind, "In the app and in Microsoft Teams");
    await expect(args.onChange).toHaveBeenCalledWith("mentioned", "teams");
    await expect(kind).not.toHaveTextContent("Slack");
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
