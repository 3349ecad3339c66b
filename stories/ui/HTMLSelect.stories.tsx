import type { Meta, StoryObj } from "@storybook/react-vite";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { usage } from "../../.storybook/usage.ts";
import { HTMLSelect } from "../../src/components/ui/HtmlSelect.ts";

const meta = {
  component: HTMLSelect,
  argTypes: { disabled: { control: "boolean" }, fill: { control: "boolean" }, minimal: { control: "boolean" } },
  parameters: usage({
    do: ["Use it for a short list of choices; phones show their own list."],
    dont: ["Do not use it where the choices are searched: that is FilterableSelect."],
    keys: [
      ["Tab", "Moves to it and on"],
      ["Arrow keys", "Select another choice"],
    ],
  }),
  args: { "aria-label": "Role", options: ["viewer", "editor", "owner"] },
} satisfies Meta<typeof HTMLSelect>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>
      {(state) => <HTMLSelect {...args} aria-label={state} disabled={state === "disabled"} />}
    </ControlStates>
  ),
};
