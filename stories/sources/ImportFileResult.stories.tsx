import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportFileResult } from "../../src/components/sources/ImportFileResult.tsx";

const meta = {
  component: ImportFileResult,
  args: {
    counts: { new: 1204, changed: 12, unchanged: 3, older: 0 },
    skipped: 0,
    refused: 2,
    reasons: ["Row 7: It has more cells than the header.", "Row 9, column Created: “soon” is no date."],
    stopped: null,
    onDownload: fn(),
  },
} satisfies Meta<typeof ImportFileResult>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Done: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("1,204")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Download the refused rows" }));
    await expect(args.onDownload).toHaveBeenCalledOnce();
  },
};
export const Stopped: Story = {
  args: { stopped: "The server is not reachable.", skipped: 500, refused: 0, reasons: [] },
};
