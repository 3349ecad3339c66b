import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ControlFigure } from "../../src/components/insights/ControlFigure.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const views = insightViews();

const meta = {
  component: ControlFigure,
  args: { control: views.control, median: 120, p90: 330, hrefOf: ({ address }) => `#${address}` },
} satisfies Meta<typeof ControlFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas }) => {
    await expect(canvas.getAllByRole("link")).toHaveLength(args.control.length);
  },
};
export const WithoutGuides: Story = { args: { median: null, p90: null } };
export const Empty: Story = {
  args: { control: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Nothing in this period")).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
