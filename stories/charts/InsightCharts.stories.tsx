import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { Heatmap } from "../../src/components/charts/Heatmap.tsx";
import { ScatterPlot } from "../../src/components/charts/ScatterPlot.tsx";
import { chartAsPng, chartAsSvg } from "../../src/components/charts/exportChart.ts";
import { TimeSeriesChart, type TimeSeriesChartProps } from "../../src/components/charts/TimeSeriesChart.tsx";
import { Treemap } from "../../src/components/charts/Treemap.tsx";
import { insightViews } from "../../tests/fixtures/insights.ts";

const { activity, control, hotspots } = insightViews();
const hours = (value: number): string => `${Math.round(value)} h`;

const meta = {} satisfies Meta;
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
}));
const openHour = fn();
const openTile = fn();
const openBucket = fn();

export const Scatter: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  render: () => (
    <ScatterPlot
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
    <ScatterPlot
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
  render: () => <Heatmap label="Commits by weekday and hour" counts={activity.commits} onOpen={openHour} />,
};
export const HeatTurkish: Story = { ...Heat, parameters: {}, globals: { locale: "tr" } };
export const HeatOfNothing: Story = {
  render: () => (
    <Heatmap
      label="Commits by weekday and hour"
      counts={activity.commits.map((day) => day.map(() => 0))}
      onOpen={openHour}
    />
  ),
};
export const HeatByKeyboard: Story = {
  ...Heat,
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    openHour.mockClear();
    await userEvent.tab();
    // The table scrolls, so it is the first tab stop; then its one cell.
    if (document.activeElement?.tagName !== "BUTTON") await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Monday, 0:00: 0" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(openHour).not.toHaveBeenCalled();
    await userEvent.keyboard("{ArrowDown}{ArrowRight>10/}{Enter}");
    await expect(openHour).toHaveBeenCalledWith(1, 10);
  },
};
export const Hotspots: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  render: () => <Treemap label="Hotspots" tiles={tiles} onOpen={openTile} />,
};
export const HotspotsByKeyboard: Story = {
  ...Hotspots,
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    openTile.mockClear();
    await userEvent.tab();
    await userEvent.keyboard("{End}");
    await expect(canvas.getAllByRole("button").at(-1)).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(openTile).toHaveBeenCalledWith(tiles.at(-1));
  },
};
export const OneTile: Story = {
  render: () => <Treemap label="Hotspots" tiles={tiles.slice(0, 1)} onOpen={openTile} />,
};
export const TilesWithLongNames: Story = {
  render: () => (
    <Treemap
      label="Hotspots"
      tiles={tiles.map((tile) => {
        const path = `${tile.path}${"AndMore".repeat(12)}`;
        return { ...tile, path, description: `${path}: many commits` };
      })}
      onOpen={openTile}
    />
  ),
};

/** The colour of an image's corner, the number of its distinct colours, and that of its pixels with axis labels. */
async function coloursOf(
  address: string,
): Promise<{ readonly corner: string; readonly all: number; readonly words: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, image.width, image.height) ?? {};
  const colourAt = (at: number): string => `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`;
  const found = new Set<string>();
  let words = 0;
  for (let at = 0; at < data.length; at += 4) {
    found.add(colourAt(at));
    // The left margin contains the axis labels only.
    if ((at / 4) % image.width < 92 && colourAt(at) !== colourAt(0)) words += 1;
  }
  return { corner: colourAt(0), all: found.size, words };
}

/** Values over time, in all states. */
const bucketsOf = (count: number): TimeSeriesChartProps["buckets"] =>
  Array.from({ length: count }, (_, i) => ({
    label: `W${i + 1}`,
    name: `Week ${i + 1}`,
    isPartial: i === count - 1,
  }));
const seriesOf = (name: string, values: readonly (number | null)[]) => ({
  id: name,
  name,
  values,
  n: values.map((value) => (value === null ? 0 : 3)),
});
const plain = (value: number): string => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(value);
const short = (value: number): string => new Intl.NumberFormat("en", { notation: "compact" }).format(value);
const drawn = (props: Partial<TimeSeriesChartProps> & Pick<TimeSeriesChartProps, "series">) => (
  <TimeSeriesChart
    label="Lead time"
    kind="line"
    buckets={bucketsOf(props.series[0]?.values.length ?? 0)}
    form={{ full: plain, tick: short }}
    onOpen={openBucket}
    {...props}
  />
);
const percentiles = [
  seriesOf("Median", [10, 12, null, 9, 11]),
  seriesOf("75 %", [20, 26, null, 22, 24]),
  seriesOf("90 %", [60, 50, null, 44, 48]),
];
const each = { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr };

