import { fileLanguageOf } from "../../../server/index/text/languages.ts";
import { SymbolExtractor } from "../../../server/index/text/symbols.ts";
import { type Target, promise } from "../engine/Target.ts";

/** One for each grammar, and one that has none. */
const PATHS = ["a.js", "a.ts", "a.tsx", "a.py", "a.go", "a.rs", "a.java", "a.php", "a.rb", "a.cpp", "a.cs", "a.sql"];
const LANGUAGES = PATHS.flatMap((path) => fileLanguageOf(path) ?? []);
const extractor = new SymbolExtractor();

export const target: Target = {
  promise: "Any text in any language gives symbols that lie inside of it, the same when it is read again.",
  shape: "text",
  run: async (input) => {
    const [first = 0, ...rest] = input;
    const language = LANGUAGES[first % LANGUAGES.length];
    if (!language) return undefined;
    const text = Buffer.from(rest).toString();
    const lines = text.split("\n").length;
    const symbols = await extractor.find(text, language);
    for (const { name, start, end, container } of symbols) {
      promise(start >= 1 && start <= end && end <= lines, "A symbol lies outside of the text.");
      promise(text.includes(name) && text.includes(container), "A name is not in the text.");
    }
    const again = await extractor.find(text, language);
    promise(JSON.stringify(again) === JSON.stringify(symbols), "The second reading finds other symbols.");
    return symbols.map(({ name }) => name);
  },
};
