import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { report, reportRun } from "../../tests/fixtures/reports.ts";

import { ReportList } from "../../src/components/reports/ReportList.tsx";

const meta = {
  component: ReportList,
  args: {
    reports: [
      report(),
      report({ id: "r-2", name: "Triage", is_mine: false, can_manage: false, owner: "Cem Öz", last: null }),
      report({
        id: "r-3",
        name: "Quality",
        is_enabled: false,
        next_at: null,
        last: reportRun({
          state: "failed",
          detail: "The report could not be made. The operator finds the reason in the log.",
        }),
      }),
    ],
    busy: new Set<string>(),
    onArchive: fn(),
    onOrder: fn(),
    onEdit: fn(),
    onLeave: fn(),
    onDelete: fn(),
  },
} satisfies Meta<typeof ReportList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    // That of another user can be left, and not changed.
    await expect(canvas.queryByRole("button", { name: "Change Triage" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Receive Triage no more" }));
    await expect(args.onLeave).toHaveBeenCalledWith(expect.objectContaining({ id: "r-2" }));
    await userEvent.click(canvas.getByRole("button", { name: "Send Weekly delivery to me now" }));
    await expect(args.onOrder).toHaveBeenCalledWith(report());
  },
};
export const Busy: Story = { args: { busy: new Set(["r-1"]) } };
export const OwnerGone: Story = { args: { reports: [report({ owner: null, is_mine: false, next_at: null })] } };
export const HiddenPage: Story = { args: { reports: [report({ page_name: null })] } };
export const HostileName: Story = { args: { reports: [report({ name: `<img src=x onerror="alert(1)">` })] } };
export const Turkish: Story = { globals: { locale: "tr" } };
