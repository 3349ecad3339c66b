import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { useId } from "react";
import { usage } from "../../.storybook/usage.ts";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";
import { FormGroup, type FormGroupProps } from "../../src/components/ui/FormGroup.ts";

function FormGroupWithField(props: FormGroupProps) {
  const id = useId();
  return (
    <FormGroup {...props} labelFor={id}>
      <InputGroup id={id} />
    </FormGroup>
  );
}

const meta = {
  component: FormGroup,
  argTypes: {
    label: { control: "text" },
    labelInfo: { control: "text" },
    helperText: { control: "text" },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    disabled: { control: "boolean" },
    inline: { control: "boolean" },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for each field of a form; FormField adds the error."],
      dont: ["Do not use it for a group of choices: that is a fieldset."],
    }),
  },
  args: { label: "Name", helperText: "Visible to all members." },
  render: (args) => <FormGroupWithField {...args} />,
} satisfies Meta<typeof FormGroup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Invalid: Story = { parameters: forState, args: { intent: "danger", helperText: "A name is required." } };
