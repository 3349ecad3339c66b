import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { CodeField } from "../../src/components/patterns/CodeField.tsx";

const meta = {
  component: CodeField,
  parameters: {
    ...usage({
      do: ["Use it for a code of an authenticator app."],
      dont: ["Do not use it for a recovery code: that has letters."],
      keys: [],
    }),
  },
  args: { label: "Code", errors: undefined, value: "", onChange: fn() },
} satisfies Meta<typeof CodeField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("textbox", { name: "Code" });
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    await userEvent.type(field, "7");
    await expect(args.onChange).toHaveBeenCalledWith("7", expect.anything());
  },
};
export const Refused: Story = {
  parameters: lightPicture,
  args: { value: "123 456", errors: ["The code is not right."] },
};
