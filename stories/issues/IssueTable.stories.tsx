import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { DEFAULT_ISSUE_COLUMNS, ISSUE_COLUMNS, availableColumns } from "../../src/components/issues/issueColumns.ts";
import { IssueTable, type IssueTableProps } from "../../src/components/issues/IssueTable.tsx";
import { ISSUE_SORTS } from "../../contract/constants.ts";
import { issueRow, issueRows } from "../../tests/fixtures/issues.ts";

/** Keeps the selection, as the screen does by its address. */
function Marked(props: IssueTableProps) {
  const [selected, setSelected] = useState(props.selected);
  return (
    <div style={{ display: "flex", blockSize: 560 }}>
      <IssueTable
        {...props}
        selected={selected}
        onSelect={(id) => {
          props.onSelect(id);
          const next = new Set(selected);
          if (!next.delete(id)) next.add(id);
          setSelected(next);
        }}
      />
    </div>
  );
}

const rows = issueRows(50);
const plainColumns = DEFAULT_ISSUE_COLUMNS.filter((column) => availableColumns(rows).includes(column));

const meta = {
  parameters: pictures,
  component: IssueTable,
  render: (args) => <Marked {...args} />,
  argTypes: {
    rows: { control: false },
    selected: { control: false },
    columns: { control: "check", options: ISSUE_COLUMNS },
    sort: { control: "select", options: ISSUE_SORTS },
    previewedId: { control: "select", options: [null, "i-0", "i-1", "i-2"] },
    total: { control: { type: "number", min: 0 } },
  },
  args: {
    rows,
    total: 50,
    columns: plainColumns,
    sort: "-updated_at",
    selected: new Set<string>(),
    previewedId: null,
    paging: "complete",
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    hrefOf: (issue) => `/projects/atlas/issues/${issue.id}`,
    onSort: fn(),
    onOpen: fn(),
    onPreview: fn(),
    onSelect: fn(),
    onEscape: fn(),
    onHelp: fn(),
    onLoadMore: fn(),
  },
} satisfies Meta<typeof IssueTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 328 }}>
        <Story />
      </div>
    ),
  ],
  parameters: forLayout,
};
export const SelectedAndPreviewed: Story = {
  parameters: forState,
  args: { selected: new Set(["i-1", "i-2"]), previewedId: "i-4" },
};
export const AllColumnsWithAnalysis: Story = {
  parameters: forState,
  args: {
    rows: rows.map((row, at) => ({
      ...row,
      analysis: {
        type: at % 2 === 0 ? "bug" : "feature",
        severity: "high",
        likely_files: ["src/routes/issues/issuePages.ts", "src/services/http.ts"].slice(0, 1 + (at % 2)),
        similar: at % 5,
      },
    })),
    columns: ISSUE_COLUMNS,
  },
};
export const OnlyTitleAndKey: Story = { parameters: forState, args: { columns: ["key", "title"] } };
export const LoadingMore: Story = { args: { total: 5195, paging: "loading" }, parameters: forState };
export const MoreFailed: Story = {
  args: { total: 5195, paging: "failed" },
  parameters: { chromatic: { disableSnapshot: true } }, // LoadingMore has the picture of the row
};

const LONG = "incident-response-tooling".repeat(8);
export const LongNamesAndHostileText: Story = {
  args: {
    rows: [
      issueRow(0, {
        title: LONG,
        key: `A-VERY-LONG-PROJECT-KEY-${2_000_000}`,
        labels: [LONG, "b", "c", "d"],
        author: { id: "x", name: LONG, email: null, avatar_url: null },
        assignees: [{ id: "x", name: LONG, email: null, avatar_url: null }],
      }),
      issueRow(1, {
        title: '<img src=x onerror="alert(1)"> <script>alert(2)</script>',
        labels: ["<b>bold</b>"],
        author: null,
      }),
      issueRow(2, { title: "‮dlrow olleh 👩‍👩‍👧‍👦 İıĞğ", comments: 98_765 }),
    ],
    total: 3,
    columns: ISSUE_COLUMNS.filter((column) => !["type", "files", "similar"].includes(column)),
  },
  parameters: forLayout,
};

