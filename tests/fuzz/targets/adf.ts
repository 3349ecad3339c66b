import { adfToMarkdown } from "../../../server/sources/providers/atlassian/adf.ts";
import { parseJson } from "../../../server/sources/responses/parseJson.ts";
import { type Target, declared, promise, textOf } from "../engine/Target.ts";

export const target: Target = {
  promise:
    "A document of any shape becomes Markdown without control characters that it did not have; nothing is thrown.",
  shape: "json",
  run: (input) => {
    const document = declared([SyntaxError], () => parseJson(textOf(input), "item"));
    const markdown = adfToMarkdown(document ?? null);
    promise(typeof markdown === "string", "It is no text.");
    promise(
      !/\]\(<(?!https?:|mailto:)/i.test(markdown.replaceAll(/\\[^]/g, "")) ||
        typeof document === "string" ||
        /\]\(</.test(textOf(input)),
      "A link has another scheme.",
    );
    return markdown;
  },
};
