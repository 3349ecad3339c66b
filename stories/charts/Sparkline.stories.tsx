import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { Sparkline } from "../../src/components/charts/Sparkline.tsx";

const meta = {
  component: Sparkline,
  args: { values: [3, 0, 5, 8, 2, 1, 0, 0, 9, 4, 6, 7] },
} satisfies Meta<typeof Sparkline>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Values: Story = { parameters: lightPicture };
export const Negative: Story = { args: { values: [3, -4, 2, -1] } };
/** A missing value is a gap, a value between two of them a short line. */
export const Gaps: Story = {
  args: { values: [3, null, 5, null, 2, 1] },
  play: ({ canvasElement }) =>
    expect(canvasElement.querySelector("path")?.getAttribute("d")?.match(/M/g)).toHaveLength(3),
};
export const OneValue: Story = { args: { values: [4] } };
export const Nothing: Story = { args: { values: [null, null] } };
