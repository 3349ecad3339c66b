import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures } from "../../.storybook/modes.ts";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { usage } from "../../.storybook/usage.ts";
import { SegmentedControl, type SegmentedControlProps } from "../../src/components/ui/SegmentedControl.tsx";

function ControlWithState(props: SegmentedControlProps<string>) {
  const [value, setValue] = useState(props.value);
  return (
    <SegmentedControl
      {...props}
      value={value}
      onValueChange={(next) => {
        setValue(next);
        props.onValueChange(next);
      }}
    />
  );
}

const meta = {
  component: SegmentedControl,
  render: (args) => <ControlWithState {...args} />,
  argTypes: {
    size: { control: "inline-radio", options: ["small", "medium"] },
    disabled: { control: "boolean" },
    options: { table: { type: { summary: "readonly { value: string, text: string }[]" } } },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for two to four choices that change the view at once."],
      dont: ["Do not use it for addresses: that is TabNav."],
      keys: [
        ["Tab", "Moves to the selected choice"],
        ["Arrow keys", "Select another choice"],
      ],
    }),
  },
  args: {
    label: "State",
    value: "open",
    options: [
      { text: "All", value: "all" },
      { text: "Open", value: "open" },
      { text: "Closed", value: "closed" },
    ],
    onValueChange: fn(),
  },
} satisfies Meta<SegmentedControlProps<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>
      {(state) => <ControlWithState {...args} label={state} disabled={state === "disabled"} />}
    </ControlStates>
  ),
};
/** It is one stop of the Tab key; the arrow keys choose, around its ends. */
export const ChosenByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("radiogroup", { name: "State" })).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole("radio", { name: "Open", checked: true })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("radio", { name: "Closed", checked: true })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("radio", { name: "All", checked: true })).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect(args.onValueChange).toHaveBeenLastCalledWith("closed");
    await userEvent.tab();
    await expect(canvas.getByRole("radiogroup")).not.toContainElement(document.activeElement as HTMLElement);
  },
};
