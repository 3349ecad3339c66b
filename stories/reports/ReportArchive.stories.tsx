import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { reportRun } from "../../tests/fixtures/reports.ts";

import { ReportArchive } from "../../src/components/reports/ReportArchive.tsx";

const meta = {
  component: ReportArchive,
  args: {
    runs: [
      reportRun({ id: "run-3", state: "waiting" }),
      reportRun({
        id: "run-2",
        state: "left",
        detail: "There is no such dashboard. It may have been deleted, or is no longer shared.",
      }),
      reportRun(),
    ],
    hasBrowser: true,
    busy: new Set<string>(),
    onFile: fn(),
  },
} satisfies Meta<typeof ReportArchive>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    // Only what was made has files.
    await expect(canvas.getAllByRole("button", { name: /^PDF/ })).toHaveLength(1);
    await userEvent.click(canvas.getByRole("button", { name: /^CSV/ }));
    await expect(args.onFile).toHaveBeenCalledWith(reportRun(), "csv");
  },
};
export const WithoutBrowser: Story = {
  args: { hasBrowser: false },
  play: ({ canvas }) => expect(canvas.queryByRole("button", { name: /^PDF/ })).toBeNull(),
};
export const Busy: Story = { args: { busy: new Set(["run-1 pdf"]) } };
export const Turkish: Story = { globals: { locale: "tr" } };
