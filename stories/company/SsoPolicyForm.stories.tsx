import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoPolicyForm } from "../../src/components/company/SsoPolicyForm.tsx";

const meta = {
  component: SsoPolicyForm,
  args: {
    isRequired: false,
    passwordAdmins: [],
    admins: [
      { id: "1", name: "Mira Solak", email: "mira@acme.example" },
      { id: "2", name: "Tomas Brandt", email: "tomas@acme.example" },
    ],
    onSave: fn(),
  },
} satisfies Meta<typeof SsoPolicyForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NotRequired: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText("Only single sign-on"));
    await userEvent.click(canvas.getByLabelText(/^Mira/));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({ is_required: true, password_admins: ["1"] });
  },
};
export const Required: Story = {
  args: { isRequired: true, passwordAdmins: ["1"] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText(/^Mira/));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({ is_required: true, password_admins: [] });
  },
};
export const Refused: Story = {
  args: {
    isRequired: true,
    failure: {
      text: "",
      fields: { password_admins: ["Name at least one Admin who can still sign in with a password."] },
    },
  },
};
