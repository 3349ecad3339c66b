import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { AddMarkDialog } from "../../src/components/marks/AddMarkDialog.tsx";

const meta = {
  component: AddMarkDialog,
  parameters: framed,
  args: { onAdd: fn(), onClose: fn() },
} satisfies Meta<typeof AddMarkDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ args, userEvent }) => {
    const field = await screen.findByRole("textbox", { name: "Text of the mark" });
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onAdd).not.toHaveBeenCalled();
    await expect(field).toHaveFocus();
    await userEvent.type(field, "  needs owner ");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onAdd).toHaveBeenCalledWith("needs owner");
  },
};
export const Busy: Story = { args: { isBusy: true }, parameters: lightPicture };
export const Full: Story = { args: { failure: { text: "The item has 10 marks already." } } };