/** The specification's persona: 100,000 issues in one project. Only the visible ones are rendered. */
export const HundredThousand: Story = {
  tags: ["!autodocs"],
  args: { rows: issueRows(100_000), total: 100_000 },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const grid = canvas.getByRole("grid");
    await expect(grid).toHaveAttribute("aria-rowcount", "100001");
    await expect(canvas.getAllByRole("row").length).toBeLessThan(80);
    canvasElement.querySelector<HTMLElement>("[data-index='0']")?.focus();
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(canvasElement.querySelector("[data-index='99999']")).toHaveFocus());
    await expect(canvas.getAllByRole("row").length).toBeLessThan(80);
  },
};

export const WorksByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    const row = (index: number) => canvasElement.querySelector(`[data-index='${index}']`);
    await userEvent.keyboard("j");
    await waitFor(() => expect(row(0)).toHaveFocus());
    await userEvent.keyboard("j");
    await waitFor(() => expect(row(1)).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}k");
    await waitFor(() => expect(row(1)).toHaveFocus());
    await userEvent.keyboard("x");
    await expect(args.onSelect).toHaveBeenCalledWith("i-1");
    await waitFor(() => expect(row(1)).toHaveAttribute("aria-selected", "true"));
    await userEvent.keyboard(" ");
    await expect(args.onPreview).toHaveBeenCalledWith(rows[1]);
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith(rows[1]);
    await userEvent.keyboard("?");
    await expect(args.onHelp).toHaveBeenCalledOnce();
    await userEvent.keyboard("{Escape}");
    await expect(args.onEscape).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Comments" }));
    await expect(args.onSort).toHaveBeenCalledWith("-comments");
  },
};

/** Assignees that a row has no space for are in a menu: its keys and clicks are not those of the row. */
export const EveryAssignee: Story = {
  args: { startAt: "i-5" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await waitFor(() => expect(canvasElement.querySelector("[data-index='5']")).toHaveFocus());
    const [, ...others] = rows[5]?.assignees ?? [];
    await expect(others).toHaveLength(2);
    await userEvent.tab();
    await userEvent.tab();
    await expect(
      canvas.getByRole("button", { name: `+2 more: ${others.map(({ name }) => name).join(", ")}` }),
    ).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    for (const { id, name } of others) {
      const item = await screen.findByRole("menuitem", { name });
      await expect(item).toHaveAttribute("href", `/projects/atlas/people/${id}`);
    }
    await userEvent.click(screen.getByRole("menu"));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    for (const call of [args.onOpen, args.onPreview, args.onEscape]) await expect(call).not.toHaveBeenCalled();
  },
};

export const KeysStayOutOfFields: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => (
    <div>
      <input aria-label="Something else" />
      <Marked {...args} />
    </div>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "jx? ");
    await expect(canvas.getByRole("textbox")).toHaveValue("jx? ");
    for (const call of [args.onSelect, args.onHelp, args.onPreview]) await expect(call).not.toHaveBeenCalled();
  },
};

export const AsksForMoreNearTheEnd: Story = {
  args: { total: 5195, paging: "more" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args }) => {
    await waitFor(() => expect(args.onLoadMore).toHaveBeenCalled());
  },
};

/** On return to the list the row that was left is active, in view, and focused. */
export const ReturnsToARow: Story = {
  parameters: forState,
  args: { startAt: "i-30" },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector("[data-index='30']")).toHaveFocus());
  },
};

export const NamesTheRowItIsLeftAt: Story = {
  args: { onLeave: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  render: function Left(args) {
    const [isShown, setShown] = useState(true);
    return (
      <>
        {isShown && <Marked {...args} />}
        <button type="button" onClick={() => setShown(false)}>
          Leave
        </button>
      </>
    );
  },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await userEvent.keyboard("jj");
    await waitFor(() => expect(canvasElement.querySelector("[data-index='1']")).toHaveFocus());
    await expect(args.onLeave).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Leave" }));
    await expect(args.onLeave).toHaveBeenCalledWith(rows[1]);
  },
};

/** Tab leads from the active row to the people in it, whose Enter is theirs and not the row's. */
export const PeopleByKeys: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvasElement, userEvent }) => {
    await userEvent.keyboard("j");
    const row = canvasElement.querySelector("[data-index='0']");
    await waitFor(() => expect(row).toHaveFocus());
    await userEvent.tab();
    const link = row?.querySelector("a[href*='/people/']");
    await expect(link).toHaveFocus();
    link?.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).not.toHaveBeenCalled();
    await userEvent.keyboard("j");
    await waitFor(() => expect(canvasElement.querySelector("[data-index='1']")).toHaveFocus());
    await expect(canvasElement.querySelectorAll("[data-index='0'] a[tabindex='0']")).toHaveLength(0);
  },
};
