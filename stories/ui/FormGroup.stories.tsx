import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";
import { FormGroup } from "../../src/components/ui/FormGroup.ts";

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
  parameters: usage({
    do: ["Use it for each field of a form; FormField adds the error."],
    dont: ["Do not use it for a group of choices: that is a fieldset."],
  }),
  args: { label: "Name", labelFor: "name", helperText: "Visible to all members.", children: <InputGroup id="name" /> },
} satisfies Meta<typeof FormGroup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Invalid: Story = { args: { intent: "danger", helperText: "A name is required." } };
