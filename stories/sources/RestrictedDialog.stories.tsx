import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { RestrictedDialog } from "../../src/components/sources/RestrictedDialog.tsx";

const meta = {
  component: RestrictedDialog,
  parameters: { ...pictures, ...framed },
  args: { source: { name: "acme/rocket", role: null }, onSave: fn(), onClose: fn() },
} satisfies Meta<typeof RestrictedDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TurnedOn: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox"), "Maintainer");
    await expect(screen.getByText(/will see confidential issues/)).toBeVisible();
    await expect(screen.getByText(/The next sync reads/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith("Maintainer");
  },
};
export const TurnedOff: Story = {
  args: { source: { name: "acme/rocket", role: "Developer" } },
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox"), "");
    await expect(screen.getByText(/removed at once/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(null);
  },
};
export const Refused: Story = {
  args: { failure: "Only an Owner may open to more people what the token of this source reads." },
  parameters: forState,
};
export const Busy: Story = { args: { isBusy: true }, parameters: forState };
