/** Maps and clouds of points of a report as SVG, as the page draws them. Mail programs leave SVG out, and have the lists alone. */
import type { Language } from "../../../contract/access/users.ts";
import type { ContentOf } from "./reportContent.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";
import { oneLine } from "../../messages/oneLine.ts";
import { factName } from "./reportFacts.ts";
import { LOCALES, valueText } from "./reportSentences.ts";
import { squarify } from "./squarify.ts";

/** A file or a folder: its area is its lines or files, and its tint how hot it is, from 0 to 1. */
interface Tile {
  readonly path: string;
  readonly size: number;
  readonly heat: number;
}
/** Moments in milliseconds since 1970, and durations in hours. */
type Point = readonly [at: number, hours: number];

export type ReportDrawing =
  | { readonly kind: "tiles"; readonly tiles: readonly Tile[] }
  | {
      readonly kind: "points";
      readonly points: readonly Point[];
      /** Over the whole period; null where there are too few. */
      readonly median: number | null;
      readonly p90: number | null;
    };

/** Tiles of one map: smaller ones cannot be distinguished. */
const MAX_TILES = 60;

/** The map of files that change often: a file is as hot as the root of its score. */
export const hotspotDrawing = ({ hotspots }: ContentOf<"hotspots">): ReportDrawing => ({
  kind: "tiles",
  tiles: hotspots.slice(0, MAX_TILES).map(({ path, lines, score }) => ({ path, size: lines, heat: Math.sqrt(score) })),
});

/** The map of folders: one without any expert is as hot as one that a single person holds. */
export const knowledgeDrawing = ({ knowledge }: ContentOf<"knowledge">): ReportDrawing => ({
  kind: "tiles",
  tiles: knowledge
    .slice(0, MAX_TILES)
    .map(({ path, files, share, state }) => ({ path, size: files, heat: state === "orphan" ? 1 : share })),
});

/** A point for each closed issue. */
export const controlDrawing = ({ control, median, p90 }: ContentOf<"control">): ReportDrawing => ({
  kind: "points",
  points: control.map(({ closed_at, hours }) => [Date.parse(closed_at), hours] as const),
  median,
  p90,
});

/** @param label the name of the card, escaped */
export const drawingHtml = (drawing: ReportDrawing, label: string, language: Language): string =>
  drawing.kind === "tiles" ? tilesSvg(drawing.tiles, label) : pointsSvg(drawing, label, language);

const svg = (height: number, label: string, content: string): string =>
  `<svg viewBox="0 0 ${WIDTH} ${height}" width="100%" role="img" aria-label="${label}" style="display:block;margin:8px 0">${content}</svg>`;

const WIDTH = 560;
const MAP = { height: 260, gap: 3, letter: 6.5, text: 11, least: { width: 44, height: 18 } } as const;

function tilesSvg(tiles: readonly Tile[], label: string): string {
  const sorted = tiles.map((tile) => ({ ...tile, size: Math.max(1, tile.size) })).toSorted((a, b) => b.size - a.size);
  if (sorted.length === 0) return "";
  const boxes = squarify(
    sorted.map(({ size }) => size),
    WIDTH,
    MAP.height,
  );
  const drawn = boxes.map((box, at) => {
    const { path = "", heat = 0 } = sorted[at] ?? {};
    const [width, height] = [Math.max(0.5, box.width - MAP.gap), Math.max(0.5, box.height - MAP.gap)];
    const tint = (0.08 + 0.42 * Math.min(1, Math.max(0, heat))).toFixed(2);
    const shown = escapeHtml(oneLine(path));
    const rect = `<rect x="${box.x.toFixed(1)}" y="${box.y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="3" fill="#1D4ED8" fill-opacity="${tint}"><title>${shown}</title></rect>`;
    const name = nameIn(oneLine(path), width - 8);
    if (name === "" || width < MAP.least.width || height < MAP.least.height) return rect;
    return `${rect}<text x="${(box.x + 4).toFixed(1)}" y="${(box.y + 14).toFixed(1)}" font-size="${MAP.text}" fill="#1C1C22">${escapeHtml(name)}</text>`;
  });
  return svg(MAP.height, label, drawn.join(""));
}

