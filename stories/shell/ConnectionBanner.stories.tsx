import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { ConnectionBanner } from "../../src/components/shell/ConnectionBanner.tsx";

const meta = {
  component: ConnectionBanner,
  parameters: { ...pictures, layout: "fullscreen" },
  args: { status: "online", hasNewVersion: false, onRetry: fn(), onReload: fn() },
} satisfies Meta<typeof ConnectionBanner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AllIsWell: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Offline: Story = {
  args: { status: "offline" },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const ServerAway: Story = { args: { status: "unreachable" } };
export const NewVersion: Story = { args: { hasNewVersion: true } };
/** The connection has precedence: nothing can be reloaded without it. */
export const AwayWithNewVersion: Story = { args: { status: "unreachable", hasNewVersion: true } };
export const Narrow: Story = {
  args: { status: "offline" },
  globals: { viewport: { value: "phone" } },
  parameters: forLayout,
};
export const Turkish: Story = { args: { hasNewVersion: true }, globals: { locale: "tr" }, parameters: forLayout };
export const TriesByKeyboard: Story = {
  args: { status: "unreachable" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Try now" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onRetry).toHaveBeenCalledOnce();
    await expect(args.onReload).not.toHaveBeenCalled();
  },
};
