import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BacktestMetricsTable } from "../../src/components/backtest/BacktestMetricsTable.tsx";

const meta = {
  component: BacktestMetricsTable,
  // The stories of BacktestReport have the pictures.
  args: {
    caption: "Files",
    rows: [
      { name: "All files first", engine: 0.52, plain: 0.35 },
      { name: "Among the first 3", engine: 0.5, plain: 0.67 },
    ],
    plainName: "Plain search",
  },
} satisfies Meta<typeof BacktestMetricsTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const BetterAndWorse: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("row", { name: "All files first 52% 35%" })).toBeVisible();
    await expect(canvas.getByRole("columnheader", { name: "Plain search" })).toBeVisible();
  },
};
export const NoneAndAll: Story = { args: { rows: [{ name: "All files first", engine: 1, plain: 0 }] } };
