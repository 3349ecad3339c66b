import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { PasswordDialog } from "../../src/components/auth/PasswordDialog.tsx";

const meta = {
  parameters: { ...pictures, ...framed },
  component: PasswordDialog,
  args: { onConfirm: fn(), onCancel: fn() },
} satisfies Meta<typeof PasswordDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Asks: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, userEvent }) => {
    const field = await screen.findByLabelText("Password");
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await expect(screen.getByText("This field is required")).toBeVisible();
    await expect(args.onConfirm).not.toHaveBeenCalled();
    await userEvent.type(field, "correct horse{Enter}");
    await expect(args.onConfirm).toHaveBeenCalledOnce();
    await expect(args.onConfirm).toHaveBeenCalledWith("correct horse");
    await userEvent.keyboard("{Escape}");
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const Busy: Story = {
  args: { isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } }, // the button of Form/Busy
};
export const Refused: Story = {
  args: {
    failure: {
      text: "password: The password is not right",
      fields: { password: ["password: The password is not right"] },
    },
  },
  play: async () => {
    await expect(await screen.findByText("password: The password is not right")).toBeVisible();
  },
  parameters: forState,
};
export const TooOften: Story = {
  args: { failure: { text: "Too many failed attempts. Try again later." } },
};
