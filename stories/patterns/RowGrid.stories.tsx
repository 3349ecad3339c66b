import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { RowGridRow } from "../../src/components/patterns/RowGridRow.tsx";
import { RowGrid, type RowGridProps } from "../../src/components/patterns/RowGrid.tsx";

interface Row {
  readonly id: string;
}
const rows = Array.from({ length: 200 }, (_, at) => ({ id: `#${at}` }));

/** Keeps the previewed row, as a screen does by its address. */
function WithPreview(props: RowGridProps<Row>) {
  const [previewedId, setPreviewedId] = useState(props.previewedId);
  const handlePreview = (row: Row | null) => {
    props.onPreview(row);
    setPreviewedId(row?.id ?? null);
  };
  return <RowGrid {...props} previewedId={previewedId} onPreview={handlePreview} />;
}

const meta = {
  component: RowGrid<Row>,
  render: (args) => <WithPreview {...args} />,
  parameters: {
    ...usage({
      do: ["Use it for a list that may have thousands of rows and is worked through by keys."],
      dont: ["Do not use it for a short list: that is a Table, which the browser's own search finds whole."],
      keys: [
        ["J, K, Arrow down, Arrow up", "Move; an open preview follows"],
        ["Home, End, Page up, Page down", "Move further"],
        ["Enter", "Opens the row"],
        ["Space", "Opens and closes the preview"],
        ["X", "Selects the row, where rows can be selected"],
        ["Escape", "Closes the preview, then what the list has behind it"],
        ["?", "Shows the keys"],
      ],
    }),
  },
  argTypes: { rows: { control: false }, children: { control: false }, scroller: { control: false } },
  decorators: [
    (Story) => (
      <div style={{ blockSize: 320, display: "flex" }}>
        <Story />
      </div>
    ),
  ],
  args: {
    rows,
    total: 200,
    rowHeight: 40,
    label: "Requests",
    hint: "J and K move.",
    words: { shown: "200 of 200 requests", loading: "Loading more", failed: "The next ones could not be loaded." },
    paging: "complete",
    onOpen: fn(),
    onPreview: fn(),
    onEscape: fn(),
    onHelp: fn(),
    onLoadMore: fn(),
    children: (row, state) => (
      <RowGridRow {...state} row={row}>
        <div role="gridcell">{row.id}</div>
      </RowGridRow>
    ),
  },
} satisfies Meta<typeof RowGrid<Row>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    const grid = canvas.getByRole("grid", { name: "Requests" });
    await expect(grid).toHaveAttribute("aria-rowcount", "200");
    await expect(grid).not.toHaveAttribute("aria-multiselectable");
    await expect(canvas.getAllByRole("row").length).toBeLessThan(40);
  },
};
/** Escape closes an open preview; only without one it is the list's. */
export const PreviewFollowsTheKeys: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const previewed = () => canvas.getAllByRole("row").find((row) => row.dataset["previewed"] !== undefined);
    await userEvent.keyboard("j ");
    await waitFor(() => expect(previewed()).toHaveTextContent(/^#0$/));
    await userEvent.keyboard("j");
    await waitFor(() => expect(previewed()).toHaveTextContent(/^#1$/));
    await userEvent.keyboard(" ");
    await waitFor(() => expect(previewed()).toBeUndefined());
    await userEvent.keyboard(" ");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(previewed()).toBeUndefined());
    await expect(args.onPreview).toHaveBeenLastCalledWith(null);
    await expect(args.onEscape).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await expect(args.onEscape).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByText("#2"));
    await expect(args.onPreview).toHaveBeenLastCalledWith(rows[2]);
  },
};
export const Selectable: Story = {
  args: { onSelect: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("grid")).toHaveAttribute("aria-multiselectable", "true");
    await userEvent.keyboard("jx");
    await expect(args.onSelect).toHaveBeenCalledWith("#0");
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith("#1", "#0");
    await userEvent.keyboard("{Shift>}X{/Shift}");
    await expect(args.onSelect).toHaveBeenLastCalledWith("#1", "#1");
  },
};
/** The header is a row too. */
export const WithHead: Story = {
  args: {
    head: (
      <div role="rowgroup">
        <div role="row" aria-rowindex={1}>
          <div role="columnheader">Number</div>
        </div>
      </div>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("grid")).toHaveAttribute("aria-rowcount", "201");
    await expect(canvas.getByText("#0").closest("[role=row]")).toHaveAttribute("aria-rowindex", "2");
  },
};
export const Loading: Story = { args: { paging: "loading", total: 900 } };
export const Failed: Story = {
  args: { paging: "failed", total: 900 },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onLoadMore).toHaveBeenCalledOnce();
  },
};
