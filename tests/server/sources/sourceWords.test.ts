import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { syncInLanguage, translate } from "../../../server/api/translations/translate.ts";

const root = join(import.meta.dirname, "../../..");
/** Messages that are never shown: they end cancelled work. */
const UNSEEN = new Set(["Called off.", "Paused or removed.", "A thread that reads repositories needs a git relay."]);

/** Whole sentences as they stand in the source of connectors and sync; a thing is a project, all else is a 7. */
function sentences(): string[] {
  const found = new Set<string>();
  for (const folder of ["server/git", "server/sources", "server/sync"]) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      const text = readFileSync(join(root, folder, name), "utf8");
      for (const [literal] of text.matchAll(/"(?:[^"\\\n])+"|`(?:[^`\\]|\\.)+`/g)) {
        const sentence = literal.slice(1, -1);
        if (!/^(?:\$\{[^}]*\}|[A-Z]|git )[^\n]* [^\n]*\.$/.test(sentence) || UNSEEN.has(sentence)) continue;
        found.add(sentence.replaceAll(/\$\{[^}]*\bthing\}/g, "project").replaceAll(/\$\{[^}]*\}/g, "7"));
      }
    }
  }
  return [...found].toSorted();
}

test.each(sentences())("in Turkish: %s", (sentence) => {
  expect(translate(sentence, "TR")).not.toBe(sentence);
});

test("a sentence inside of a sentence is told in the same language", () => {
  const error =
    "git.example asks for patience: its request limit is used up. The sync goes on by itself. Waiting for quota until 12:30 UTC.";
  const sync = { state: "running", step: "waiting", done: 0, total: null, error, finished_at: null, items: 0 } as const;
  expect(syncInLanguage(sync, "TR").error).toBe(
    "git.example beklenmesini istiyor: istek sınırı doldu. Eşitleme kendiliğinden sürecek. Kota saat 12:30 (UTC) için bekleniyor.",
  );
  expect(syncInLanguage(sync, "EN")).toEqual(sync);
});
