import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PasskeyList } from "../../src/components/account/PasskeyList.tsx";
import { secondFactors } from "../../tests/fixtures/account.ts";

const { passkeys } = secondFactors();
const meta = {
  component: PasskeyList,
  args: { passkeys, onRemove: fn() },
} satisfies Meta<typeof PasskeyList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/Not used yet/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Remove Phone" }));
    await expect(args.onRemove).toHaveBeenCalledWith(passkeys[1]);
  },
};
export const Removing: Story = { args: { busy: ["pk-phone"] } };
export const LongName: Story = {
  args: { passkeys: passkeys.map((passkey) => ({ ...passkey, name: "k".repeat(120) })) },
};
export const Turkish: Story = { globals: { locale: "tr" } };
