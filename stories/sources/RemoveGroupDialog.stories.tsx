import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { RemoveGroupDialog } from "../../src/components/sources/RemoveGroupDialog.tsx";

const meta = {
  component: RemoveGroupDialog,
  parameters: { ...framed },
  args: { group: { name: "acme", sources: 375 }, onRemove: fn(), onClose: fn() },
} satisfies Meta<typeof RemoveGroupDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Choice: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenLastCalledWith(true);
    await userEvent.click(screen.getByRole("radio", { name: /Remove its 375 sources/ }));
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenLastCalledWith(false);
  },
};
export const Failed: Story = { args: { failure: "The server cannot be reached." } };
export const Busy: Story = { args: { isBusy: true } };
