import type { Meta, StoryObj } from "@storybook/react-vite";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Switch } from "../../src/components/ui/Switch.tsx";

const meta = {
  component: Switch,
  argTypes: { label: { control: "text" }, checked: { control: "boolean" }, disabled: { control: "boolean" } },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for a setting that applies at once."],
      dont: ["Do not use it in a form that is submitted: that is Checkbox."],
      keys: [
        ["Tab", "Moves to it and on"],
        ["Space", "Turns it on or off"],
      ],
    }),
  },
  args: { label: "Notifications" },
} satisfies Meta<typeof Switch>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const control = canvas.getByRole("switch", { name: "Notifications" });
    await expect(control).not.toBeChecked();
    await userEvent.tab();
    await expect(control).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(control).toBeChecked();
    await expect(canvas.queryByRole("checkbox")).toBeNull();
  },
};
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>{(state) => <Switch {...args} label={state} disabled={state === "disabled"} />}</ControlStates>
  ),
};
export const On: Story = { parameters: forState, ...States, args: { defaultChecked: true } };
