import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ReportFilters } from "../../src/components/reports/ReportFilters.tsx";
import { reportBody, reports } from "../../tests/fixtures/reports.ts";

const value = reportBody({ project: ["tern"], repository: ["r-1"] });
const options = {
  repositories: [{ id: "r-1", name: "acme/tern" }],
  trackers: [{ id: "t-1", name: "tern/tern" }],
  people: [],
  labels: ["bug"],
  types: ["bug" as const],
};
const meta = {
  component: ReportFilters,
  args: { value, pages: reports().pages, options, onChange: fn() },
} satisfies Meta<typeof ReportFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Filtered: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByRole("button", { name: /Tern/ })).toBeVisible();
    await expect(screen.getByRole("button", { name: /acme\/tern/ })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Remove the filters" }));
    await expect(args.onChange).toHaveBeenCalledWith(
      expect.objectContaining({ project: [], repository: [], label: [] }),
    );
  },
};
export const WithoutFilters: Story = { args: { value: reportBody() } };
/** Insights is of its project, and has the filters of its page. */
export const OfInsights: Story = {
  args: { value: reportBody({ page: { kind: "insights", project: "tern" } }) },
  play: async () => {
    await expect(await screen.findByRole("button", { name: /Repositor/ })).toBeVisible();
    await expect(screen.queryByRole("button", { name: /Project/ })).toBeNull();
    for (const name of [/Tracker/, /Label/, /Type/]) await expect(screen.getByRole("button", { name })).toBeVisible();
  },
};
/** A repository that is gone still can be removed. */
export const Unknown: Story = { args: { value: reportBody({ repository: ["r-9"] }), options: null } };
export const Turkish: Story = { globals: { locale: "tr" } };
