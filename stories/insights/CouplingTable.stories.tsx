import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CouplingTable } from "../../src/components/insights/CouplingTable.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: CouplingTable,
  args: { coupling: views.coupling, fileHref: ({ path }) => `#${path}` },
} satisfies Meta<typeof CouplingTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.queryAllByRole("button")).toHaveLength(0);
  },
};
export const RowsOpen: Story = {
  args: { onOpen: fn(), maxHeight: "22rem" },
  play: async ({ args, canvas, userEvent }) => {
    const [first] = canvas.getAllByRole("button");
    if (first) await userEvent.click(first);
    await expect(args.onOpen).toHaveBeenCalledWith(views.coupling[0]);
  },
};
export const Empty: Story = {
  args: { coupling: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Nothing in this period")).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
