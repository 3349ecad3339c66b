import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { TableGrid, TableGridRow } from "../../src/components/ui/TableGrid.tsx";

const meta = {
  component: TableGridRow,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Pass one element for each column, the first with the role rowheader."],
      dont: ["Do not make the row itself a button: its link has the address."],
      keys: LINK_KEYS,
    }),
  },
  argTypes: { children: { control: false }, ref: { control: false } },
  decorators: [
    (Story) => (
      <TableGrid
        label="Members"
        columns={[
          { id: "name", name: "Name" },
          { id: "role", name: "Role" },
        ]}
        tracks="minmax(0, 1fr) 9rem"
        cardTracks="minmax(0, 1fr) auto"
      >
        {Story()}
      </TableGrid>
    ),
  ],
  args: {
    hasLink: true,
    children: (
      <>
        <div role="rowheader">
          <a href="#ada">Ada Byron</a>
        </div>
        <div role="cell">Owner</div>
      </>
    ),
  },
} satisfies Meta<typeof TableGridRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Ada Byron" })).toHaveFocus();
  },
};
export const WithoutLink: Story = {
  parameters: forState,
  args: {
    hasLink: false,
    children: (
      <>
        <div role="rowheader">Ada Byron</div>
        <div role="cell">Owner</div>
      </>
    ),
  },
};
export const Hover: Story = { parameters: { pseudo: { hover: true } } };
