import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Fact, FactList } from "../../src/components/patterns/FactList.tsx";

const meta = {
  component: Fact,
  parameters: {
    ...usage({
      do: ["Use it in a FactList alone.", "Say what is missing where a value is empty."],
      dont: ["Do not repeat the name in the value."],
    }),
  },
  decorators: [
    (Story) => (
      <FactList layout="column">
        <Story />
      </FactList>
    ),
  ],
  args: { name: "Author", children: "Ada Kaya" },
} satisfies Meta<typeof Fact>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("definition")).toHaveTextContent("Ada Kaya");
  },
};
export const LongValue: Story = {
  args: { children: "refs/heads/feature/".repeat(12) },
};
