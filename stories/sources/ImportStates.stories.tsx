import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportStates } from "../../src/components/sources/ImportStates.tsx";

const meta = {
  component: ImportStates,
  args: {
    states: [
      { value: "To do", state: "open" },
      { value: "Won’t do", state: "closed" },
    ],
    options: ["open", "closed"],
    onChange: fn(),
  },
} satisfies Meta<typeof ImportStates>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "What To do means" }), "Closed");
    await expect(args.onChange).toHaveBeenCalledWith("To do", "closed");
  },
};