/** The path, or its last step where the whole path does not fit, or as much of it as fits. */
function nameIn(path: string, width: number): string {
  const letters = Math.floor(width / MAP.letter);
  if (path.length <= letters) return path;
  const last = path
    .split("/")
    .slice(path.endsWith("/*") ? -2 : -1)
    .join("/");
  if (last.length <= letters) return last;
  // Half of a letter outside of the first plane would be no text.
  return letters < 4 ? "" : `${last.slice(0, letters - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const CLOUD = { height: 260, top: 12, right: 104, bottom: 24, left: 64, point: 3, text: 11 } as const;
/** Lower values are drawn as this: a logarithmic axis has no zero. */
const LEAST_HOURS = 0.1;
/** An hour, a day, a week, a month, a year. */
const STEPS = [1, 24, 168, 720, 8760] as const;
/** Guides that are nearer have their names apart by this. */
const LINE_HEIGHT = 13;

type Points = Extract<ReportDrawing, { kind: "points" }>;

/** Points by the day of their closing, over a logarithmic axis of hours. */
function pointsSvg({ points, median, p90 }: Points, label: string, language: Language): string {
  if (points.length === 0) return "";
  const { height, top, right, bottom, left, point, text } = CLOUD;
  const times = points.map(([at]) => at);
  const hours = points.map(([, value]) => Math.max(LEAST_HOURS, value));
  const [first, last] = [lowest(times), highest(times)];
  const low = Math.log(lowest(hours) / 1.3);
  const high = Math.log(highest(hours) * 1.3);
  const x = (at: number): number =>
    last === first ? (left + WIDTH - right) / 2 : left + ((at - first) / (last - first)) * (WIDTH - left - right);
  const y = (value: number): number =>
    height - bottom - ((Math.log(Math.max(LEAST_HOURS, value)) - low) / (high - low)) * (height - top - bottom);
  const steps = STEPS.filter((step) => Math.log(step) >= low && Math.log(step) <= high).map(
    (step) =>
      `<line x1="${left}" x2="${WIDTH - right}" y1="${y(step).toFixed(1)}" y2="${y(step).toFixed(1)}" stroke="#E3E2E8"/><text x="${left - 6}" y="${(y(step) + 4).toFixed(1)}" font-size="${text}" fill="#5F5F6B" text-anchor="end">${escapeHtml(valueText(step, "hours", language))}</text>`,
  );
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeZone: "UTC" });
  const ends = [[first, "start", left], ...(last === first ? [] : [[last, "end", WIDTH - right] as const])].map(
    ([at, anchor, place]) =>
      `<text x="${place}" y="${height - 6}" font-size="${text}" fill="#5F5F6B" text-anchor="${anchor}">${escapeHtml(day.format(Number(at)))}</text>`,
  );
  const named = Object.entries({ median, p90 }).flatMap(([name, value]) =>
    value === null ? [] : [{ name: factName(name as "median" | "p90", language), at: y(value) }],
  );
  const guides = named.map(({ name, at }, index) => {
    // The 90th percentile is never below the median, so that its name moves up.
    const near = index > 0 && Math.abs(at - (named[0]?.at ?? 0)) < LINE_HEIGHT;
    const placed = near ? (named[0]?.at ?? 0) - LINE_HEIGHT : at;
    return `<line x1="${left}" x2="${WIDTH - right}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}" stroke="#5F5F6B" stroke-dasharray="4 3"/><text x="${WIDTH - right + 4}" y="${(placed + 4).toFixed(1)}" font-size="${text}" fill="#5F5F6B">${escapeHtml(name)}</text>`;
  });
  const dots = points.map(
    ([at, value]) => `<circle cx="${x(at).toFixed(1)}" cy="${y(value).toFixed(1)}" r="${point}"/>`,
  );
  return svg(
    height,
    label,
    `${steps.join("")}${ends.join("")}${guides.join("")}<g fill="#1D4ED8" fill-opacity="0.6">${dots.join("")}</g>`,
  );
}

const lowest = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value), Infinity);
const highest = (values: readonly number[]): number =>
  values.reduce((largest, value) => Math.max(largest, value), -Infinity);
