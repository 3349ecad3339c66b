import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { RowAction } from "../../src/components/patterns/RowAction.tsx";
import { TrashIcon } from "../../src/components/ui/icons.ts";

const meta = {
  component: RowAction,
  parameters: {
    ...usage({
      do: ["Name the action and the row: the name is read aloud, and shown as the tooltip."],
      dont: ["Do not use it for the main action of a row: that has a text."],
    }),
  },
  args: { icon: <TrashIcon />, name: "Remove acme/atlas", onClick: fn() },
} satisfies Meta<typeof RowAction>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const Pressed: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove acme/atlas" }));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};
export const Busy: Story = {
  args: { loading: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Remove acme/atlas", busy: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  },
};
