import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { PathText } from "../../src/components/ui/PathText.tsx";

const meta = {
  component: PathText,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for every path in a narrow place: it breaks after slashes."],
      dont: ["Do not shorten a path: its end is what readers look for."],
    }),
  },
  args: { path: "src/geo/placeCache.ts" },
} satisfies Meta<typeof PathText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
/** Each name of a path stays on one line. */
export const InANarrowCell: Story = {
  render: (args) => (
    <div data-testid="cell" style={{ inlineSize: "7rem" }}>
      <PathText {...args} />
    </div>
  ),
  play: async ({ canvas }) => {
    const cell = canvas.getByTestId("cell");
    await expect(cell).toHaveTextContent("src/geo/placeCache.ts");
    const range = document.createRange();
    for (const name of cell.querySelectorAll("bdi")) {
      range.selectNodeContents(name);
      await expect(range.getClientRects()).toHaveLength(1);
    }
    await expect(cell.querySelectorAll("wbr")).toHaveLength(2);
  },
  parameters: forLayout,
};
export const OneName: Story = { args: { path: "README.md" } };
