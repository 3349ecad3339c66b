import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
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
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where each choice is independent."],
      dont: ["Do not use it for a setting that applies at once: that is Switch."],
      keys: [
        ["Tab", "Moves to it and on"],
        ["Space", "Checks or clears it"],
      ],
    }),
  },
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
export const Checked: Story = { parameters: forState, ...States, args: { defaultChecked: true } };
export const Indeterminate: Story = { parameters: forState, args: { defaultIndeterminate: true } };
export const ByKeyboard: Story = {
  args: { onChange: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const box = canvas.getByRole("checkbox", { name: "Open issues" });
    await userEvent.tab();
    await expect(box).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(box).toBeChecked();
    await userEvent.keyboard(" ");
    await expect(box).not.toBeChecked();
    await expect(args.onChange).toHaveBeenCalledTimes(2);
  },
};
