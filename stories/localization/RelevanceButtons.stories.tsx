import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RelevanceButtons } from "../../src/components/localization/RelevanceButtons.tsx";

const meta = {
  component: RelevanceButtons,
  args: { verdict: null, onVerdict: fn() },
} satisfies Meta<typeof RelevanceButtons>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Undecided: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Wrong" }));
    await expect(args.onVerdict).toHaveBeenLastCalledWith("wrong");
  },
};
export const Right: Story = {
  args: { verdict: "right" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Right" }));
    await expect(args.onVerdict).toHaveBeenLastCalledWith(null);
  },
};
export const Wrong: Story = { args: { verdict: "wrong" } };
