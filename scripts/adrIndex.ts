/** The list of architecture decisions in `docs/adr/README.md`, generated from the title and the status of each file: `npm run adr`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../docs/adr");
const INDEX = join(FOLDER, "README.md");
/** The list is the rest of the page after this line. */
const HEADING = "## Decisions\n\n";

/** One line for each decision, without columns: a new decision changes no other line, so parallel changes merge. */
function listDecisions(): string {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .toSorted()
    .map((name) => {
      const [title = "", , status = ""] = readFileSync(join(FOLDER, name), "utf8").split("\n");
      const later = /\b(Superseded|Superseded in part|Corrected) by \[(\d{4})\]/.exec(status);
      const note = later ? `: ${later[1]?.toLowerCase()} by ${later[2]}` : "";
      return `- [${title.replace(/^# /, "")}](${name})${note}\n`;
    })
    .join("");
}

/** The page with its present introduction and a new list. @throws Error when the page has no heading for the list */
export function adrIndex(): string {
  const page = readFileSync(INDEX, "utf8");
  const end = page.indexOf(HEADING);
  if (end < 0) throw new Error(`${INDEX} has no heading "${HEADING.trim()}"`);
  return page.slice(0, end + HEADING.length) + listDecisions();
}

if (import.meta.main) writeFileSync(INDEX, adrIndex());
