import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelOrderPanel } from "../../src/components/backtest/ModelOrderPanel.tsx";
import { modelOrderRun, modelOrderState } from "../../tests/fixtures/modelOrder.ts";

const actions = { onEstimate: fn(), onStart: fn(), onCancel: fn(), onSwitch: fn() };
const meta = {
  component: ModelOrderPanel,
  args: { state: modelOrderState(), estimate: null, sample: null, isBusy: false, actions },
} satisfies Meta<typeof ModelOrderPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The backtest shows that the model's order is better. */
export const Better: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/0\.144 \(95 % interval from 0\.058 to 0\.231\)/)).toBeVisible();
    await userEvent.click(canvas.getByRole("switch"));
    await expect(actions.onSwitch).toHaveBeenCalledWith(true);
  },
};
/** It does not, so it cannot be turned on. */
export const Refused: Story = {
  args: { state: modelOrderState({ refusal: "The backtest does not show that the model’s order is better." }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("switch")).toBeDisabled();
  },
};
export const Estimated: Story = {
  args: {
    state: modelOrderState({ run: null, refusal: "Run the backtest first." }),
    estimate: { cases: 60, requests: 60, tokens: 252_000, answer_tokens: 12_000, cost: 0.624, sample: null },
    sample: "The request",
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/60 requests to models\.acme\.example with 252,000 tokens/)).toBeVisible();
    await userEvent.click(canvas.getByText("One of these requests"));
    await expect(canvas.getByText("The request")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Start the backtest" }));
    await expect(actions.onStart).toHaveBeenCalledOnce();
  },
};
export const Running: Story = {
  args: {
    state: modelOrderState({
      run: modelOrderRun({ state: "running", finished_at: null, result: null, done: 17 }),
      refusal: "Run the backtest first.",
    }),
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText("17 of 60 fixed issues")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Cancel the backtest" }));
    await expect(actions.onCancel).toHaveBeenCalledOnce();
  },
};
export const TurnedOffByItself: Story = {
  args: { state: modelOrderState({ off_reason: "The name of the company’s model has changed." }) },
};
export const ForReaders: Story = { args: { actions: undefined, state: modelOrderState({ is_on: true }) } };
