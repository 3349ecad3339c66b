import { linkedAddresses } from "../../../server/engines/documents/linkedAddresses.ts";
import { linkedPath, codeReferences } from "../../../server/engines/documents/codeReferences.ts";
import { linksIn } from "../../../server/engines/documents/wikiLinks.ts";
import { cutAtHeadings } from "../../../server/index/text/chunks.ts";
import { regexDefinitions } from "../../../server/index/text/regexDefinitions.ts";
import { fileLanguageOf } from "../../../server/index/text/languages.ts";
import { MAX_TOKEN_LENGTH, scanTokens, termsOfText } from "../../../server/index/text/tokenize.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

const LANGUAGES = ["a.ts", "a.py", "a.go", "a.rs", "a.java", "a.rb", "a.c", "a.sh", "a.md"].flatMap(
  (path) => fileLanguageOf(path) ?? [],
);

export const target: Target = {
  promise: "A file of a repository gives names, links, chunks, definitions and tokens that are parts of its text.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    const lines = text.split("\n");
    for (const { start, end } of cutAtHeadings(lines)) {
      promise(start >= 1 && start <= end && end <= lines.length, "A chunk lies outside of the text.");
    }
    scanTokens(text, (token, at) => {
      promise(text.startsWith(token, at) && token.length <= MAX_TOKEN_LENGTH, "A token is no part of the text.");
    });
    const links = linksIn(text);
    for (const link of links) {
      const path = linkedPath("docs/a.md", link);
      promise(path === null || !path.split("/").includes(".."), "A link leads out of the repository.");
    }
    for (const language of LANGUAGES) {
      for (const { name } of regexDefinitions(text, language))
        promise(text.includes(name), "A name is not in the text.");
    }
    promise(Array.isArray(termsOfText(text)), "There are no terms.");
    return [...linkedAddresses(text), ...links, ...codeReferences("docs/a.md", text).map(({ name }) => name)];
  },
};
