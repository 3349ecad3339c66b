import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { Spinner } from "../../src/components/ui/Spinner.ts";

const meta = {
  component: Spinner,
  argTypes: {
    size: { control: { type: "range", min: 14, max: 64 } },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    value: { control: { type: "range", min: 0, max: 1, step: 0.05 } },
  },
  parameters: usage({
    do: ["Use it inside of a control that waits."],
    dont: ["Do not use it for a part of a page: that is Skeleton."],
  }),
  args: { "aria-label": "Loading", size: 20, value: 0.7 },
} satisfies Meta<typeof Spinner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Small: Story = { args: { size: 14 } };
