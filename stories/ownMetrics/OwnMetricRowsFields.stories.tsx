import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import type { RowsDefinition } from "../../contract/insights/ownMetrics.ts";
import { OwnMetricRowsFields } from "../../src/components/ownMetrics/OwnMetricRowsFields.tsx";

const COUNT: RowsDefinition = {
  kind: "rows",
  of: "issues",
  at: "opened",
  filter: "label:bug",
  by: null,
  value: { kind: "count" },
};

const meta = {
  component: OwnMetricRowsFields,
  args: { definition: COUNT, filterErrors: undefined, partErrors: undefined, fieldErrors: undefined, onChange: fn() },
} satisfies Meta<typeof OwnMetricRowsFields>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Another kind of rows has other times, filters and groups, so the rest begins again. */
export const Count: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "What is counted" }), "reviews");
    await expect(args.onChange).toHaveBeenCalledWith({ ...COUNT, of: "reviews", at: "reviewed", filter: "" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Value" }), "median");
    const of = { kind: "between", from: "opened", to: "closed" };
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...COUNT, value: { kind: "median", of } });
  },
};
export const Percentile: Story = {
  args: {
    definition: {
      ...COUNT,
      of: "requests",
      at: "merged",
      by: "reviewer",
      value: { kind: "percentile", p: 90, of: { kind: "between", from: "opened", to: "reviewed" } },
    },
  },
};
export const Share: Story = { args: { definition: { ...COUNT, value: { kind: "share", part: "is:closed" } } } };
/** Commits have lines, and one time alone. */
export const Lines: Story = {
  args: {
    definition: {
      ...COUNT,
      of: "commits",
      at: "committed",
      filter: "",
      value: { kind: "sum", of: { kind: "number", name: "lines" } },
    },
  },
};
/** What is known of the changes of a page depends on the wiki. */
export const PageChanges: Story = {
  args: { definition: { ...COUNT, of: "page_changes", at: "changed", filter: "path:DOCS/", by: "space" } },
  play: async ({ args, userEvent }) => {
    const of = await screen.findByRole("combobox", { name: "What is counted" });
    await expect(of).toHaveAccessibleDescription(/as far as the wiki reports them/);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "For each" }), "page above");
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.definition, by: "parent" });
    await userEvent.selectOptions(of, "pages of wikis");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...COUNT, of: "pages", at: "created", filter: "" });
  },
};
/** Which releases count is said where they are chosen. */
export const Releases: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { definition: { ...COUNT, of: "releases", at: "published", filter: "ref:v*", value: { kind: "per_week" } } },
  play: async ({ args, userEvent }) => {
    const of = await screen.findByRole("combobox", { name: "What is counted" });
    await expect(of).toHaveAccessibleDescription(/In a project whose hosts have published nothing, tags count/);
    await userEvent.selectOptions(of, "requests");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...COUNT, of: "requests", at: "opened", filter: "" });
  },
};
/** A share of releases that an issue followed has a filter of issues. */
export const Followed: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    definition: {
      ...COUNT,
      of: "releases",
      at: "published",
      filter: "",
      value: { kind: "followed", issues: "label:outage" },
    },
  },
  play: async ({ args, userEvent }) => {
    const filter = await screen.findByRole("textbox", { name: "Filter of the issues" });
    await expect(filter).toHaveValue("label:outage");
    await expect(filter).toHaveAccessibleDescription(/milestone:/);
    await userEvent.type(filter, "s");
    await expect(args.onChange).toHaveBeenCalledWith(
      expect.objectContaining({ value: { kind: "followed", issues: "label:outages" } }),
    );
    // Issues are not followed by issues.
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "What is counted" }), "issues");
    await expect(args.onChange).toHaveBeenLastCalledWith(expect.objectContaining({ value: { kind: "count" } }));
  },
};
/** A custom field of the tracker is a group by its name. */
export const CustomField: Story = {
  args: { definition: { ...COUNT, by: "field:Team" } },
  play: async ({ args, userEvent }) => {
    const name = await screen.findByRole("textbox", { name: "Name of the custom field" });
    await expect(name).toHaveValue("Team");
    await userEvent.type(name, "s");
    await expect(args.onChange).toHaveBeenCalledWith({ ...COUNT, by: "field:Teams" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "For each" }), "milestone");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...COUNT, by: "milestone" });
  },
};
export const Refused: Story = { args: { filterErrors: ["“crash” is no filter."] } };
export const Turkish: Story = { globals: { locale: "tr" } };
