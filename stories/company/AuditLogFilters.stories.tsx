import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { AuditLogFilters } from "../../src/components/company/AuditLogFilters.tsx";

const NOTHING = { person: "", action: "", from: "", to: "" } as const;

const meta = {
  parameters: pictures,
  component: AuditLogFilters,
  args: { value: NOTHING, onChange: fn(), onExport: fn() },
} satisfies Meta<typeof AuditLogFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByLabelText("Person, address or object"), "a");
    await waitFor(() => expect(args.onChange).toHaveBeenLastCalledWith({ ...NOTHING, person: "a" }));
    await userEvent.selectOptions(canvas.getByLabelText("Action"), "Project deleted");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...NOTHING, action: "project.deleted" });
    await userEvent.click(canvas.getByRole("button", { name: "Export as CSV" }));
    await expect(args.onExport).toHaveBeenCalledTimes(1);
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const NothingToExport: Story = { args: { onExport: undefined }, parameters: forState };
export const Exporting: Story = { args: { isExporting: true } };
