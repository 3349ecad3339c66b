import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { HostAppCard } from "../../src/components/apps/HostAppCard.tsx";
import { appInstallation, hostApp } from "../../tests/fixtures/apps.ts";

const meta = {
  component: HostAppCard,
  args: { app: hostApp(), onInstall: fn(), onRefresh: fn(), onRemove: fn() },
} satisfies Meta<typeof HostAppCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Installed: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "Choose repositories at GitHub" })).toHaveAttribute(
      "href",
      "https://github.com/organizations/acme/settings/installations/101",
    );
    await userEvent.click(canvas.getByRole("button", { name: /^Install or change/ }));
    await expect(args.onInstall).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: /^Read again/ }));
    await expect(args.onRefresh).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalled();
  },
};
export const NotInstalled: Story = {
  args: { app: hostApp({ installations: [], has_webhook: false, last_delivery_at: null }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/can read nothing until it is installed/)).toBeVisible();
    await expect(canvas.getByText(/GitHub cannot reach this server/)).toBeVisible();
  },
};
/** What happened at the host, and what to do. */
export const SuspendedAndRemoved: Story = {
  args: {
    app: hostApp({
      last_delivery_at: null,
      installations: [
        appInstallation({ state: "suspended", is_selective: false }),
        appInstallation({ id: "installation-2", account: "acme-labs", state: "removed", sources: 1 }),
      ],
    }),
  },
};
export const Failed: Story = {
  args: { failure: { text: "github.com did not answer in time. Try again later." } },
};
export const Busy: Story = { args: { isInstalling: true, isRefreshing: true } };
