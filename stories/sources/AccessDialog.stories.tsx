import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { AccessDialog } from "../../src/components/sources/AccessDialog.tsx";
import { usableInstallation } from "../../tests/fixtures/apps.ts";
import { failedSync, tracker } from "../../tests/fixtures/projects.ts";

const meta = {
  parameters: { ...pictures, ...framed },
  component: AccessDialog,
  args: { source: { kind: "tracker", ...tracker({ sync: failedSync() }) }, onRenew: fn(), onClose: fn() },
} satisfies Meta<typeof AccessDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Check and save" }));
    await expect(screen.getByText("This field is required")).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Access token/), "ghp_new");
    await userEvent.click(screen.getByRole("button", { name: "Check and save" }));
    await expect(args.onRenew).toHaveBeenCalledWith({ credential: { token: "ghp_new" } });
  },
};
export const Connected: Story = {
  args: { connected: ["github", "gitlab", "jira"] },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("radio", { name: "With my connected account" }));
    await userEvent.click(screen.getByRole("button", { name: "Check and save" }));
    await expect(args.onRenew).toHaveBeenCalledWith({ use_connection: true });
  },
};
export const WithApp: Story = {
  args: { installations: [usableInstallation(), usableInstallation({ id: "installation-2", account: "acme-labs" })] },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("radio", { name: "With a GitHub App" }));
    await userEvent.selectOptions(screen.getByLabelText("Installation"), "installation-2");
    await userEvent.click(screen.getByRole("button", { name: "Check and save" }));
    await expect(args.onRenew).toHaveBeenCalledWith({ installation_id: "installation-2" });
  },
  parameters: forState,
};
export const Refused: Story = {
  args: { errors: { token: ["github.com does not accept the token. It may have expired or been revoked."] } },
  parameters: forState,
};
export const HostAway: Story = { args: { errors: { other: ["github.com did not answer in time. Try again later."] } } };
export const Busy: Story = { args: { isBusy: true }, parameters: { chromatic: { disableSnapshot: true } } };
