import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import type { AuditEntry } from "../../contract/access/audit.ts";
import { pictures, modes, layoutModes } from "../../.storybook/modes.ts";
import { AuditList } from "../../src/components/company/AuditList.tsx";
import { auditEntries } from "../../tests/fixtures/account.ts";

const [first, second] = auditEntries() as [AuditEntry, AuditEntry];

const meta = {
  parameters: pictures,
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
/** Kinds, metrics and days of Insights have words. */
export const Insights: Story = {
  args: {
    entries: [
      {
        ...first,
        action: "insights.annotation_changed",
        subject: { kind: "annotation", id: "a-1", name: "Search was down" },
        before: { kind: "note", title: "Search was down", day: "2026-11-04" },
        after: { project: "atlas", kind: "incident", title: "Search was down", day: "2026-11-05" },
      },
      { ...second, action: "insights.target_set", before: null, after: { metric: "lead_time", value: 48 } },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("kind: Note → Incident")).toBeVisible();
    await expect(canvas.getByText("day: Nov 4, 2026 → Nov 5, 2026")).toBeVisible();
    await expect(canvas.getByText("project: atlas")).toBeVisible();
    await expect(canvas.queryByText(/^title/)).toBeNull();
    await expect(canvas.getByText("metric: Lead time")).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
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
