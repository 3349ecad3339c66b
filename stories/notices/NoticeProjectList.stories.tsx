import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NoticeProjectList } from "../../src/components/notices/NoticeProjectList.tsx";

const meta = {
  component: NoticeProjectList,
  args: {
    projects: [
      { slug: "atlas", name: "Atlas" },
      { slug: "loom", name: "Loom" },
    ],
    channels: { loom: "off", atlas: "mentions" },
    chats: [],
    onChange: fn(),
  },
} satisfies Meta<typeof NoticeProjectList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Some: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Loom" }), "As above");
    await expect(args.onChange).toHaveBeenCalledWith("loom", null);
    await expect(canvas.getByRole("combobox", { name: "Atlas" })).toHaveDisplayValue("Only mentions of me");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Loom" }), "Only mentions of me");
    await expect(args.onChange).toHaveBeenCalledWith("loom", "mentions");
  },
};
export const None: Story = { args: { projects: [] } };
