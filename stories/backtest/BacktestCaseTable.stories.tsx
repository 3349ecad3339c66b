import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BacktestCaseTable } from "../../src/components/backtest/BacktestCaseTable.tsx";
import { backtestResult } from "../../tests/fixtures/backtests.ts";

const meta = {
  component: BacktestCaseTable,
  // The stories of BacktestReport have the pictures.
  args: { rows: backtestResult().rows, hrefOf: (id) => `/projects/atlas/issues/${id}` },
} satisfies Meta<typeof BacktestCaseTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Cases: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas }) => {
    // One row is the header.
    await expect(canvas.getAllByRole("row")).toHaveLength(args.rows.length + 1);
  },
};
export const NotFound: Story = {
  args: { rows: backtestResult().rows.map((row) => ({ ...row, rank: null })) },
  play: async ({ args, canvas }) => {
    await expect(canvas.getAllByText("not in the first 100").length).toBeGreaterThanOrEqual(args.rows.length);
  },
};
