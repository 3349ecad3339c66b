import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { modes } from "../../.storybook/modes.ts";
import { RefsDialog } from "../../src/components/sources/RefsDialog.tsx";

const meta = {
  component: RefsDialog,
  parameters: { ...framed },
  args: { source: { name: "acme/rocket", patterns: ["release/*"] }, onSave: fn(), onClose: fn() },
} satisfies Meta<typeof RefsDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = {
  parameters: { chromatic: { disableSnapshot: false, modes: { light: modes.light, tr: modes.tr } } },
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox"), "\n  v2.0 \n\n");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(["release/*", "v2.0"]);
  },
};
export const Invalid: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox"), "\na..b");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(screen.getByText(/a\.\.b cannot be a name/)).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { failure: "Only Owners and Maintainers may change the sources." } };
