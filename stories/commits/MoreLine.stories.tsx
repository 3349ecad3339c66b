import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { MoreLine } from "../../src/components/commits/MoreLine.tsx";

const meta = {
  component: MoreLine,
  parameters: { chromatic: { disableSnapshot: true } },
  decorators: [
    (Story) => (
      <ul>
        <Story />
      </ul>
    ),
  ],
  args: { count: 10 },
} satisfies Meta<typeof MoreLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  play: async ({ canvas }) => expect(canvas.getByText("and 10 more")).toBeVisible(),
};
export const Nothing: Story = { args: { count: 0 } };
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
