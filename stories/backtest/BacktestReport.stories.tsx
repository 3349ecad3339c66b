import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { BacktestReport } from "../../src/components/backtest/BacktestReport.tsx";
import { backtest, backtestResult } from "../../tests/fixtures/backtests.ts";

const older = backtest({
  id: "b-0",
  created_at: "2026-01-12T10:00:00Z",
  result: backtestResult({ cases: 31, rows: [] }),
});

const meta = {
  parameters: pictures,
  component: BacktestReport,
  decorators: [
    (Story) => (
      <div>
        <h1 className="visually-hidden">Atlas</h1>
        <Story />
      </div>
    ),
  ],
  args: {
    runs: [backtest(), older],
    progress: null,
    isStarting: false,
    onStart: fn(),
    hrefOf: (id) => `/projects/atlas/issues/${id}`,
  },
} satisfies Meta<typeof BacktestReport>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("row", { name: "All files first 52% 35%" })).toBeVisible();
    await expect(canvas.getByRole("row", { name: "Among the first 3 67% 52%" })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Run it again" }));
    await expect(args.onStart).toHaveBeenCalledOnce();
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const Empty: Story = { args: { runs: [] }, parameters: forState };
export const EmptyForAReader: Story = { args: { runs: [], onStart: undefined }, parameters: forState };
export const Running: Story = {
  args: {
    runs: [backtest({ id: "b-2", state: "running", done: 3, total: 60, result: null, finished_at: null }), older],
    progress: { done: 21, total: 60 },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("21 of 60 fixed issues")).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Run it again", busy: true })).toBeEnabled();
  },
};
export const Queued: Story = {
  args: { runs: [backtest({ state: "queued", done: 0, total: null, result: null, finished_at: null })] },
};
export const Failed: Story = {
  args: { runs: [backtest({ state: "failed", result: null, error: "The backtest could not be completed." }), older] },
  parameters: forState,
};
export const FewCases: Story = {
  args: { runs: [backtest({ result: backtestResult({ cases: 4, type: null }) })] },
  parameters: forState,
};
export const NothingToAsk: Story = {
  args: {
    runs: [backtest({ result: backtestResult({ cases: 0, localize: null, experts: null, type: null, rows: [] }) })],
  },
  parameters: forState,
};
