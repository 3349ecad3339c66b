import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { GroupsClaimField } from "../../src/components/company/GroupsClaimField.tsx";

const meta = {
  component: GroupsClaimField,
  args: { value: "groups", onChange: fn() },
} satisfies Meta<typeof GroupsClaimField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Named: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Claim or attribute of groups"), "2");
    await expect(args.onChange).toHaveBeenCalledWith("groups2");
  },
};
export const Empty: Story = { args: { value: "" } };
export const Refused: Story = { args: { errors: ["This is too long."] } };
