import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Sentence } from "../../src/components/ui/Sentence.tsx";

const meta = {
  component: Sentence,
  parameters: {
    ...usage({
      do: ["Translate whole sentences and mark the places of elements with <name/>."],
      dont: ["Do not join translated fragments: languages order them differently."],
    }),
  },
  args: {
    text: "Most likely <name/> in <path/>.",
    parts: { name: <code>readCursor()</code>, path: <code>pages.ts</code> },
  },
} satisfies Meta<typeof Sentence>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvasElement }) => {
    await expect(canvasElement).toHaveTextContent("Most likely readCursor() in pages.ts.");
  },
};
/** Another language may need another order. */
export const AnotherOrder: Story = { args: { text: "Büyük olasılıkla <path/> dosyasında <name/>." } };
export const MarkWithoutPart: Story = { args: { parts: {} } };
