import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { VerifyForm } from "../../src/components/auth/VerifyForm.tsx";

const meta = {
  parameters: pictures,
  component: VerifyForm,
  args: { email: "ada@acme.example", onSubmit: fn(), onResend: fn() },
} satisfies Meta<typeof VerifyForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: forState };
export const Busy: Story = {
  args: { isBusy: true },
  parameters: { chromatic: { disableSnapshot: true } }, // the button of Form/Busy
};
export const CanResend: Story = { args: { wait: 0 } };
export const RefusedByField: Story = {
  args: {
    failure: { text: "", fields: { code: ["code: This code is not right"] } },
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
/** Another code was sent: the wait starts again. */
export const SentAgain: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the seconds count down
  render: function Sent(args) {
    const [sent, setSent] = useState(1);
    const [isResending, setResending] = useState(false);
    return (
      <>
        <VerifyForm
          {...args}
          sent={sent}
          isResending={isResending}
          wait={sent === 1 ? 0 : 60}
          onResend={() => {
            args.onResend();
            setResending(true);
          }}
        />
        <button
          type="button"
          onClick={() => {
            setResending(false);
            setSent(sent + 1);
          }}
        >
          End the request
        </button>
      </>
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    const resend = canvas.getByRole("button", { name: "Send a new code" });
    await userEvent.dblClick(resend);
    await expect(args.onResend).toHaveBeenCalledOnce();
    await expect(resend).toHaveFocus();
    canvas.getByRole("button", { name: "End the request" }).click();
    await waitFor(() => expect(resend).toHaveAccessibleName(/^Send a new code \(in/));
    await expect(resend).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onResend).toHaveBeenCalledOnce();
  },
};
