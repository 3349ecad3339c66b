import insights from "../../src/i18n/locales/en/insights.json" with { type: "json" };

/** The page of all metrics with their definitions, made of the words that the app shows next to each number. */
export function metricsPage(): string {
  const parts = Object.values(insights.metrics).map(
    ({ name, says, leaves, source }) =>
      `## ${name}\n\n${says}\n\n- **Left out:** ${leaves}\n- **Read from:** ${source}`,
  );
  return `# Metrics and their definitions

These are the sentences that **Insights** shows at each number under **How this is calculated**; they are made from the same file.
[Insights](docs/guide/concepts/insights.md) explains periods, intervals and targets.

${parts.join("\n\n")}
`;
}
