import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TreemapAndTable } from "../../src/components/insights/TreemapAndTable.tsx";

const meta = {
  component: TreemapAndTable,
  // The stories of the page of Insights have the pictures.
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Insights</h2>
        <Story />
      </>
    ),
  ],
  args: {
    name: "Hotspots",
    tiles: ["a.ts", "b.ts"].map((path, at) => ({
      id: path,
      repository: "r-atlas",
      path,
      size: 10 + at,
      heat: 0.5,
      description: `${path}: ${10 + at} lines`,
    })),
    onOpen: fn(),
    children: (
      <tbody>
        <tr>
          <td>a.ts</td>
        </tr>
      </tbody>
    ),
  },
} satisfies Meta<typeof TreemapAndTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("table")).toHaveTextContent("a.ts");
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: { chromatic: { disableSnapshot: true } } };
