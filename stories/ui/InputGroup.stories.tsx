import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { FIELD_KEYS, usage } from "../../.storybook/usage.ts";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";

const meta = {
  component: InputGroup,
  argTypes: {
    placeholder: { control: "text" },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    size: { control: "inline-radio", options: ["small", "medium", "large"] },
    disabled: { control: "boolean" },
    readOnly: { control: "boolean" },
    fill: { control: "boolean" },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Give it a label by FormGroup, or a name by aria-label."],
      dont: ["Do not use the placeholder as a label."],
      keys: FIELD_KEYS,
    }),
  },
  args: { "aria-label": "Name", defaultValue: "Atlas" },
} satisfies Meta<typeof InputGroup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>
      {(state) => <InputGroup {...args} aria-label={state} defaultValue={state} disabled={state === "disabled"} />}
    </ControlStates>
  ),
};
export const Invalid: Story = { parameters: forState, args: { intent: "danger", "aria-invalid": true } };
