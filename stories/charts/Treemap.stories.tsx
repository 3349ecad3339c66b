import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, inForcedColors, modes, zoomed } from "../../.storybook/modes.ts";
import { Treemap } from "../../src/components/charts/Treemap.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const tiles = insightViews().hotspots.map(({ path, lines, score, commits }) => ({
  id: path,
  path,
  size: lines,
  heat: Math.sqrt(score),
  description: `${path}: ${commits} commits`,
}));

const meta = {
  parameters: pictures,
  component: Treemap,
  args: { label: "Hotspots", tiles, onOpen: fn() },
} satisfies Meta<typeof Treemap>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{End}");
    await expect(canvas.getAllByRole("button").at(-1)).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith(tiles.at(-1));
  },
};
export const OneTile: Story = { args: { tiles: tiles.slice(0, 1) } };
export const LongNames: Story = {
  args: {
    tiles: tiles.map((tile) => {
      const path = `${tile.path}${"AndMore".repeat(12)}`;
      return { ...tile, path, description: `${path}: many commits` };
    }),
  },
  parameters: forLayout,
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
