import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { EmptyPanel } from "../../src/components/patterns/EmptyPanel.tsx";

const meta = {
  component: EmptyPanel,
  parameters: {
    ...usage({
      do: ["Say in a few words that nothing was found."],
      dont: ["Do not use it where the reader has to do something: EmptyState has an action."],
    }),
  },
  args: { title: "Similar and duplicates", text: "No similar issue" },
} satisfies Meta<typeof EmptyPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const LongText: Story = {
  args: { text: "No commit since the report touched one of the likely files. ".repeat(4) },
};
