import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { forState } from "../../.storybook/modes.ts";
import { DemoSignIns } from "../../src/components/auth/DemoSignIns.tsx";
import { demoPeople } from "../../tests/fixtures/account.ts";

const meta = { component: DemoSignIns, args: { people: demoPeople(), onSignIn: fn() } } satisfies Meta<
  typeof DemoSignIns
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const People: Story = {
  parameters: forState,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Tomas Brandt, Member" }));
    await expect(args.onSignIn).toHaveBeenCalledWith(expect.objectContaining({ email: "tomas@clew.example" }));
  },
};
export const Busy: Story = { args: { isBusy: true }, parameters: { chromatic: { disableSnapshot: true } } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
