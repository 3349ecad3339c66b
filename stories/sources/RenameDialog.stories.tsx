import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { RenameDialog } from "../../src/components/sources/RenameDialog.tsx";

const meta = {
  component: RenameDialog,
  parameters: { ...framed },
  args: { source: { name: "rocket" }, onSave: fn(), onClose: fn() },
} satisfies Meta<typeof RenameDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Renamed: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const field = await screen.findByRole("textbox", { name: /Name/ });
    await expect(field).toHaveValue("rocket");
    await userEvent.clear(field);
    await expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
    await userEvent.type(field, "  rocket of 2019 ");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith("rocket of 2019");
  },
};
export const TooLong: Story = {
  args: { source: { name: "rocket ".repeat(20) } },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await expect(screen.getByText("At most 120 characters.")).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
export const Taken: Story = { args: { errors: ["Another source of this kind is named “rocket” in this project."] } };
export const Busy: Story = { args: { isBusy: true } };
export const Turkish: Story = { globals: { locale: "tr" } };
