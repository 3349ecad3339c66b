import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, modes, forLayout } from "../../.storybook/modes.ts";
import { ScatterPlot } from "../../src/components/charts/ScatterPlot.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const hours = (value: number): string => `${Math.round(value)} h`;
const points = insightViews().control.map(({ id, key, title, closed_at, hours: value }) => ({
  id,
  title: `${key} ${title}`,
  at: Date.parse(closed_at),
  value,
  href: `#${id}`,
}));

const meta = {
  parameters: pictures,
  component: ScatterPlot,
  args: {
    label: "Each closed issue",
    points,
    guides: [
      { name: "Median", value: 120 },
      { name: "90 %", value: 360 },
    ],
    form: { full: hours, tick: hours },
  },
} satisfies Meta<typeof ScatterPlot>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const OnePoint: Story = { args: { points: points.slice(0, 1), guides: [] } };
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("link", { name: /^#1 Cursor is lost/ })).toHaveFocus();
  },
};
export const ThousandsOfPoints: Story = {
  args: {
    points: Array.from({ length: 2000 }, (_, i) => ({
      id: `${i}`,
      title: `#${i}`,
      at: Date.UTC(2026, 0, 1) + i * 14_000_000,
      value: 0.05 + ((i * 7919) % 5000),
      href: `#${i}`,
    })),
    guides: [
      { name: "Median", value: 2400 },
      { name: "90 %", value: 2500 },
    ],
  },
  play: async ({ canvasElement }) => {
    const [first, second] = [...canvasElement.querySelectorAll("svg text")]
      .filter(({ textContent }) => ["Median", "90 %"].includes(textContent))
      .map((name) => name.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top);
    await expect(second?.top ?? 0).toBeGreaterThanOrEqual((first?.bottom ?? 0) - 2);
  },
  parameters: forLayout,
};
/** As many dates as there is space for. */
export const DatesOnAPhone: Story = {
  args: { points: points.map((point, i) => ({ ...point, at: Date.UTC(2026, 7, 30) + i * 118_000_000 })) },
  decorators: (Chart) => (
    <div style={{ inlineSize: 302 }}>
      <Chart />
    </div>
  ),
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    const dates = [...canvasElement.querySelectorAll(".visx-axis-bottom text")].map((one) =>
      one.getBoundingClientRect(),
    );
    await expect(dates.length).toBeGreaterThan(1);
    for (const [i, date] of dates.entries()) await expect(date.left).toBeGreaterThan((dates[i - 1]?.right ?? 0) + 4);
  },
};
