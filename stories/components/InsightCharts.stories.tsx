import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { HeatMap } from "../../src/components/Chart/HeatMap.tsx";
import { HotspotMap } from "../../src/components/Chart/HotspotMap.tsx";
import { ScatterChart } from "../../src/components/Chart/ScatterChart.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const { activity, control, hotspots } = insightViews();
const hours = (value: number): string => `${Math.round(value)} h`;

const meta = { title: "components/InsightCharts" } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const points = control.map(({ id, key, title, closed_at, hours: value }) => ({
  id,
  title: `${key} ${title}`,
  at: Date.parse(closed_at),
  value,
  href: `#${id}`,
}));
const tiles = hotspots.map(({ path, lines, score, commits }) => ({
  id: path,
  path,
  size: lines,
  heat: Math.sqrt(score),
  description: `${path}: ${commits} commits`,
  href: `#${path}`,
}));

export const Scatter: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  render: () => (
    <ScatterChart
      label="Each closed issue"
      points={points}
      guides={[
        { name: "Median", value: 120 },
        { name: "90 %", value: 360 },
      ]}
      form={{ full: hours, tick: hours }}
    />
  ),
};
export const ScatterOfOne: Story = {
  render: () => (
    <ScatterChart
      label="Each closed issue"
      points={points.slice(0, 1)}
      guides={[]}
      form={{ full: hours, tick: hours }}
    />
  ),
};
export const ScatterByKeyboard: Story = {
  ...Scatter,
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("link", { name: /^#1 Cursor is lost/ })).toHaveFocus();
  },
};
export const Heat: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  render: () => <HeatMap label="Commits by weekday and hour" counts={activity.commits} />,
};
export const HeatTurkish: Story = { ...Heat, parameters: {}, globals: { locale: "tr" } };
export const HeatOfNothing: Story = {
  render: () => (
    <HeatMap label="Commits by weekday and hour" counts={activity.commits.map((day) => day.map(() => 0))} />
  ),
};
export const Hotspots: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  render: () => <HotspotMap label="Hotspots" tiles={tiles} />,
};
export const HotspotsByKeyboard: Story = {
  ...Hotspots,
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{End}");
    await expect(canvas.getAllByRole("link").at(-1)).toHaveFocus();
  },
};
