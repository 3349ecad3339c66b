import type { Meta, StoryObj } from "@storybook/react-vite";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { expect } from "storybook/test";
import { forcedColors } from "../../.storybook/forcedColors.ts";
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
/** Its edge and its state remain where backgrounds and shadows are removed. */
export const ForcedColors: Story = {
  ...forcedColors,
  render: (args) => (
    <>
      <Checkbox {...args} label="Off" />
      <Checkbox {...args} label="On" defaultChecked />
    </>
  ),
  play: async ({ canvasElement }) => {
    const boxes = [...canvasElement.querySelectorAll(".bp6-control-indicator")];
    const [off, on] = boxes.map((box) => getComputedStyle(box));
    await expect([off?.borderTopStyle, on?.borderTopStyle]).toEqual(["solid", "solid"]);
    await expect(on?.backgroundColor).not.toBe(off?.backgroundColor);
    // The tick is dark for the bright highlight of a dark scheme alone.
    const [, tick] = boxes.map((box) => getComputedStyle(box, "::before").backgroundImage);
    await expect(tick).toMatch(/^url\((?!.*%23111418)/);
  },
};
