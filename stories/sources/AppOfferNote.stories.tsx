import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AppOfferNote, type AppOffer } from "../../src/components/sources/AppOfferNote.tsx";
import { hostApp, usableInstallation } from "../../tests/fixtures/apps.ts";

const offer: AppOffer = {
  apps: [hostApp()],
  registerHref: "/settings/apps",
  admins: [],
  isInstalling: false,
  failure: null,
  onInstall: fn(),
};

const meta = {
  component: AppOfferNote,
  args: { offer, installations: [], url: "https://github.com/acme/atlas", isChosen: true, isBusy: false },
} satisfies Meta<typeof AppOfferNote>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NotInstalledOnTheAccount: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/Clew Acme 7f2a is not installed on acme yet/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Install at GitHub" }));
    await expect(args.offer.onInstall).toHaveBeenCalledWith("app-1");
  },
};
export const NotInstalledAnywhere: Story = {
  args: { url: "" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/is not installed yet/)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Install at GitHub" })).toBeEnabled();
  },
};
/** Names of accounts differ in case, and an address may end with `.git`. */
export const Installed: Story = {
  args: { installations: [usableInstallation()], url: "https://github.com/ACME/atlas.git" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/is not installed/)).toBeNull();
    await expect(canvas.getByRole("button", { name: "Choose more repositories at GitHub" })).toBeEnabled();
  },
};
/** An app is private to its owner, so that another account needs an app of its own. */
export const NoAppForTheAccount: Story = {
  args: { installations: [usableInstallation()], url: "https://github.com/elsewhere/atlas" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/no GitHub App for elsewhere/)).toBeVisible();
    await expect(canvas.getByRole("link", { name: "Register a GitHub App" })).toHaveAttribute("href", "/settings/apps");
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const NoApp: Story = {
  args: { offer: { ...offer, apps: [] }, isChosen: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/without anyone’s personal account/)).toBeVisible();
    await expect(canvas.getByRole("link", { name: "Register a GitHub App" })).toBeVisible();
  },
};
export const NoAppForAMember: Story = {
  args: { offer: { ...offer, apps: [], registerHref: null, admins: ["Mira Aksoy", "Ada Byron"] }, isChosen: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/can set it up: Mira Aksoy and Ada Byron\./)).toBeVisible();
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
export const AnotherSignInIsChosen: Story = {
  args: { isChosen: false },
  play: async ({ canvas }) => expect(canvas.queryByRole("button")).toBeNull(),
};
export const InstallationFailed: Story = {
  args: { offer: { ...offer, failure: "GitHub did not answer." } },
  play: async ({ canvas }) => expect(canvas.getByRole("alert")).toHaveTextContent("GitHub did not answer."),
};
