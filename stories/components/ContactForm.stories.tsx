import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { ContactForm } from "../../src/components/ContactForm/ContactForm.tsx";

const meta = {
  component: ContactForm,
  args: {
    address: "help@acme.example",
    requestId: null,
    mailHref: ({ subject, body }) =>
      `mailto:help@acme.example?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof ContactForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const WithoutAddress: Story = { args: { address: null } };
export const NamesTheFailedRequest: Story = {
  args: { requestId: "r-77", subject: "Upgrade of our plan" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Message"), "Please");
    await userEvent.click(canvas.getByRole("button", { name: "Copy message" }));
    await expect(args.onCopy).toHaveBeenCalledWith("Upgrade of our plan\n\nPlease\n\nRequest: r-77");
  },
};
