import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FoldersField } from "../../src/components/sources/FoldersField.tsx";

const meta = {
  component: FoldersField,
  args: { value: "services/pay", onChange: fn() },
} satisfies Meta<typeof FoldersField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Typed: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox"), "/");
    await expect(args.onChange).toHaveBeenCalledWith("services/pay/");
  },
};
export const Empty: Story = { args: { value: "" } };
export const Busy: Story = { args: { isBusy: true } };
export const Faulty: Story = {
  args: {
    value: "../pay",
    errors: ["“../pay” has . or .. in it: write the whole path from the root of the repository."],
  },
};
