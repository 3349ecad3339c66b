import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, inForcedColors, zoomed, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { expect, waitFor } from "storybook/test";
import { Table } from "../../src/components/ui/Table.tsx";

const ROWS = [
  { path: "src/parser/tokenizer.ts", lines: 812, owner: "Ada Byron" },
  { path: "src/parser/grammar.ts", lines: 1204, owner: "Grace Hopper" },
  { path: "src/index.ts", lines: 41, owner: "Ada Byron" },
];

const meta = {
  component: Table,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Give the row’s name the role of a header (th with scope row).", "Align numbers at their end."],
      dont: [
        "Do not use it for thousands of rows: IssueTable draws only the visible ones.",
        "Do not use it for layout.",
      ],
      keys: [
        ["Tab", "Moves to the table, if it scrolls"],
        ["Arrow keys", "Scroll it"],
      ],
    }),
  },
  argTypes: {
    size: { control: "inline-radio", options: ["medium", "small"] },
    maxHeight: { control: "text" },
    children: { control: false },
  },
  args: {
    label: "Largest files",
    size: "medium",
    isStriped: false,
    isSingleLine: false,
    isFixed: false,
    children: (
      <>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" data-align="end">
              Lines
            </th>
            <th scope="col">Owner</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ path, lines, owner }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td data-align="end">{lines}</td>
              <td>{owner}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td data-align="end">2057</td>
            <td>2 people</td>
          </tr>
        </tfoot>
      </>
    ),
  },
} satisfies Meta<typeof Table>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("table", { name: "Largest files" })).toBeVisible();
    // A table that fits is neither a stop of the Tab key nor a landmark; the browser measures it after the first frame.
    await waitFor(() => expect(canvas.queryByRole("group")).toBeNull());
  },
};
export const SmallWithCaption: Story = { parameters: forState, args: { size: "small", caption: "Parts of the size" } };
export const Striped: Story = { parameters: forState, args: { isStriped: true } };

/** On a phone the columns share the width, and nothing scrolls. */
export const Fixed: Story = {
  args: { isFixed: true },
  globals: { viewport: { value: "phone" } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.queryByRole("group")).toBeNull());
    const [first, second] = canvas.getAllByRole("columnheader");
    await expect(first?.getBoundingClientRect().width).toBeCloseTo(second?.getBoundingClientRect().width ?? 0, 0);
  },
};

/** A wide table scrolls in its region, which the Tab key reaches. */
export const Scrolls: Story = {
  parameters: forState,
  args: { isSingleLine: true, maxHeight: "6rem" },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("group", { name: "Largest files" })).toHaveFocus();
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { args: { isStriped: true }, tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = {
  args: { isStriped: true },
  globals: { zoom: "200" },
  tags: ["!autodocs"],
  parameters: zoomed,
};
