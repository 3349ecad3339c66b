import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { LineCounts } from "../../src/components/patterns/LineCounts.tsx";

const meta = {
  component: LineCounts,
  // The stories of the commit page have the pictures.
  parameters: {
    ...usage({
      do: ["Show it next to the path of a changed file or the title of a change."],
      dont: ["Do not show it for a binary file: it has no lines."],
    }),
  },
  args: { added: 1240, removed: 31 },
} satisfies Meta<typeof LineCounts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const NotCounted: Story = { args: { added: null, removed: null } };
