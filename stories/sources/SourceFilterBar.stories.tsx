import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SourceFilterBar } from "../../src/components/sources/SourceFilterBar.tsx";
import { NO_FILTER } from "../../src/domain/sourceFilter.ts";
import { linkedGroup } from "../../tests/fixtures/linkedGroups.ts";

const meta = {
  component: SourceFilterBar,
  args: {
    filter: NO_FILTER,
    groups: [linkedGroup()],
    total: 412,
    counts: { ready: 400, running: 2, queued: 0, failed: 9, leaving: 1 },
    onChange: fn(),
  },
} satisfies Meta<typeof SourceFilterBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Counts: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args, userEvent }) => {
    await expect(canvas.getByRole("option", { name: "Failed (9)" })).toBeInTheDocument();
    await expect(canvas.queryByRole("option", { name: /Waiting/ })).toBeNull();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "State" }), "failed");
    await expect(args.onChange).toHaveBeenCalledWith({ state: "failed" });
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Group" }), "acme");
    await expect(args.onChange).toHaveBeenCalledWith({ group: "group-1" });
  },
};
export const WithoutGroups: Story = { args: { groups: [] } };
