import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { SelectField } from "../../src/components/patterns/SelectField.tsx";

const meta = {
  component: SelectField,
  parameters: {
    ...usage({
      do: ["Use it for one of a few fixed options in a form."],
      dont: ["Do not use it for one of many names: a field with suggestions finds one by its letters."],
    }),
  },
  args: {
    label: "State",
    value: "open",
    options: [
      { value: "open", text: "Open" },
      { value: "closed", text: "Closed" },
    ],
    onChange: fn(),
  },
} satisfies Meta<typeof SelectField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "State" }), "closed");
    await expect(args.onChange).toHaveBeenCalledWith("closed");
  },
};
/** Nothing is chosen, and the form was sent. */
export const Missing: Story = {
  parameters: lightPicture,
  args: { value: null, help: "Of the issues that are counted", errors: ["This field is required"] },
  play: async ({ canvas }) => {
    const field = canvas.getByRole("combobox", { name: "State" });
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription(/This field is required\s+Of the issues that are counted/s);
  },
};
export const Turkish: Story = { args: { value: null }, globals: { locale: "tr" } };
