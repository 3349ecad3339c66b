import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { FoldersDialog } from "../../src/components/sources/FoldersDialog.tsx";

const meta = {
  component: FoldersDialog,
  parameters: { ...framed },
  args: { name: "acme/rocket", folders: ["services/pay"], onSave: fn(), onClose: fn() },
} satisfies Meta<typeof FoldersDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox"), "\n  libs/money/ \n\n");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(["services/pay", "libs/money"]);
  },
};
export const Empty: Story = { args: { folders: [] } };
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: "services/pay/api is inside of services/pay, which is chosen as well." },
};
