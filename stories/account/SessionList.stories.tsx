import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { SessionList } from "../../src/components/account/SessionList.tsx";
import { sessions } from "../../tests/fixtures/account.ts";

const meta = {
  parameters: pictures,
  component: SessionList,
  args: { sessions: sessions(), onRevoke: fn() },
} satisfies Meta<typeof SessionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Sign out of Safari on iOS" }));
    await expect(args.onRevoke).toHaveBeenCalledWith(args.sessions[1]);
    // The current session has none.
    await expect(canvas.getAllByRole("button", { name: /^Sign out of/ })).toHaveLength(2);
    await expect(canvas.getByText(/^a use of it in another browser was refused/)).toBeVisible();
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const OnlyThisOne: Story = { args: { sessions: sessions().slice(0, 1) } };
export const Ending: Story = { args: { busy: ["s-phone"] }, parameters: forState };