export const LinesWithAGap: Story = {
  parameters: { chromatic: { modes: each } },
  render: () => drawn({ series: percentiles }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /^Week 3, Median: nothing to measure/ })).toBeInTheDocument();
    await expect(canvas.getByRole("button", { name: /^Week 5, .*not over yet$/ })).toBeInTheDocument();
  },
};
export const Dark: Story = { ...LinesWithAGap, globals: { theme: "dark" } };
const picture: Story["play"] = async ({ canvasElement }) => {
  const chart = canvasElement.querySelector("svg");
  if (!chart) throw new Error("no chart");
  const ground = getComputedStyle(document.body).backgroundColor;
  await expect(chartAsSvg(chart)).toContain(ground);
  await expect(chartAsSvg(chart)).not.toContain("var(--");
  const { corner, all, words } = await coloursOf(await chartAsPng(chart));
  await expect(corner).toBe(ground);
  await expect(all).toBeGreaterThan(20);
  await expect(words).toBeGreaterThan(50);
};
export const AsAPicture: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: LinesWithAGap.render,
  play: picture,
};
export const AsADarkPicture: Story = { ...AsAPicture, globals: { theme: "dark" } };
export const Turkish: Story = {
  globals: { locale: "tr" },
  render: () =>
    drawn({
      label: "Çözüm süresi",
      series: percentiles.map((one) => ({ ...one, name: one.name.replace("Median", "Ortanca") })),
    }),
};
export const LinesThatLieTogether: Story = {
  render: () => drawn({ series: ["Median", "75 %", "90 %"].map((name) => seriesOf(name, [5, 5, 5, 5])) }),
  play: async ({ canvasElement }) => {
    const names = [...canvasElement.querySelectorAll("svg text")].filter(({ textContent }) =>
      ["Median", "75 %", "90 %"].includes(textContent),
    );
    const boxes = names.map((name) => name.getBoundingClientRect()).toSorted((a, b) => a.top - b.top);
    await expect(boxes).toHaveLength(3);
    for (const [i, box] of boxes.slice(1).entries())
      await expect(box.top).toBeGreaterThanOrEqual((boxes[i]?.bottom ?? 0) - 2);
  },
};
export const OneBucket: Story = { render: () => drawn({ kind: "bar", series: [seriesOf("Value", [7])] }) };
export const BelowZero: Story = {
  render: () => drawn({ kind: "bar", series: [seriesOf("Value", [4, -3, 0, -8, 2])] }),
};
export const AllZero: Story = { render: () => drawn({ kind: "bar", series: [seriesOf("Value", [0, 0, 0, 0])] }) };
export const HugeNumbers: Story = {
  render: () => drawn({ kind: "bar", series: [seriesOf("Value", [1_234_567_890, 987_654_321, 3, 2_000_000_000])] }),
};
export const LongLabels: Story = {
  render: () =>
    drawn({
      kind: "stacked",
      series: [
        "Waiting for somebody at the customer's to answer",
        "In progress",
        "Waiting for review by the other team",
      ].map((name, i) => seriesOf(name, [3 + i, 5, 2 * i + 1])),
      buckets: bucketsOf(3).map((bucket) => ({ ...bucket, label: `${bucket.label} of the year 2026` })),
    }),
  play: async ({ canvasElement }) => {
    // Measured at once: between two measurements the chart may have been rendered at another width.
    const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
    await waitFor(() => {
      const names = [...canvasElement.querySelectorAll("[data-series] ~ text, text[data-series]")];
      void expect(names).not.toHaveLength(0);
      void expect(Math.max(...names.map(rightOf))).toBeLessThanOrEqual(rightOf(canvasElement.querySelector("svg")) + 1);
    });
  },
};
export const AThousandPoints: Story = {
  render: () =>
    drawn({
      series: [
        seriesOf(
          "Median",
          Array.from({ length: 1000 }, (_, i) => 50 + 40 * Math.sin(i / 40)),
        ),
      ],
    }),
};
export const SeriesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => drawn({ series: percentiles }),
  play: async ({ canvas, userEvent }) => {
    openBucket.mockClear();
    await userEvent.tab();
    await userEvent.keyboard("{End}{ArrowLeft}{Enter}");
    await expect(canvas.getByRole("button", { name: /^Week 4/ })).toHaveFocus();
    await expect(openBucket).toHaveBeenCalledWith(3);
  },
};
export const ScatterOfThousands: Story = {
  render: () => (
    <ScatterPlot
      label="Each closed issue"
      points={Array.from({ length: 2000 }, (_, i) => ({
        id: `${i}`,
        title: `#${i}`,
        at: Date.UTC(2026, 0, 1) + i * 14_000_000,
        value: 0.05 + ((i * 7919) % 5000),
        href: `#${i}`,
      }))}
      guides={[
        { name: "Median", value: 2400 },
        { name: "90 %", value: 2500 },
      ]}
      form={{ full: hours, tick: hours }}
    />
  ),
  play: async ({ canvasElement }) => {
    const [first, second] = [...canvasElement.querySelectorAll("svg text")]
      .filter(({ textContent }) => ["Median", "90 %"].includes(textContent))
      .map((name) => name.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top);
    await expect(second?.top ?? 0).toBeGreaterThanOrEqual((first?.bottom ?? 0) - 2);
  },
};
