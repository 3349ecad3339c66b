import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NoSupportAddress } from "../../src/components/company/NoSupportAddress.tsx";

const meta = {
  component: NoSupportAddress,
  args: {
    isAdmin: true,
    upgrade: { company: "Ada's Ltd", plan: "Premium" },
    plansHref: "/help#plans",
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof NoSupportAddress>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The name of the setting, and the command with the name of the company as one word of a shell. */
export const Admin: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("note")).toHaveTextContent("CLEW_SUPPORT_EMAIL");
    await userEvent.click(canvas.getByRole("button", { name: "Copy command" }));
    await expect(args.onCopy).toHaveBeenCalledWith(
      String.raw`clew operator company set --company 'Ada'\''s Ltd' --plan Premium`,
    );
    await expect(canvas.getByRole("link", { name: "Compare the plans" })).toHaveAttribute("href", "/help#plans");
  },
};
export const AdminWithAQuestion: Story = {
  args: { upgrade: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Copy setting" })).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Copy command" })).not.toBeInTheDocument();
  },
};
/** Settings of the server are nothing for a member. */
export const Member: Story = {
  args: { isAdmin: false },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/CLEW_SUPPORT_EMAIL/)).not.toBeInTheDocument();
    await expect(canvas.getByText(/Ask the person who invited you/)).toBeVisible();
  },
};
