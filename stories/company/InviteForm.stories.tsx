import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { InviteForm } from "../../src/components/company/InviteForm.tsx";

const meta = { component: InviteForm, parameters: pictures, args: { onInvite: fn() } } satisfies Meta<
  typeof InviteForm
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const Busy: Story = { args: { isBusy: true }, parameters: { chromatic: { disableSnapshot: true } } };
export const Refused: Story = {
  args: { failure: { text: "", fields: { email: ["email: This person already belongs to the company"] } } },
  parameters: forState,
};
/** The error of the role belongs to its field: it is announced with it and has the focus. */
export const RefusedRole: Story = {
  args: { failure: { text: "", fields: { role: ["role: Only an Admin may invite an Admin"] } } },
  play: async ({ canvas }) => {
    const role = canvas.getByRole("combobox", { name: "Role" });
    await expect(role).toHaveAccessibleDescription(/Only an Admin may invite an Admin/);
    await expect(role).toBeInvalid();
  },
  parameters: forState,
};
export const SaysWhatIsWrong: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Email"), "deniz{Enter}");
    await expect(canvas.getByText("Please enter a valid email")).toBeVisible();
    await userEvent.type(canvas.getByLabelText("Email"), "@acme.example{Enter}");
    await expect(args.onInvite).toHaveBeenCalledWith({ email: "deniz@acme.example", role: "Member" });
  },
};
