import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { ChartTable } from "../../src/components/charts/ChartTable.tsx";

const meta = {
  parameters: pictures,
  component: ChartTable,
  args: {
    label: "Issues opened",
    buckets: [1, 2, 3].map((week) => ({ label: `Week ${week}`, name: `Week ${week} of 2026`, isPartial: week === 3 })),
    series: [{ id: "value", name: "Value", values: [4, 9, 0], n: [4, 9, 0] }],
    formatValue: String,
    onOpen: fn(),
  },
} satisfies Meta<typeof ChartTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneSeries: Story = {};
export const OwnRows: Story = {
  parameters: forState,
  args: {
    series: [
      { id: "bug", name: "Bugs", values: [4, 9, 0], n: [4, 9, 0] },
      { id: "other", name: "Other", values: [1, null, 2], n: [1, 0, 2] },
    ],
    isSplit: true,
  },
};
export const OpensRows: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const [first] = canvas.getAllByRole("button");
    if (first) await userEvent.click(first);
    await expect(args.onOpen).toHaveBeenCalledWith(0);
  },
};
