import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { NameStep } from "../../src/components/wizard/NameStep.tsx";

const meta = {
  parameters: pictures,
  component: NameStep,
  args: { name: "", onChange: fn(), onSubmit: fn() },
} satisfies Meta<typeof NameStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("textbox", { name: "Project name" })).toHaveFocus();
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const TooLong: Story = { args: { name: "Atlas ".repeat(40) }, parameters: forLayout };
export const Refused: Story = {
  args: { name: "Atlas", errors: ["A project of this name exists."] },
  parameters: forState,
};
