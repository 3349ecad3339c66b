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
/** The paths of a pair are below each other: next to each other they would overlap. */
export const Phone: Story = {
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const [first, second] = canvas.getAllByRole("link").map((link) => link.getBoundingClientRect());
    await expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Infinity);
    for (const cell of canvas.getAllByRole("cell"))
      await expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
