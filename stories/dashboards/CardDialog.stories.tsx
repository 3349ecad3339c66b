import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { insightOptions } from "../../tests/fixtures/insights.ts";

import { CardDialog } from "../../src/components/dashboards/CardDialog.tsx";

const meta = {
  component: CardDialog,
  parameters: { ...framed },
  args: {
    card: null,
    projects: insightOptions.projects,
    people: insightOptions.people,
    ownMetrics: [],
    onPersonProject: fn(),
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof CardDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NewMetric: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Metric" }), "cycle_time");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      kind: "metric",
      title: null,
      metric: "cycle_time",
      display: "chart",
      project: null,
    });
  },
};
/** A metric that is not there yet is defined from the form, which then shows it. */
export const DefineMetric: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    ownMetrics: [{ id: "m-1", name: "Releases", project: "atlas" }],
    newMetric: {
      canDefine: (project) => project !== null,
      define: (project, choose) => choose({ id: "m-1", project }),
    },
  },
  play: async ({ args, userEvent }) => {
    const button = await screen.findByRole("button", { name: "New metric…" });
    await expect(button).toBeDisabled();
    await expect(screen.getByText("Choose the project first whose metric it is.")).toBeVisible();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Project" }), "atlas");
    await userEvent.click(button);
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      kind: "own_metric",
      title: null,
      metric: "m-1",
      project: "atlas",
    });
  },
};
/** That of projects is about those of the page, so that it has no project of its own. */
export const Comparison: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { card: { kind: "comparison", title: null, by: "sources", project: "atlas" } },
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByRole("combobox", { name: "Project" })).toHaveValue("atlas");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "What is compared" }), "projects");
    await expect(screen.queryByRole("combobox", { name: "Project" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await expect(args.onSave).toHaveBeenCalledWith({ kind: "comparison", title: null, by: "projects", project: null });
  },
};
export const NewPerson: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Kind" }), "person");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Project" }), "atlas");
    await expect(args.onPersonProject).toHaveBeenCalledWith("atlas");
  },
};
export const ChangeText: Story = { args: { card: { kind: "text", title: "Goals", text: "**Answer** within a day" } } };
/** What came from the address of a list and has no field is kept. */
export const ChangeList: Story = {
  args: {
    card: {
      kind: "list",
      title: null,
      of: "issues",
      project: "atlas",
      filter: { assignee: ["none"], label: ["bug"] },
      rows: 10,
    },
  },
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByText("Also filtered by assignee: none")).toBeVisible();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "State" }), "open");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ filter: { assignee: ["none"], label: ["bug"], state: ["open"] } }),
    );
  },
};
/** The labels of one list are no filter of another, and the field does not show them. */
export const ChangeWhatIsListed: Story = {
  args: {
    card: { kind: "list", title: null, of: "issues", project: "atlas", filter: { label: ["bug"] }, rows: 10 },
  },
  play: async ({ args, userEvent }) => {
    await expect(await screen.findByRole("textbox", { name: "Labels" })).toHaveValue("bug");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "What is listed" }), "requests");
    await expect(screen.getByRole("textbox", { name: "Labels" })).toHaveValue("");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ of: "requests", filter: { state: ["open"] } }),
    );
  },
};
/** The number of rows is emptied and typed again. */
export const ChangeRows: Story = {
  args: {
    card: { kind: "list", title: null, of: "issues", project: "atlas", filter: { label: ["bug"] }, rows: 10 },
  },
  play: async ({ args, userEvent }) => {
    const rows = await screen.findByRole("spinbutton", { name: "Rows" });
    await userEvent.clear(rows);
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await expect(screen.getByText("Give a whole number from 1 to 20.")).toBeVisible();
    await userEvent.type(rows, "58");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.clear(rows);
    await userEvent.type(rows, "8");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ rows: 8 }));
  },
};
export const ChangeSearch: Story = {
  args: {
    card: {
      kind: "count",
      title: null,
      of: "search",
      project: null,
      filter: { q: ["TODO kind:code"] },
      display: "now",
    },
  },
};
export const ChangeMap: Story = { args: { card: { kind: "map", title: null, map: "knowledge", project: null } } };
export const Turkish: Story = { globals: { locale: "tr" } };
