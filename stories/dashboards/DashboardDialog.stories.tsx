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
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ name: "Weekly", sharing: "private", template: "triage" }),
    );
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
const OWNERS = [
  { project: null, name: "The company" },
  { project: "atlas", name: "Atlas" },
];
/** The four keys are metrics of a project or of the company, and which issues are incidents can be said. */
export const FourKeys: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { metricOwners: OWNERS },
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "DORA");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Begin with" }), "dora");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Metrics of" }), "atlas");
    const incidents = screen.getByRole("textbox", { name: "Which issues are incidents" });
    await userEvent.clear(incidents);
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(incidents, "label:sev1");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      name: "DORA",
      sharing: "private",
      template: "dora",
      project: "atlas",
      incidents: "label:sev1",
    });
  },
};
export const FourKeysMayNotBeDefined: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { metricOwners: [] },
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "DORA");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Begin with" }), "dora");
    await expect(screen.getByText(/Ask a Maintainer of a project or an Admin/)).toBeVisible();
    await expect(screen.getByRole("button", { name: "Create" })).toBeDisabled();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Begin with" }), "delivery");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(args.onSave).toHaveBeenCalledTimes(1);
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
