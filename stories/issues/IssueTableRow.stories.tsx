import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DEFAULT_ISSUE_COLUMNS } from "../../src/components/issues/issueColumns.ts";
import type { RowFormat } from "../../src/components/issues/issueCells.tsx";
import { IssueTableRow, type IssueTableRowProps } from "../../src/components/issues/IssueTableRow.tsx";
import { useNow } from "../../src/components/ui/Clock.ts";
import { useTranslation } from "../../src/i18n/useTranslation.ts";
import { issueRow } from "../../tests/fixtures/issues.ts";

/** The grid of one row; it gives the row its texts, as the table does. */
function Grid(props: IssueTableRowProps) {
  const { t, format } = useTranslation("issues");
  const { t: tControls } = useTranslation("controls");
  const now = useNow();
  return (
    <div role="grid" aria-label="Issues" style={{ blockSize: 90, position: "relative" }}>
      <IssueTableRow {...props} rowFormat={{ t, format, tControls, now }} />
    </div>
  );
}

const meta = {
  component: IssueTableRow,
  render: (args) => <Grid {...args} />,
  // The stories of IssueTable have the pictures.
  args: {
    // The grid replaces it.
    rowFormat: {} as RowFormat,
    row: issueRow(0),
    index: 0,
    rowIndex: 1,
    start: 0,
    height: 44,
    columns: DEFAULT_ISSUE_COLUMNS,
    isCard: false,
    isActive: false,
    isPreviewed: false,
    isSelected: false,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    href: "/projects/atlas/issues/i-0",
    onPoint: fn(),
    onFocus: fn(),
    onSelect: fn(),
  },
} satisfies Meta<typeof IssueTableRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Row: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("link", { name: new RegExp(args.row.title) })).toHaveAttribute("href", args.href);
    await userEvent.click(canvas.getByRole("checkbox"));
    await expect(args.onSelect).toHaveBeenCalledWith("i-0");
  },
};
export const Selected: Story = {
  args: { isSelected: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("row")).toHaveAttribute("aria-selected", "true");
  },
};
export const ActiveAndPreviewed: Story = { args: { isActive: true, isPreviewed: true } };
export const Card: Story = { args: { isCard: true, height: 68 } };
