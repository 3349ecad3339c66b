import type { Meta, StoryObj } from "@storybook/react-vite";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { usage } from "../../.storybook/usage.ts";
import { Checkbox } from "../../src/components/ui/Checkbox.ts";

const meta = {
  component: Checkbox,
  argTypes: {
    label: { control: "text" },
    checked: { control: "boolean" },
    indeterminate: { control: "boolean" },
    disabled: { control: "boolean" },
  },
  parameters: usage({
    do: ["Use it where each choice is independent."],
    dont: ["Do not use it for a setting that applies at once: that is Switch."],
    keys: [
      ["Tab", "Moves to it and on"],
      ["Space", "Checks or clears it"],
    ],
  }),
  args: { label: "Open issues" },
} satisfies Meta<typeof Checkbox>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>{(state) => <Checkbox {...args} label={state} disabled={state === "disabled"} />}</ControlStates>
  ),
};
export const Checked: Story = { ...States, args: { defaultChecked: true } };
export const Indeterminate: Story = { args: { defaultIndeterminate: true } };
