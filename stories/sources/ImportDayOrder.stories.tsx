import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportDayOrder } from "../../src/components/sources/ImportDayOrder.tsx";

const meta = {
  component: ImportDayOrder,
  args: {
    example: "3/4/2026",
    meanings: { day_first: "2026-04-03T12:00:00Z", month_first: "2026-03-04T12:00:00Z" },
    order: null,
    onChange: fn(),
  },
} satisfies Meta<typeof ImportDayOrder>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unanswered: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    for (const radio of canvas.getAllByRole("radio")) await expect(radio).not.toBeChecked();
    await userEvent.click(canvas.getByRole("radio", { name: /^The second/ }));
    await expect(args.onChange).toHaveBeenCalledWith("month_first");
  },
};
export const Chosen: Story = { args: { order: "day_first" } };
