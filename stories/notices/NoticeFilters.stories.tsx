import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NoticeFilters } from "../../src/components/notices/NoticeFilters.tsx";

const meta = {
  component: NoticeFilters,
  args: {
    value: { unread: false, kind: null, project: null },
    projects: [{ slug: "atlas", name: "Atlas" }],
    onChange: fn(),
  },
} satisfies Meta<typeof NoticeFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Everything: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Kind" }), "Mentions of me");
    await expect(args.onChange).toHaveBeenCalledWith({ unread: false, kind: "mentioned", project: null });
  },
};
export const Chosen: Story = { args: { value: { unread: true, kind: "sync_failed", project: "atlas" } } };
