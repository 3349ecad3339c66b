import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AccessPolicyForm } from "../../src/components/company/AccessPolicyForm.tsx";
import { accessPolicy } from "../../tests/fixtures/account.ts";

const meta = {
  component: AccessPolicyForm,
  args: { policy: accessPolicy(), onSave: fn() },
} satisfies Meta<typeof AccessPolicyForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoLimits: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/Your address now: 203\.0\.113\.9/)).toBeVisible();
    await userEvent.selectOptions(canvas.getByLabelText("End a session without use after"), "8 hours");
    await userEvent.type(canvas.getByLabelText("Allowed networks"), "203.0.113.0/24{Enter}2001:db8::/32");
    await userEvent.click(canvas.getByRole("checkbox", { name: /remote MCP clients/ }));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      session_idle_minutes: 480,
      session_max_hours: null,
      token_max_days: null,
      networks: ["203.0.113.0/24", "2001:db8::/32"],
      oauth_clients: false,
    });
  },
};
/** An operator or another client has stored values that the form does not offer. */
export const OtherValues: Story = {
  args: {
    policy: accessPolicy({
      session_idle_minutes: 45,
      session_max_hours: 36,
      token_max_days: 14,
      networks: ["203.0.113.0/24"],
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("End a session without use after")).toHaveDisplayValue("45 minutes");
    await expect(canvas.getByLabelText("End a session after the sign-in")).toHaveDisplayValue("36 hours");
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: { text: "", fields: { networks: ["“10.0/8” is no network."] } } },
};
