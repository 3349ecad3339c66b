import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { DemoSignIns } from "../../src/components/auth/DemoSignIns.tsx";
import { demoPeople } from "../../tests/fixtures/account.ts";

const meta = {
  component: DemoSignIns,
  parameters: pictures,
  args: { people: demoPeople(), onSignIn: fn() },
} satisfies Meta<typeof DemoSignIns>;
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
/** The pressed button keeps the focus during the request. */
export const KeepsFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: function SigningIn(args) {
    const [isBusy, setBusy] = useState(false);
    return <DemoSignIns {...args} isBusy={isBusy} onSignIn={() => setBusy(true)} />;
  },
  play: async ({ canvas, userEvent }) => {
    const pressed = canvas.getByRole("button", { name: "Tomas Brandt, Member" });
    await userEvent.click(pressed);
    await expect(canvas.getByRole("button", { name: "Tomas Brandt, Member", busy: true })).toHaveFocus();
    for (const other of canvas.getAllByRole("button").filter((button) => button !== pressed))
      await expect(other).toBeDisabled();
  },
};
