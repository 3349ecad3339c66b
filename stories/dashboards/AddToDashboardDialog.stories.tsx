import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { dashboardEntry } from "../../tests/fixtures/dashboards.ts";

import { AddToDashboardDialog } from "../../src/components/dashboards/AddToDashboardDialog.tsx";

const meta = {
  component: AddToDashboardDialog,
  parameters: { ...framed },
  args: {
    dashboards: [dashboardEntry(), dashboardEntry({ id: "d-2", name: "Triage" })],
    onAdd: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof AddToDashboardDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Dashboard" }), "d-2");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onAdd).toHaveBeenCalledWith({ id: "d-2", name: "", form: null });
  },
};
export const New: Story = {
  args: { forms: ["list", "number"] },
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Dashboard" }), "A new dashboard");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onAdd).not.toHaveBeenCalled();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Release");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "As" }), "Number");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onAdd).toHaveBeenCalledWith({ id: null, name: "Release", form: "number" });
  },
};
export const None: Story = { args: { dashboards: [] } };
export const Loading: Story = { args: { dashboards: null } };
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { failure: { text: "Cem Öz has changed this dashboard since you opened it." } } };
export const Turkish: Story = { globals: { locale: "tr" } };
