import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { HotspotsCard } from "../../src/components/insights/HotspotsCard.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: HotspotsCard,
  // The stories of the page of Insights have the pictures.
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Insights</h2>
        <Story />
      </>
    ),
  ],
  args: {
    hotspots: views.hotspots,
    fileHref: ({ path }) => `#${path}`,
    onOpen: fn(),
  },
} satisfies Meta<typeof HotspotsCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    const [row] = views.hotspots;
    await expect(canvas.getByRole("link", { name: row?.path ?? "" })).toBeVisible();
    const [count] = canvas.getAllByRole("button", { name: new RegExp(row?.path ?? "") }).slice(-1);
    if (count) await userEvent.click(count);
    await expect(args.onOpen).toHaveBeenCalledWith(expect.objectContaining({ path: row?.path }));
  },
};
export const Empty: Story = {
  args: { hotspots: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("table")).toBeNull();
  },
};
export const OneRow: Story = { args: { hotspots: views.hotspots.slice(0, 1) } };
export const LongPaths: Story = {
  args: {
    hotspots: views.hotspots.map((one, at) => ({
      ...one,
      path: `${"packages/a-package-with-a-long-name/".repeat(5)}${at}.ts`,
    })),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
