import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { TextArea } from "../../src/components/ui/TextArea.ts";

const meta = {
  component: TextArea,
  argTypes: {
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    disabled: { control: "boolean" },
    readOnly: { control: "boolean" },
    fill: { control: "boolean" },
  },
  parameters: {
    ...usage({
      do: ["Use it for text of several lines, with a limit of its length."],
      dont: ["Do not use it for a name or an address: that is InputGroup."],
      keys: [
        ["Tab", "Moves to it and on"],
        ["Enter", "Begins a line"],
      ],
    }),
  },
  args: { "aria-label": "Message", defaultValue: "The cursor is lost after a reload." },
} satisfies Meta<typeof TextArea>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole("textbox", { name: "Message" });
    await userEvent.type(field, "{Enter}It works in Firefox.");
    await expect(field).toHaveValue("The cursor is lost after a reload.\nIt works in Firefox.");
  },
};
export const Invalid: Story = { args: { intent: "danger", "aria-invalid": true } };
export const Disabled: Story = { args: { disabled: true } };
export const ReadOnly: Story = { args: { readOnly: true } };
