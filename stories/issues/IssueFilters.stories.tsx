import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, forLayout, modes, forState } from "../../.storybook/modes.ts";
import { EMPTY_ISSUE_FILTER } from "../../src/components/issues/issueFilter.ts";
import { IssueFilters, type IssueFiltersProps } from "../../src/components/issues/IssueFilters.tsx";
import { DEFAULT_ISSUE_COLUMNS, ISSUE_COLUMNS } from "../../src/components/issues/issueColumns.ts";
import { issueFacets, workflowFacets } from "../../tests/fixtures/issues.ts";

function Stateful(props: IssueFiltersProps) {
  const [filter, setFilter] = useState(props.filter);
  return (
    <IssueFilters
      {...props}
      filter={filter}
      onFilter={(next) => {
        props.onFilter(next);
        setFilter(next);
      }}
    />
  );
}

const meta = {
  parameters: pictures,
  component: IssueFilters,
  render: (args) => <Stateful {...args} />,
  args: {
    filter: EMPTY_ISSUE_FILTER,
    sort: "-updated_at",
    columns: DEFAULT_ISSUE_COLUMNS,
    available: ISSUE_COLUMNS.filter((column) => !["type", "files", "similar"].includes(column)),
    facets: issueFacets(),
    people: {},
    trackers: [
      { id: "t-1", name: "atlas" },
      { id: "t-2", name: "atlas-mobile" },
    ],
    onFilter: fn(),
    onSort: fn(),
    onColumns: fn(),
    onHelp: fn(),
  },
} satisfies Meta<typeof IssueFilters>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Nothing: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
/** With one tracker and no marks, as in most projects, everything fits one line of a small laptop's window. */
export const OneLine: Story = {
  parameters: forState,
  args: {
    trackers: [{ id: "t-1", name: "atlas" }],
    available: ISSUE_COLUMNS,
    facets: { ...issueFacets(), mark: [] },
  },
  decorators: [
    (Story) => (
      <div style={{ width: 1232 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas }) => {
    const top = (element: HTMLElement) => Math.round(element.getBoundingClientRect().top);
    await expect(top(canvas.getByRole("button", { name: "Columns" }))).toBe(
      top(canvas.getByRole("button", { name: "Label" })),
    );
    // A search field has the corners of any other field.
    await expect(getComputedStyle(canvas.getByRole("searchbox")).borderRadius).toBe("4px");
  },
};
export const Narrowed: Story = {
  parameters: forState,
  args: {
    filter: { ...EMPTY_ISSUE_FILTER, text: "cursor", state: "closed", labels: ["bug", "search"], assignees: ["none"] },
  },
};
/** Ranges of days come from the links of other pages. */
export const OfALink: Story = {
  parameters: forState,
  args: {
    filter: {
      ...EMPTY_ISSUE_FILTER,
      state: "all",
      created: "2026-09-05..2026-11-27",
      updated: "..2026-10-29",
      isWithoutBots: true,
    },
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove the filter “Without bots”" }));
    await expect(args.onFilter).toHaveBeenCalledWith(expect.objectContaining({ isWithoutBots: false }));
  },
};
export const FacetsUnknown: Story = { parameters: forState, args: { facets: null } };
export const Turkish: Story = { ...Narrowed, globals: { locale: "tr" }, parameters: forLayout };
export const ValueThatIsNoLongerThere: Story = {
  parameters: forState,
  args: { filter: { ...EMPTY_ISSUE_FILTER, labels: ["gone"] } },
};

export const SlashLeadsToTheField: Story = {
  parameters: forState,
  args: { filter: { ...EMPTY_ISSUE_FILTER, text: "cursor" } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard("/");
    await expect(canvas.getByRole("searchbox")).toHaveFocus();
    // In the field it is a letter like any other, which replaces the selected text.
    await userEvent.keyboard("/");
    await expect(canvas.getByRole("searchbox")).toHaveValue("/");
  },
};
export const ChoosesLabelsByKeyboard: Story = {
  parameters: forState,
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("button", { name: "Label" }).focus();
    await userEvent.keyboard("{Enter}");
    const field = await screen.findByRole("searchbox", { name: "Find in the list" });
    await waitFor(() => expect(field).toBeVisible());
    await userEvent.type(field, "sync");
    await userEvent.click(screen.getByRole("checkbox", { name: /sync/ }));
    await expect(args.onFilter).toHaveBeenCalledWith({ ...EMPTY_ISSUE_FILTER, labels: ["sync"] });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Label sync" })).toHaveFocus());
  },
};

export const LeavesOutAColumn: Story = {
  parameters: forState,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Columns" }));
    const box = await screen.findByRole("checkbox", { name: "Labels" });
    await waitFor(() => expect(screen.getByText("Labels")).toBeVisible());
    await expect(screen.getByRole("checkbox", { name: "Title" })).toBeDisabled();
    await userEvent.click(box);
    await expect(args.onColumns).toHaveBeenCalledWith(expect.not.arrayContaining(["labels"]));
  },
};

export const SearchesAfterAPause: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox"), "abc");
    await waitFor(() => expect(args.onFilter).toHaveBeenCalledOnce());
    await expect(args.onFilter).toHaveBeenCalledWith({ ...EMPTY_ISSUE_FILTER, text: "abc" });
  },
};
/** On Jira: each facet that an issue has. Long lists have a field. */
export const WithWorkflow: Story = {
  args: { facets: { ...issueFacets(), ...workflowFacets() } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole("button", { name: "Milestone" }).focus();
    await userEvent.keyboard("{Enter}");
    const field = await screen.findByRole("searchbox", { name: "Find in the list" });
    await waitFor(() => expect(field).toBeVisible());
    await userEvent.type(field, "2026.17");
    await userEvent.click(screen.getByRole("checkbox", { name: /2026.17/ }));
    await expect(args.onFilter).toHaveBeenCalledWith({ ...EMPTY_ISSUE_FILTER, milestones: ["2026.17"] });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Milestone 2026.17" })).toHaveFocus());
    await expect(canvas.getByRole("button", { name: "Status" })).toBeVisible();
  },
};
