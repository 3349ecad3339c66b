import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { InvitationLinks } from "../../src/components/company/InvitationLinks.tsx";

const linkOf = (end: string) => `https://clew.acme.example/register?token=6f1d3a52-1a0b-4c57-9a43-0a57d1c4e${end}`;

const meta = {
  parameters: pictures,
  component: InvitationLinks,
  args: {
    links: [{ email: "deniz@partner.example", link: linkOf("001") }],
    onCopy: fn(() => Promise.resolve(true)),
    onDone: fn(),
  },
} satisfies Meta<typeof InvitationLinks>;
export default meta;
type Story = StoryObj<typeof meta>;

export const One: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const SeveralAndLong: Story = {
  args: {
    links: [
      { email: "deniz@partner.example", link: linkOf("001") },
      { email: `${"long".repeat(15)}@partner.example`, link: linkOf("002") },
    ],
  },
  parameters: forLayout,
};
export const CopiedAndPutAway: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as the first
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("heading", { name: "Invitation link" })).toHaveFocus();
    await expect(canvas.getByText(/This link is shown only once/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Copy link for deniz@partner.example" }));
    await expect(args.onCopy).toHaveBeenCalledWith(linkOf("001"));
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Done" }));
    await expect(args.onDone).toHaveBeenCalledTimes(1);
  },
};
export const CopyIsRefused: Story = {
  args: { onCopy: fn(() => Promise.resolve(false)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy link for deniz@partner.example" }));
    await expect(await canvas.findByRole("button", { name: "Copying is blocked by the browser" })).toBeVisible();
  },
  parameters: forState,
};
