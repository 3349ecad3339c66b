import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { InvitationList } from "../../src/components/company/InvitationList.tsx";
import { invitation } from "../../tests/fixtures/account.ts";

const meta = {
  parameters: pictures,
  component: InvitationList,
  args: {
    invitations: [
      invitation(),
      invitation({ id: "i-old", email: "eski@acme.example", role: "Admin", expires_at: "2026-02-20T09:00:00Z" }),
      invitation({ id: "i-first", email: "", role: "Admin" }),
    ],
    onResend: fn(),
    onRevoke: fn(),
  },
} satisfies Meta<typeof InvitationList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OpenExpiredAndForAnybody: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const Busy: Story = { args: { resending: ["i-deniz"] }, parameters: forState };
export const ResendsAndRevokes: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as the first
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Resend the invitation of eski@acme.example" }));
    await expect(args.onResend).toHaveBeenCalledWith(expect.objectContaining({ id: "i-old" }));
    await userEvent.click(canvas.getByRole("button", { name: "Revoke the invitation of deniz@acme.example" }));
    await expect(args.onRevoke).toHaveBeenCalledWith(expect.objectContaining({ id: "i-deniz" }));
  },
};
/** The pressed button keeps the focus during the request. */
export const KeepsFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Resending(args) {
    const [resending, setResending] = useState<readonly string[]>([]);
    return <InvitationList {...args} resending={resending} onResend={({ id }) => setResending([id])} />;
  },
  play: async ({ canvas, userEvent }) => {
    const name = "Resend the invitation of eski@acme.example";
    await userEvent.click(canvas.getByRole("button", { name }));
    await expect(canvas.getByRole("button", { name, busy: true })).toHaveFocus();
  },
};
