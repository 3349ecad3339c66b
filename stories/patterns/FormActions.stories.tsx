import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { FormActions } from "../../src/components/patterns/FormActions.tsx";

const meta = {
  component: FormActions,
  parameters: {
    ...usage({
      do: ["Name what the form does: Create token, Save."],
      dont: ["Do not use it in a dialog: FormDialog has its own buttons."],
    }),
  },
  args: { action: "Create token", onCancel: fn() },
} satisfies Meta<typeof FormActions>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: "Create token" })).toHaveAttribute("type", "submit");
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const Busy: Story = {
  args: { isBusy: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Cancel" })).toBeDisabled();
  },
};
