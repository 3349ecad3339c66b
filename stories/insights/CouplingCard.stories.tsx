import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CouplingCard } from "../../src/components/insights/CouplingCard.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: CouplingCard,
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
    coupling: views.coupling,
    fileHref: ({ path }) => `#${path}`,
    onOpen: fn(),
  },
} satisfies Meta<typeof CouplingCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    const [count] = canvas.getAllByRole("button").slice(-1);
    if (count) await userEvent.click(count);
    await expect(args.onOpen).toHaveBeenCalledWith(views.coupling.at(-1));
  },
};
export const Empty: Story = {
  args: { coupling: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("table")).toBeNull();
  },
};
export const OneRow: Story = { args: { coupling: views.coupling.slice(0, 1) } };
export const LongPaths: Story = {
  args: {
    coupling: views.coupling.map((one, at) => ({
      ...one,
      a: `${"packages/a-package-with-a-long-name/".repeat(5)}${at}.ts`,
    })),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
