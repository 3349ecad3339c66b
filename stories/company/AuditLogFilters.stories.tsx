import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { AuditLogFilters } from "../../src/components/company/AuditLogFilters.tsx";
import { AuditList } from "../../src/components/company/AuditList.tsx";
import { auditEntries } from "../../tests/fixtures/account.ts";

const NOTHING = { person: "", action: "", from: "", to: "" } as const;

const meta = {
  component: AuditLogFilters,
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  args: { value: NOTHING, onChange: fn(), onExport: fn() },
} satisfies Meta<typeof AuditLogFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Filters: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByLabelText("Person, address or thing"), "a");
    await waitFor(() => expect(args.onChange).toHaveBeenLastCalledWith({ ...NOTHING, person: "a" }));
    await userEvent.selectOptions(canvas.getByLabelText("Action"), "Project deleted");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...NOTHING, action: "project.deleted" });
    await userEvent.click(canvas.getByRole("button", { name: "Export as CSV" }));
    await expect(args.onExport).toHaveBeenCalledTimes(1);
  },
};
export const FiltersWithNothingToExport: Story = { args: { onExport: undefined } };
export const FiltersWhileExporting: Story = { args: { isExporting: true } };
export const Entries: Story = {
  render: () => <AuditList entries={auditEntries()} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("role: Member → Admin")).toBeVisible();
    // Times are formatted as everywhere else, not as sent by the server.
    await expect(canvas.getByText(/^trial ends: Mar 10, 2026/)).toBeVisible();
    await expect(canvas.queryByText(/trial_ends|T00:00/)).toBeNull();
  },
};
/** Roles and facts are in the reader's language; an unknown fact of a newer server is shown as sent. */
export const EntriesInTurkish: Story = {
  globals: { locale: "tr" },
  render: () => (
    <AuditList entries={auditEntries().map((entry) => ({ ...entry, after: { ...entry.after, shelf: "top" } }))} />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText("rol: Üye → Yönetici")).toBeVisible();
    await expect(canvas.getAllByText("shelf: top")[0]).toBeVisible();
  },
};
export const LongNames: Story = {
  render: () => (
    <AuditList
      entries={auditEntries().map((entry) => ({
        ...entry,
        actor: { ...entry.actor, name: "x".repeat(200), email: `${"y".repeat(120)}@example.org` },
        subject: { kind: "user", id: null, name: "z".repeat(300) },
      }))}
    />
  ),
};
