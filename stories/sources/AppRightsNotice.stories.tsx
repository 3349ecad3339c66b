import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AppRightsNotice } from "../../src/components/sources/AppRightsNotice.tsx";
import { appRights } from "../../tests/fixtures/apps.ts";

const meta = {
  component: AppRightsNotice,
  args: { use: "comment", rights: appRights({}), onCheck: fn() },
} satisfies Meta<typeof AppRightsNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AppDoesNotAsk: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: "Permissions of the app at GitHub" })).toHaveAttribute(
      "href",
      "https://github.com/organizations/acme/settings/apps/clew-acme/permissions",
    );
    await userEvent.click(canvas.getByRole("button", { name: "Check again" }));
    await expect(args.onCheck).toHaveBeenCalled();
  },
};
export const NotAccepted: Story = {
  args: {
    use: "check",
    rights: appRights({
      missing: "installation",
      url: "https://github.com/organizations/acme/settings/installations/101",
    }),
  },
};
/** An address that leads to no page of the web is no link. */
export const HostileAddress: Story = {
  args: { rights: appRights({ url: "javascript:alert(1)" }) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
export const Checking: Story = { args: { isChecking: true } };
export const NotRead: Story = { args: { rights: null, failure: "github.com did not answer in time." } };
export const Granted: Story = {
  args: { rights: appRights({ missing: null, url: null }) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
