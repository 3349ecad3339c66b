import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AccountMenu } from "../../src/components/shell/AppHeaderMenus.tsx";

const meta = {
  component: AccountMenu,
  // The stories of AppHeader have the pictures.
  args: {
    user: { name: "Ada Kaya", email: "ada@example.org" },
    settingsHref: "/settings",
    helpHref: "/help",
    onLogout: fn(),
  },
} satisfies Meta<typeof AccountMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Items: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("ada@example.org")).toBeVisible();
    await userEvent.click(canvas.getByRole("menuitem", { name: "Logout" }));
    await expect(args.onLogout).toHaveBeenCalledOnce();
  },
};
export const AlsoAtTheProvider: Story = {
  args: { signsOutAt: "Acme login" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("menuitem", { name: /Logout\s*Also signs you out at Acme login/ }));
    await expect(args.onLogout).toHaveBeenCalledOnce();
  },
};
export const UnbrokenNameAndAddress: Story = {
  args: { user: { name: "Wolfeschlegelsteinhausenbergerdorff".repeat(2), email: `${"a".repeat(60)}@example.org` } },
};
