import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { IssueTableHead } from "../../src/components/issues/IssueTableHead.tsx";
import { DEFAULT_ISSUE_COLUMNS } from "../../src/components/issues/issueColumns.ts";

const meta = {
  component: IssueTableHead,
  // The stories of IssueTable have the pictures.
  decorators: [
    (Story) => (
      <div role="grid" aria-label="Issues">
        <Story />
      </div>
    ),
  ],
  args: { columns: DEFAULT_ISSUE_COLUMNS, sort: "-updated_at", onSort: fn() },
} satisfies Meta<typeof IssueTableHead>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SortedByAge: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    const age = canvas.getByRole("columnheader", { name: /^Age/ });
    await userEvent.click(within(age).getByRole("button"));
    await expect(args.onSort).toHaveBeenCalledOnce();
    await expect(canvas.getByRole("columnheader", { name: "Title" })).toBeVisible();
  },
};
export const WithoutSortableColumns: Story = {
  args: { columns: ["key", "labels"] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
