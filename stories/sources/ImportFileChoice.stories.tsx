import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportFileChoice } from "../../src/components/sources/ImportFileChoice.tsx";

const meta = {
  component: ImportFileChoice,
  args: { onChoose: fn() },
} satisfies Meta<typeof ImportFileChoice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvasElement, canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: "Choose a file" })).toBeVisible();
    const input = canvasElement.querySelector("input");
    if (input) await userEvent.upload(input, new File(["id,title"], "issues.csv", { type: "text/csv" }));
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ name: "issues.csv" }));
  },
};
export const Busy: Story = { args: { isBusy: true } };
