import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RankExplanation } from "../../src/components/search/RankExplanation.tsx";

const meta = {
  component: RankExplanation,
  // The stories of SearchResults have the pictures.
  args: {
    id: "why",
    result: {
      parts: [
        { code: "exact", points: 1.5 },
        { code: "words", points: 0.5 },
      ],
      score: 2,
    },
  },
} satisfies Meta<typeof RankExplanation>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Parts: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("row")).toHaveLength(3);
    await expect(canvas.getByRole("cell", { name: "200" })).toBeVisible();
  },
};
