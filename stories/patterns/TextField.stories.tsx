import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { TextField } from "../../src/components/patterns/TextField.tsx";

const meta = {
  component: TextField,
  parameters: {
    ...usage({
      do: [
        "Use it for one line of a form that the browser must not fill in: names, addresses, identifiers and secrets of other systems.",
      ],
      dont: [
        "Do not use it for the user’s own address or password: the browser fills those in.",
        "Do not use it for a filter of a list: that is TextFilter.",
      ],
    }),
  },
  args: { name: "issuer", label: "Issuer", value: "", onChange: fn() },
} satisfies Meta<typeof TextField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  args: { help: "The provider’s address." },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("textbox", { name: "Issuer", description: "The provider’s address." });
    await expect(field).toHaveAttribute("autocomplete", "off");
    await userEvent.type(field, "h");
    await expect(args.onChange).toHaveBeenCalledWith("h");
  },
};
export const Filled: Story = { args: { value: "https://login.example.org" } };
export const Long: Story = { args: { value: `https://login.example.org/${"realm/".repeat(40)}` } };
export const ReadOnly: Story = {
  args: { value: "https://login.example.org", isReadOnly: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Issuer")).toHaveAttribute("readonly");
  },
};
/** The browser neither fills it in nor shows what is typed. */
export const Secret: Story = {
  args: { label: "Client secret", type: "password", value: "s3cret" },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Client secret")).toHaveAttribute("autocomplete", "new-password");
  },
};
export const Refused: Story = {
  args: { value: "login", errors: ["Give the issuer’s address."] },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Issuer")).toBeInvalid();
  },
};
