import type { ReportCard, ReportContent } from "./reportContent.ts";

/** Pixels of the parts of a report, rather too many: what a picture does not reach is cut off. */
const HEIGHTS = { page: 360, line: 32, card: 150, drawing: 280, chart: 140, definition: 130, hours: 430 } as const;
/** Letters of a line of text. */
const LINE_LETTERS = 60;

const linesOf = (card: ReportCard): number => {
  const facts = card.facts?.length ?? 0;
  switch (card.kind) {
    case "rows":
      return facts + card.rows.length;
    case "bars":
      return facts + card.bars.length;
    case "text":
      return card.text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / LINE_LETTERS), 0);
    case "metric":
      return facts + (card.display === "table" ? card.buckets.length : 0);
    case "count":
      return facts + card.buckets.length;
    case "hours":
    case "none":
      return facts;
  }
};

function drawnHeight(card: ReportCard, hasDefinitions: boolean): number {
  if (card.kind === "hours") return HEIGHTS.hours;
  if (card.kind === "rows") return card.drawing === undefined ? 0 : HEIGHTS.drawing;
  if (card.kind === "metric") return HEIGHTS.chart + (hasDefinitions ? HEIGHTS.definition : 0);
  return card.kind === "count" ? HEIGHTS.chart : 0;
}

/** The height that a report needs as a picture, in pixels. */
export const reportHeight = ({ cards, insights }: ReportContent): number =>
  cards.reduce(
    (sum, card) => sum + HEIGHTS.card + HEIGHTS.line * linesOf(card) + drawnHeight(card, insights !== undefined),
    HEIGHTS.page + HEIGHTS.line * ((insights?.findings.length ?? 0) + (insights?.marks.length ?? 0)),
  );
