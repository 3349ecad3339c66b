import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";

import { DashboardDialog } from "../../src/components/dashboards/DashboardDialog.tsx";

const meta = {
  component: DashboardDialog,
  parameters: { ...framed },
  args: { dashboard: null, onSave: fn(), onClose: fn() },
} satisfies Meta<typeof DashboardDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const name = await screen.findByRole("textbox", { name: "Name" });
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(name).toHaveFocus();
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(name, " Weekly ");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Begin with" }), "triage");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(args.onSave).toHaveBeenCalledWith({ name: "Weekly", sharing: "private", template: "triage" });
  },
};
export const Change: Story = { args: { dashboard: { name: "Delivery", sharing: "read" } } };
export const MayNotShare: Story = { args: { dashboard: { name: "Delivery", sharing: "edit" }, canShare: false } };
export const OfAnotherUser: Story = {
  args: { dashboard: { name: "Delivery", sharing: "edit" }, canBePrivate: false },
  play: async () => {
    const sharing = await screen.findByRole("combobox", { name: "Who may see it" });
    await expect(sharing).toHaveValue("edit");
    await expect([...(sharing as HTMLSelectElement).options].map(({ value }) => value)).not.toContain("private");
  },
};
export const Busy: Story = { args: { dashboard: { name: "Delivery", sharing: "read" }, isBusy: true } };
export const Refused: Story = {
  args: {
    dashboard: { name: "Delivery", sharing: "read" },
    failure: { text: "You have 100 dashboards. Delete one first." },
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
