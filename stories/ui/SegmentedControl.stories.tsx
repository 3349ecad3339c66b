import type { Meta, StoryObj } from "@storybook/react-vite";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { usage } from "../../.storybook/usage.ts";
import { SegmentedControl } from "../../src/components/ui/SegmentedControl.ts";

const meta = {
  component: SegmentedControl,
  render: (args) => <SegmentedControl aria-label="State" {...args} />,
  argTypes: {
    size: { control: "inline-radio", options: ["small", "medium", "large"] },
    fill: { control: "boolean" },
    disabled: { control: "boolean" },
  },
  parameters: usage({
    do: ["Use it for two to four choices that change the view at once."],
    dont: ["Do not use it for addresses: that is TabNav."],
    keys: [
      ["Tab", "Moves to the selected choice"],
      ["Arrow keys", "Select another choice"],
    ],
  }),
  args: {
    defaultValue: "open",
    options: [
      { label: "All", value: "all" },
      { label: "Open", value: "open" },
      { label: "Closed", value: "closed" },
    ],
  },
} satisfies Meta<typeof SegmentedControl>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>
      {(state) => <SegmentedControl {...args} aria-label={state} disabled={state === "disabled"} />}
    </ControlStates>
  ),
};
