import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { FoldersDialog } from "../../src/components/sources/FoldersDialog.tsx";

const meta = {
  component: FoldersDialog,
  parameters: { ...framed },
  args: { name: "acme/rocket", folders: ["services/pay"], onSave: fn(), onClose: fn() },
} satisfies Meta<typeof FoldersDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = {
  parameters: { ...framed, ...lightPicture },
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox"), "\n  libs/money/ \n\n");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(["services/pay", "libs/money"]);
  },
};
export const Empty: Story = { args: { folders: [] } };
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: {
    failure: {
      text: "folders: “services/pay/api” is inside of “services/pay”, which is chosen as well.",
      fields: { folders: ["folders: “services/pay/api” is inside of “services/pay”, which is chosen as well."] },
    },
  },
  play: async () => {
    const field = await screen.findByRole("textbox");
    await expect(field).toHaveAccessibleDescription(/inside of “services\/pay”/);
    await waitFor(() => expect(field).toHaveFocus());
  },
};
export const Failed: Story = { args: { failure: { text: "Something went wrong." } } };
