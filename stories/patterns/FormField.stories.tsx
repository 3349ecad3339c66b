import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { FormField } from "../../src/components/patterns/FormField.tsx";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";

const meta = {
  component: FormField,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it around every control: it connects label, help and errors."],
      dont: ["Do not use a placeholder in the place of a label."],
    }),
  },
  args: { label: "URL", children: (control) => <InputGroup {...control} defaultValue="https://github.com/acme" /> },
} satisfies Meta<typeof FormField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const WithHelp: Story = { parameters: forState, args: { help: "For example https://github.com/acme/atlas" } };
export const WithErrors: Story = {
  parameters: forState,
  args: { help: "For example https://github.com/acme/atlas", errors: ["This field is required", "Invalid format"] },
  play: async ({ canvas }) => {
    const field = canvas.getByRole("textbox", { name: "URL" });
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription(/This field is required\s+Invalid format.*For example/s);
  },
};
