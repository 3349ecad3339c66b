import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { PathText } from "../../src/components/ui/PathText.tsx";

const meta = { component: PathText, args: { path: "src/geo/placeCache.ts" } } satisfies Meta<typeof PathText>;
export default meta;
type Story = StoryObj<typeof meta>;

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
    for (const node of cell.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      range.selectNode(node);
      await expect(range.getClientRects()).toHaveLength(1);
    }
    await expect(cell.querySelectorAll("wbr")).toHaveLength(2);
  },
};
export const OneName: Story = { args: { path: "README.md" } };
