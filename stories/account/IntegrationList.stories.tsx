import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { IntegrationList, type IntegrationListProps } from "../../src/components/account/IntegrationList.tsx";

const setupHref: IntegrationListProps["setupHref"] = (name) => `/settings/setup#setup-${name}`;

const meta = {
  parameters: pictures,
  component: IntegrationList,
  args: {
    connected: ["github"],
    suggested: ["gitlab"],
    available: ["github", "gitlab", "google_calendar"],
    setupHref: setupHref as IntegrationListProps["setupHref"],
    onConnect: fn(),
    onDisconnect: fn(),
  },
} satisfies Meta<typeof IntegrationList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Some: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const NothingIsKnownOfTheInstallation: Story = { args: { available: null }, parameters: forState };
export const Member: Story = {
  args: { setupHref: null, admins: ["Ada Kaya", "Bora Yılmaz"] },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Admins: Ada Kaya and Bora Yılmaz/)).toBeVisible();
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
export const Busy: Story = { args: { busy: "gitlab" }, parameters: forState };
export const Failed: Story = {
  args: { failure: { name: "gitlab", text: "GitLab does not answer. Try again later." } },
  parameters: forState,
};
export const ByKeys: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Some
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Disconnect GitHub" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onDisconnect).toHaveBeenCalledWith("github");
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onConnect).toHaveBeenCalledWith("gitlab");
  },
};
