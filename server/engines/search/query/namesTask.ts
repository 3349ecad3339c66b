/** A first word with the ending of a gerund, and something that follows it. */
const FIRST_GERUND = /^\s*([a-z]{2,}ing)\s+\S/i;
const OTHER_ENDINGS = /(?:string|thing)$/;
/** What has that ending and is, as the first word of a query, rather a noun or an adjective: "logging handler", "missing key". */
const NO_TASKS: ReadonlySet<string> = new Set(
  `binding caching during encoding existing failing following heading incoming king leading listing locking logging mapping matching meaning
   missing naming ordering outgoing padding paging parsing pending pricing processing rating remaining ring routing scheduling setting spacing spring
   starting streaming timing tracing trailing typing warning wing wording`.split(/\s+/),
);

/** Whether a query begins with a task, such as "Writing a dataset": so do headings of pages, and hardly what describes a function. */
export function namesTask(text: string): boolean {
  const first = FIRST_GERUND.exec(text)?.[1]?.toLowerCase();
  return first !== undefined && !OTHER_ENDINGS.test(first) && !NO_TASKS.has(first);
}
