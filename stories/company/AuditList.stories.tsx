import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes, layoutModes } from "../../.storybook/modes.ts";
import { AuditList } from "../../src/components/company/AuditList.tsx";
import { auditEntries } from "../../tests/fixtures/account.ts";

const meta = {
  component: AuditList,
  args: { entries: auditEntries() },
} satisfies Meta<typeof AuditList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText("role: Member → Admin")).toBeVisible();
    // Times are formatted as everywhere else, not as sent by the server.
    await expect(canvas.getByText(/^trial ends: Mar 10, 2026/)).toBeVisible();
    await expect(canvas.queryByText(/trial_ends|T00:00/)).toBeNull();
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
/** Roles and facts are in the reader's language; an unknown fact of a newer server is shown as sent. */
export const Turkish: Story = {
  globals: { locale: "tr" },
  args: { entries: auditEntries().map((entry) => ({ ...entry, after: { ...entry.after, shelf: "top" } })) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("rol: Üye → Yönetici")).toBeVisible();
    await expect(canvas.getAllByText("shelf: top")[0]).toBeVisible();
  },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
export const LongNames: Story = {
  args: {
    entries: auditEntries().map((entry) => ({
      ...entry,
      actor: { ...entry.actor, name: "x".repeat(200), email: `${"y".repeat(120)}@example.org` },
      subject: { kind: "user", id: null, name: "z".repeat(300) },
    })),
  },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
