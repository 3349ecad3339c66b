import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { expect } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { ScoreBar } from "../../src/components/ui/ScoreBar.tsx";

const meta = {
  component: ScoreBar,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for scores that are compared within one list."],
      dont: ["Do not compare bars of two lists: each has its own longest bar."],
    }),
  },
  args: { share: 0.62, label: "62% of the best score", score: "Score 4.1" },
} satisfies Meta<typeof ScoreBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const WithScore: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("meter", { name: "62% of the best score" })).toBeVisible();
  },
};
export const Best: Story = {
  parameters: forState,
  args: { share: 1, label: "100% of the best score", score: "Score 6.6" },
};
export const Nothing: Story = {
  parameters: forState,
  args: { share: 0, label: "0% of the best score", score: "Score 0" },
};
/** A negative score, of a file with penalties only, draws an empty bar. */
export const BelowNothing: Story = {
  parameters: forState,
  args: { share: -0.3, label: "0% of the best score", score: "Score −0.3" },
};
/** In a line with other content, without its number. */
export const Short: Story = {
  parameters: forState,
  args: { share: 0.4, label: "40% of the best score" },
  render: ({ share, label }) => (
    <p style={{ display: "flex", gap: 8, margin: 0 }}>
      <code>openSession</code>
      <ScoreBar share={share} label={label} />
    </p>
  ),
};
