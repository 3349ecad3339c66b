import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ColumnPicker } from "../../src/components/issues/ColumnPicker.tsx";
import { DEFAULT_ISSUE_COLUMNS, ISSUE_COLUMNS } from "../../src/components/issues/issueColumns.ts";

const meta = {
  component: ColumnPicker,
  // The stories of IssueFilters have the pictures.
  args: { columns: DEFAULT_ISSUE_COLUMNS, available: ISSUE_COLUMNS, onColumns: fn() },
} satisfies Meta<typeof ColumnPicker>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = { parameters: lightPicture };
export const Open: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Columns" }));
    const author = await screen.findByRole("checkbox", { name: "Author" });
    const isShown = args.columns.includes("author");
    await userEvent.click(author);
    await expect(args.onColumns).toHaveBeenCalledWith(
      isShown ? expect.not.arrayContaining(["author"]) : expect.arrayContaining(["author"]),
    );
    await expect(screen.getByRole("checkbox", { name: "Title" })).toBeDisabled();
  },
};
