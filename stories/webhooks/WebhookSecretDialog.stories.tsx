import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { WebhookSecretDialog } from "../../src/components/webhooks/WebhookSecretDialog.tsx";

const meta = {
  component: WebhookSecretDialog,
  args: {
    secret: { name: "Release board", value: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" },
    onCopy: fn(() => Promise.resolve(true)),
    onClose: fn(),
  },
  parameters: { ...framed },
} satisfies Meta<typeof WebhookSecretDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Shown: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Copy" }));
    await expect(args.onCopy).toHaveBeenCalledWith("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
  },
};
