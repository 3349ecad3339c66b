import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RecoveryCodesNotice } from "../../src/components/account/RecoveryCodesNotice.tsx";

const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkm-np${index}q`);
const meta = {
  component: RecoveryCodesNotice,
  args: { codes, onCopy: fn(() => Promise.resolve(true)), onDownload: fn(), onDone: fn() },
} satisfies Meta<typeof RecoveryCodesNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Fresh: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("heading", { name: "Your recovery codes" })).toHaveFocus();
    await expect(canvas.getAllByRole("listitem")).toHaveLength(10);
    await userEvent.click(canvas.getByRole("button", { name: "Copy" }));
    await expect(args.onCopy).toHaveBeenCalledWith(`${codes.join("\n")}\n`);
    await userEvent.click(canvas.getByRole("button", { name: "Download" }));
    await expect(args.onDownload).toHaveBeenCalledWith(`${codes.join("\n")}\n`);
    await userEvent.click(canvas.getByRole("button", { name: "I have stored them" }));
    await expect(args.onDone).toHaveBeenCalled();
  },
};
export const CopyRefused: Story = {
  args: { onCopy: fn(() => Promise.resolve(false)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy" }));
    await expect(await canvas.findByRole("button", { name: "Copying is blocked by the browser" })).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
