import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AddSourceMenu } from "../../src/components/sources/AddSourceMenu.tsx";

const meta = {
  component: AddSourceMenu,
  args: { hasCustom: true, onAdd: fn() },
} satisfies Meta<typeof AddSourceMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Add a source" }));
    await expect(await screen.findAllByRole("menuitem")).toHaveLength(5);
  },
};
/** Without the plan's sources of own programs. */
export const Chosen: Story = {
  args: { hasCustom: false },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Add a source" }));
    await expect(await screen.findAllByRole("menuitem")).toHaveLength(4);
    await userEvent.click(screen.getByRole("menuitem", { name: /group/i }));
    await expect(args.onAdd).toHaveBeenCalledWith("group");
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
