import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { AuthenticatorAppDialog } from "../../src/components/account/AuthenticatorAppDialog.tsx";

const WRONG = "The code is not right.";
const meta = {
  component: AuthenticatorAppDialog,
  args: {
    app: {
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      uri: "otpauth://totp/Clew%3Aada%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Clew",
    },
    onCopy: fn(() => Promise.resolve(true)),
    onConfirm: fn(),
    onCancel: fn(),
  },
  parameters: { ...framed },
} satisfies Meta<typeof AuthenticatorAppDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const field = await screen.findByLabelText("Code of the app");
    await waitFor(() => expect(field).toHaveFocus());
    await expect(screen.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect(args.onConfirm).not.toHaveBeenCalled();
    await userEvent.type(field, "123456{Enter}");
    await expect(args.onConfirm).toHaveBeenCalledWith("123456");
    await userEvent.click(screen.getByRole("button", { name: "Copy the key" }));
    await expect(args.onCopy).toHaveBeenCalledWith(args.app.secret);
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: { text: `code: ${WRONG}`, fields: { code: [WRONG] } } },
  play: async () => {
    await expect(await screen.findByText(WRONG)).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
