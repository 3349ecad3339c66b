import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Fact, FactList } from "../../src/components/patterns/FactList.tsx";

const meta = {
  component: FactList,
  parameters: {
    ...usage({
      do: ["Use it for the facts of one item.", "Name it where the page has several."],
      dont: ["Do not use it for rows with the same columns: use a table."],
    }),
  },
  args: {
    label: "Details",
    layout: "row",
    children: (
      <>
        <Fact name="Author">Ada Kaya</Fact>
        <Fact name="Repository">acme/atlas</Fact>
        <Fact name="Hash">
          <code>{"9f2c41d07be35a6c1d2e".repeat(6)}</code>
        </Fact>
      </>
    ),
  },
} satisfies Meta<typeof FactList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("term")).toHaveLength(3);
    await expect(canvas.getByText("acme/atlas")).toBeVisible();
  },
};
export const Column: Story = { args: { layout: "column" } };
export const Table: Story = { args: { layout: "table" } };
