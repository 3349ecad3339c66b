import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { MoreLine } from "../../src/components/patterns/MoreLine.tsx";

const meta = {
  component: MoreLine,
  parameters: {
    ...usage({
      do: ["Use it as the last entry of a list that shows only its first entries."],
      dont: ["Do not use it where the reader can load the rest: use LoadMore."],
    }),
  },
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

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => expect(canvas.getByText("and 10 more")).toBeVisible(),
};
export const Nothing: Story = { args: { count: 0 } };
export const Turkish: Story = { globals: { locale: "tr" } };
