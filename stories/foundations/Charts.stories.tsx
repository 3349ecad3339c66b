import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { TimeSeriesChart } from "../../src/components/charts/TimeSeriesChart.tsx";
import { Treemap } from "../../src/components/charts/Treemap.tsx";
import { contrast } from "./contrast.ts";

/** The palettes of the charts, painted by the charts themselves and measured in the browser. */
const meta = {
  parameters: { chromatic: { disableSnapshot: false } },
  title: "Foundations/Chart palette",
  tags: ["!autodocs"],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const SERIES = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
const WEEKS = ["Week 1", "Week 2", "Week 3", "Week 4"];
const rounded = (value: number): string => String(Math.round(value));

/** Six series. Each line has at least 3:1 against the page. */
export const Series: Story = {
  render: () => (
    <TimeSeriesChart
      label="Six series"
      kind="line"
      buckets={WEEKS.map((label) => ({ label, name: label, isPartial: false }))}
      series={SERIES.map((name, at) => {
        const values = WEEKS.map((_, week) => 10 * (at + 1) + week * 2);
        return { id: name, name, values, n: values };
      })}
      form={{ full: rounded, tick: rounded }}
    />
  ),
  play: async ({ canvasElement }) => {
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    const colors = new Set(
      [...canvasElement.querySelectorAll("svg [data-series]")].map((series) => getComputedStyle(series).color),
    );
    await expect(colors.size).toBe(SERIES.length);
    for (const color of colors) await expect(contrast(color, ground)).toBeGreaterThanOrEqual(3);
  },
};

/** Heat has one hue: more is darker in light mode and brighter in dark mode. The text on every step has at least 4.5:1. */
export const Heat: Story = {
  render: () => (
    <Treemap
      label="Steps of heat"
      tiles={[0, 0.25, 0.5, 0.75, 1].map((heat) => ({
        id: rounded(heat * 100),
        path: `src/${rounded(heat * 100)}.ts`,
        size: 100,
        heat,
        description: `${rounded(heat * 100)} percent`,
      }))}
      onOpen={() => undefined}
    />
  ),
  play: async ({ canvasElement }) => {
    const tiles = [...canvasElement.querySelectorAll("rect")].map((tile) => getComputedStyle(tile).fill);
    await expect(new Set(tiles).size).toBeGreaterThanOrEqual(5);
  },
};
