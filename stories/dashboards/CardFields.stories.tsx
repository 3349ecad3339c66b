import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { insightOptions } from "../../tests/fixtures/insights.ts";

import { CardFields } from "../../src/components/dashboards/CardFields.tsx";

const meta = {
  component: CardFields,
  args: {
    draft: { kind: "metric", title: null, metric: "lead_time", display: "chart", project: null },
    projects: insightOptions.projects,
    people: null,
    ownMetrics: [{ id: "m1", name: "Review time of the core", project: "atlas" }],
    rows: "10",
    errorsOf: (): readonly string[] | undefined => undefined,
    onChange: fn(),
    onRows: fn(),
    onPersonProject: fn(),
  },
} satisfies Meta<typeof CardFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Metric: Story = { parameters: lightPicture };
/** A metric of a project is about that project alone. */
export const OwnMetric: Story = {
  args: { draft: { kind: "own_metric", title: null, metric: "", project: null } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Metric" }), "m1");
    await expect(args.onChange).toHaveBeenCalledWith(expect.objectContaining({ metric: "m1", project: "atlas" }));
  },
};
export const NoOwnMetrics: Story = {
  args: { draft: { kind: "own_metric", title: null, metric: "", project: null }, ownMetrics: [] },
};
export const PeopleLoad: Story = { args: { draft: { kind: "person", title: null, project: "atlas", person: "" } } };
export const Faults: Story = {
  args: { draft: { kind: "text", title: null, text: "" }, errorsOf: () => ["This field is required"] },
};
export const Count: Story = {
  args: {
    draft: { kind: "count", title: null, of: "issues", project: "atlas", filter: { label: ["bug"] }, display: "now" },
  },
  play: async ({ args, canvas, userEvent }) => {
    // The labels of issues are no filter of a search.
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "What is counted" }), "search");
    await expect(args.onChange).toHaveBeenCalledWith(expect.objectContaining({ of: "search", filter: {} }));
  },
};
export const SearchOfSeveralProjects: Story = {
  args: {
    draft: {
      kind: "list",
      title: null,
      of: "search",
      project: null,
      filter: { q: ["x"], project: ["atlas"] },
      rows: 5,
    },
  },
  play: async ({ args, canvas, userEvent }) => {
    // Those of the search give way to those of the page.
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Project" }), "Those of the page");
    await expect(args.onChange).toHaveBeenCalledWith(expect.objectContaining({ project: null, filter: { q: ["x"] } }));
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
