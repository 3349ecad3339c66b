import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { RowGridRow } from "../../src/components/patterns/RowGridRow.tsx";

interface Row {
  readonly id: string;
  readonly title: string;
}

const meta = {
  component: RowGridRow<Row>,
  parameters: {
    ...usage({
      do: ["Use it for each row of a RowGrid, inside of a component that is memoized."],
      dont: ["Do not use it outside of a RowGrid, which places it and gives it the focus."],
    }),
  },
  argTypes: { row: { control: false }, children: { control: false } },
  decorators: [
    (Story) => (
      <div role="grid" aria-label="Issues" style={{ blockSize: 40, position: "relative" }}>
        <div role="rowgroup">
          <Story />
        </div>
      </div>
    ),
  ],
  args: {
    row: { id: "i-1", title: "Keep the cursor" },
    index: 0,
    rowIndex: 1,
    start: 0,
    height: 40,
    isActive: true,
    isPreviewed: false,
    onPoint: fn(),
    onFocus: fn(),
    children: (
      <>
        <div role="gridcell">
          <a href="/issues/1" onClick={(event) => event.preventDefault()}>
            Keep the cursor
          </a>
        </div>
        <div role="gridcell">Open</div>
      </>
    ),
  },
} satisfies Meta<typeof RowGridRow<Row>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText("Open"));
    await expect(args.onPoint).toHaveBeenCalledWith(args.row, 0);
  },
};
/** A link handles its own click. */
export const ClickOnALink: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("link"));
    await expect(args.onPoint).not.toHaveBeenCalled();
  },
};
export const Previewed: Story = { args: { isPreviewed: true } };
export const Selected: Story = {
  args: { isSelected: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("row", { selected: true })).toBeVisible();
  },
};
/** A cell may clip its content, but not the outline of a link. */
export const FocusedLink: Story = {
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole("row").focus();
    await userEvent.tab();
    await expect(canvas.getByRole("link")).toHaveFocus();
    await expect(getComputedStyle(canvas.getByRole("link")).outlineOffset).toBe("-2px");
  },
};
export const Focused: Story = {
  play: async ({ args, canvas }) => {
    canvas.getByRole("row").focus();
    await expect(args.onFocus).toHaveBeenCalledWith(0);
  },
};
