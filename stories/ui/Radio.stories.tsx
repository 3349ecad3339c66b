import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { usage } from "../../.storybook/usage.ts";
import { Radio } from "../../src/components/ui/Radio.ts";

const meta = {
  component: Radio,
  argTypes: { label: { control: "text" }, checked: { control: "boolean" }, disabled: { control: "boolean" } },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where one of a few choices holds and all are visible."],
      dont: ["Do not use it for more than six choices: that is Select."],
      keys: [
        ["Tab", "Moves to the selected choice"],
        ["Arrow keys", "Select another choice of the group"],
      ],
    }),
  },
  args: { label: "Every day" },
} satisfies Meta<typeof Radio>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>{(state) => <Radio {...args} label={state} disabled={state === "disabled"} />}</ControlStates>
  ),
};
export const Checked: Story = { parameters: forState, args: { defaultChecked: true } };
