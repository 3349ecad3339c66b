/** A report as CSV. */
import type { Language } from "../../../contract/access/users.ts";
import { csvLine } from "../../http/csv.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import type { ReportCard, ReportCardRow, ReportContent } from "./reportContent.ts";
import { factCells } from "./reportFacts.ts";
import { hourLines } from "./reportFigures.ts";
import { markdownText } from "./reportMarkdown.ts";
import { cardTitle } from "./reportSentences.ts";

const CSV_COLUMNS = ["card", "kind", "project", "series", "start", "end", "value", "unit"] as const;

/** The value of a row and its unit. */
function noteCells(note: ReportCardRow["note"]): [value: string, unit: string] {
  if (typeof note === "string") return [note, ""];
  if ("share" in note) return [`${note.text}, ${Math.round(note.share * 100)} %`, ""];
  return "hours" in note ? [String(note.hours), "hours"] : [String(note.outdated), "count"];
}

/** All values and rows as CSV (RFC 4180): one line a bucket and series, and one a row of a list. */
export function reportCsv(content: ReportContent, language: Language): string {
  const lines = content.cards.flatMap((card): string[][] => {
    const head = [formatMessage(cardTitle(card), language), card.kind, card.project ?? ""];
    return [...cardCells(card, language), ...factCells(card)].map((cells) => [...head, ...cells]);
  });
  const name = formatMessage(message("report.marks"), language);
  const marks = (content.insights?.marks ?? []).map(({ kind, day, title }) => [
    name,
    "mark",
    "",
    kind,
    day,
    day,
    title,
    "",
  ]);
  return [[...CSV_COLUMNS], ...marks, ...lines].map(csvLine).join("");
}

/** The value of the period before, and the target with its verdict. */
function pointCells({ previous, target = null, unit }: Extract<ReportCard, { kind: "metric" }>): string[][] {
  return [
    ...(previous === null ? [] : [["period_before", "", "", String(previous), unit]]),
    ...(target === null ? [] : [[`target_${target.is}_${target.verdict}`, "", "", String(target.value), unit]]),
  ];
}

/** What the lines of a card have from the column `series` on. */
function cardCells(card: ReportCard, language: Language): string[][] {
  switch (card.kind) {
    case "metric":
    case "count": {
      const unit = card.kind === "metric" ? card.unit : "count";
      return [
        ["period", "", "", card.value === null ? "" : String(card.value), unit],
        ...(card.kind === "metric" ? pointCells(card) : []),
        ...card.series.flatMap(({ name, values, unit: ownUnit = unit }) =>
          card.buckets.map(({ start, end }, at) => {
            const value = values[at] ?? null;
            return [name, start, end, value === null ? "" : String(value), ownUnit];
          }),
        ),
      ];
    }
    case "rows":
      return card.rows.map(({ text, note }) => [text, "", "", ...noteCells(note)]);
    case "bars":
      return card.bars.map(({ from, to, n }) => [
        "hours",
        String(from),
        to === null ? "" : String(to),
        String(n),
        "count",
      ]);
    case "hours":
      return hourLines(card.activity, language).map(({ of, start, end, n }) => [of, start, end, String(n), "count"]);
    case "text":
      return [["text", "", "", markdownText(card.text), ""]];
    case "none":
      return [];
  }
}
