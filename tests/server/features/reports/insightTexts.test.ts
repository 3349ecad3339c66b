/** A report explains a metric in the words of its page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMPARED_METRICS, METRIC_IDS } from "../../../../contract/insights/metrics.ts";
import { formatMessage, type Message, message } from "../../../../server/messages/messages.ts";

const LOCALES = join(import.meta.dirname, "../../../../src/i18n/locales");

interface Page {
  readonly metrics: Readonly<Record<string, Readonly<Record<"name" | "says" | "leaves" | "source", string>>>>;
  readonly summary: { readonly statement: Readonly<Record<string, string>>; readonly title: string };
  readonly annotations: { readonly name: string; readonly kinds: Readonly<Record<string, string>> };
  readonly card: Readonly<Record<"how" | "counts" | "leaves" | "source", string>>;
}

test.each([
  ["en", "EN"],
  ["tr", "TR"],
] as const)("definitions and sentences are those of the page (%s)", (locale, language) => {
  const page = JSON.parse(readFileSync(join(LOCALES, locale, "insights.json"), "utf8")) as Page;
  const say = (text: Message): string => formatMessage(text, language);
  for (const metric of METRIC_IDS) {
    const { name, says, leaves, source } = page.metrics[metric] ?? {};
    expect([
      say(message(`report.metric_${metric}`)),
      say(message(`report.says_${metric}`)),
      say(message(`report.leaves_${metric}`)),
      say(message(`report.source_${metric}`)),
    ]).toEqual([name, says, leaves, source]);
  }
  for (const metric of COMPARED_METRICS)
    expect(formatMessage(message(`report.statement_${metric}`, { value: "7" }), language)).toBe(
      page.summary.statement[metric]?.replace(/\{\{(?:value|number)\}\}/, "7"),
    );
  expect([say(message("report.summary")), say(message("report.marks")), say(message("report.how"))]).toEqual([
    page.summary.title,
    page.annotations.name,
    page.card.how,
  ]);
  for (const kind of ["release", "incident", "note"] as const)
    expect(say(message(`report.mark_${kind}`))).toBe(page.annotations.kinds[kind]);
});
