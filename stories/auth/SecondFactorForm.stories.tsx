import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SecondFactorForm } from "../../src/components/auth/SecondFactorForm.tsx";

const WRONG = "The code is not right, or was used already.";
const meta = {
  component: SecondFactorForm,
  args: { onSubmit: fn(), onPasskey: fn(), onBack: fn() },
} satisfies Meta<typeof SecondFactorForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Code")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Continue" }));
    await expect(canvas.getByText("This field is required")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Code"), " 123 456 {Enter}");
    await expect(args.onSubmit).toHaveBeenCalledWith("123 456");
    await userEvent.click(canvas.getByRole("button", { name: "Use a passkey" }));
    await expect(args.onPasskey).toHaveBeenCalled();
  },
};
export const WithoutPasskeys: Story = { args: { onPasskey: undefined } };
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: { text: `code: ${WRONG}`, fields: { code: [WRONG] } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(WRONG)).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
