import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ProgressBar } from "../../src/components/ui/ProgressBar.tsx";

const meta = {
  component: ProgressBar,
  argTypes: {
    value: { control: { type: "range", min: 0, max: 1, step: 0.05 } },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    isAnimated: { control: "boolean" },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where the share that is done is known."],
      dont: ["Do not use it for a share of a whole: that is Meter."],
    }),
  },
  args: { label: "Indexing", value: 0.4, intent: "primary", isAnimated: false },
} satisfies Meta<typeof ProgressBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Unknown: Story = { parameters: forState, args: { value: undefined, isAnimated: true } };
