import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { insightOptions } from "../../tests/fixtures/insights.ts";

import { DashboardFilters } from "../../src/components/dashboards/DashboardFilters.tsx";

const meta = {
  component: DashboardFilters,
  args: {
    choice: { period: "3m", granularity: "weekly", project: [], repository: [] },
    projects: insightOptions.projects,
    repositories: insightOptions.repositories,
    onChange: fn(),
  },
} satisfies Meta<typeof DashboardFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    // A year has no weeks.
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Period" }), "1y");
    await expect(args.onChange).toHaveBeenCalledWith({ period: "1y", granularity: "monthly" });
  },
};
export const Chosen: Story = {
  args: { choice: { period: "1y", granularity: "monthly", project: ["atlas"], repository: ["r-1"] } },
};
export const BeforeProjects: Story = { args: { projects: [], repositories: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
