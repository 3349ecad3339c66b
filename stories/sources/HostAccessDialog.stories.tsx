import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture, forState } from "../../.storybook/modes.ts";
import { HostAccessDialog } from "../../src/components/sources/HostAccessDialog.tsx";
import { hostAccess } from "../../tests/fixtures/projects.ts";

const meta = {
  component: HostAccessDialog,
  parameters: framed,
  args: {
    name: "acme/rocket",
    access: hostAccess(),
    connectHref: "/settings/integrations",
    isConnected: true,
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof HostAccessDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TurnedOn: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByRole("button", { name: "Save" })).toBeDisabled();
    await userEvent.click(screen.getByRole("radio", { name: /may see the source at its host/ }));
    await expect(screen.getByText(/3 of 7 members have connected a GitHub account/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(true);
  },
};
export const NotConnected: Story = {
  args: { isConnected: false },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("radio", { name: /may see the source at its host/ }));
    await expect(screen.getByRole("link", { name: "Connect your account" })).toBeVisible();
  },
};
export const TurnedOff: Story = {
  args: {
    access: hostAccess({ mirrored: true, closed: 4, mirrored_by: "Ada Kaya", checked_at: "2026-03-02T08:20:00Z" }),
  },
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByText(/closed for 4 members/)).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "All members of the project" }));
    await expect(screen.getByText(/see it at once/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(false);
  },
};
export const Unsupported: Story = {
  args: { access: hostAccess({ provider: null, account: null }) },
  play: async () => {
    await expect(await screen.findByText(/cannot follow who may see it/)).toBeVisible();
    await expect(screen.queryByRole("radio")).toBeNull();
  },
};
export const Loading: Story = { args: { access: null }, parameters: forState };
export const Refused: Story = {
  args: { failure: "github.com does not show this source to your own GitHub account." },
  parameters: forState,
};
export const Busy: Story = { args: { isBusy: true }, parameters: forState };
