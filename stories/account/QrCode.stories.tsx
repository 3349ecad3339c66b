import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { QrCode } from "../../src/components/account/QrCode.tsx";

const meta = {
  component: QrCode,
  args: {
    text: "otpauth://totp/Clew%3Aada%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Clew&algorithm=SHA1&digits=6&period=30",
    label: "QR code",
  },
} satisfies Meta<typeof QrCode>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Address: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("img", { name: "QR code" })).toBeVisible();
  },
};
export const ShortText: Story = { args: { text: "clew" } };
