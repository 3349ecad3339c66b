import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { ContactForm } from "../../src/components/company/ContactForm.tsx";

const meta = {
  parameters: pictures,
  component: ContactForm,
  args: {
    recipients: [{ name: "", email: "help@acme.example" }],
    isOperator: true,
    requestId: null,
    mailHref: ({ to, subject, body }) =>
      `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof ContactForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const ToAnAdmin: Story = {
  args: {
    isOperator: false,
    recipients: [
      { name: "Ada Yıldız", email: "ada@acme.example" },
      { name: "Noor", email: "noor@acme.example" },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("To"), "noor@acme.example");
    await expect(canvas.getByText("Open email").closest("a")?.getAttribute("href")).toMatch(
      /^mailto:noor@acme\.example\?/,
    );
  },
};
export const NoRecipient: Story = {
  args: { recipients: [], isOperator: false },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("Open email")).toBeNull();
    await expect(canvas.getByRole("button", { name: "Copy message" })).toBeVisible();
  },
  parameters: forState,
};
export const NamesTheFailedRequest: Story = {
  args: { requestId: "r-77", subject: "Upgrade of our plan" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Message"), "Please");
    await userEvent.click(canvas.getByRole("button", { name: "Copy message" }));
    await expect(args.onCopy).toHaveBeenCalledWith("Upgrade of our plan\n\nPlease\n\nRequest: r-77");
  },
  parameters: forState,
};
