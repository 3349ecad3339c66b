import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TokenProjectsField } from "../../src/components/account/TokenProjectsField.tsx";

const meta = {
  component: TokenProjectsField,
  args: {
    label: "Projects",
    projects: [
      { slug: "atlas", name: "Atlas" },
      { slug: "borealis", name: "Borealis" },
    ],
    chosen: ["atlas"],
    errors: undefined,
    onChange: fn(),
  },
} satisfies Meta<typeof TokenProjectsField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Chosen: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await expect(args.onChange).toHaveBeenLastCalledWith(["atlas", "borealis"]);
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await expect(args.onChange).toHaveBeenLastCalledWith([]);
  },
};
export const Required: Story = {
  args: { chosen: [], errors: ["This field is required"] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("checkbox", { name: "Atlas" })).toHaveAccessibleDescription("This field is required");
  },
};
