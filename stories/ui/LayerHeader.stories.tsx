import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { LayerHeader } from "../../src/components/ui/LayerHeader.tsx";

const meta = {
  component: LayerHeader,
  // Stories of Dialog and Drawer have the pictures.
  parameters: {
    ...usage({
      do: ["Use it for the heading of a dialog or drawer, which it names in the user's language."],
      dont: ["Do not use it on a page: a heading there is that of its section."],
    }),
  },
  args: { layer: "dialog", title: "Delete project", titleId: "title", onClose: fn() },
} satisfies Meta<typeof LayerHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Close" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
/** The title is above the headings of the content. */
export const OfADrawer: Story = {
  args: { layer: "drawer" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 2, name: "Delete project" })).toHaveStyle({ fontSize: "18px" });
  },
};
export const WithoutButton: Story = {
  args: { onClose: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Disabled: Story = {
  args: { isBusy: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Close" })).toBeDisabled();
  },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Kapat" })).toBeVisible();
  },
};
