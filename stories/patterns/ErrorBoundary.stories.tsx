import type { Meta, StoryObj } from "@storybook/react-vite";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, spyOn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { ErrorBoundary, type ErrorBoundaryProps } from "../../src/components/patterns/ErrorBoundary.tsx";

function Breaks(): never {
  throw new Error("no data");
}

const meta = {
  component: ErrorBoundary,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Put one around each part of a page that can fail alone."],
      dont: ["Do not use it for failed requests: those have an ErrorState."],
      keys: BUTTON_KEYS,
    }),
  },
  argTypes: { resetKey: { control: "number", table: { type: { summary: "any value, compared by identity" } } } },
  args: { resetKey: 1, fallback: (error) => <p>This part failed: {error.message}</p>, children: null },
} satisfies Meta<ErrorBoundaryProps>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Working: Story = { parameters: forState, args: { children: <p>The panel works.</p> } };
export const Broken: Story = {
  parameters: forState,
  // React reports a caught error to the console, which the runner would print.
  beforeEach: () => {
    const report = spyOn(console, "error").mockImplementation(() => undefined);
    return () => report.mockRestore();
  },
  args: { children: <Breaks /> },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("This part failed: no data")).toBeVisible();
  },
};
