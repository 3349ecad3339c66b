import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { PasskeyDialog } from "../../src/components/account/PasskeyDialog.tsx";

const meta = {
  component: PasskeyDialog,
  args: { name: "Chrome on Linux", onAdd: fn(), onCancel: fn() },
  parameters: { ...framed },
} satisfies Meta<typeof PasskeyDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Named: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const field = await screen.findByLabelText("Name");
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.clear(field);
    await userEvent.keyboard("{Enter}");
    await expect(args.onAdd).not.toHaveBeenCalled();
    await userEvent.type(field, " Work laptop {Enter}");
    await expect(args.onAdd).toHaveBeenCalledWith("Work laptop");
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Cancelled: Story = {
  args: { failure: { text: "No passkey was used: the browser’s question was closed." } },
  play: async () => {
    await expect(await screen.findByText(/^No passkey was used/)).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
