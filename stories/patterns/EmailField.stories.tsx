import type { Meta, StoryObj } from "@storybook/react-vite";
import { FIELD_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, fn } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { EmailField } from "../../src/components/patterns/EmailField.tsx";

const meta = {
  component: EmailField,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where a user signs in or registers: password managers fill it."],
      dont: ["Do not use it for other addresses: those are plain fields."],
      keys: FIELD_KEYS,
    }),
  },
  args: { value: "", onChange: fn() },
} satisfies Meta<typeof EmailField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Empty: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Email" }), "a");
    await expect(args.onChange).toHaveBeenCalledWith("a");
  },
};
export const LongAddress: Story = {
  args: { value: `${"penelope.of.ithaca.".repeat(6)}weaver@labyrinth.example` },
  parameters: forLayout,
};
export const WithErrors: Story = {
  args: { value: "no address", errors: ["Please enter a valid email"] },
  play: async ({ canvas }) => {
    const field = canvas.getByRole("textbox", { name: "Email" });
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription("Please enter a valid email");
  },
};
export const Given: Story = {
  args: { value: "ada@acme.example", onChange: undefined, help: "This address was invited." },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("textbox", { name: "Email" })).toHaveAttribute("readonly");
  },
};
