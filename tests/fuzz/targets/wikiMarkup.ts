import { wikiMarkupToMarkdown } from "../../../server/sources/providers/atlassian/wikiMarkup.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

export const target: Target = {
  promise: "Any text becomes Markdown, whose links lead to the web or to a mailbox; nothing is thrown.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    const markdown = wikiMarkupToMarkdown(text, { nameOf: (user) => (user === "ada" ? "Ada" : null) });
    promise(
      !/\]\(<(?!https?:|mailto:)/i.test(markdown.replaceAll(/\\[^]/g, "")) || /\]\(</.test(text),
      "A link has another scheme.",
    );
    promise(!/[\u{e000}\u{e001}]/u.test(markdown), "A held block was not put back.");
    return markdown;
  },
};
