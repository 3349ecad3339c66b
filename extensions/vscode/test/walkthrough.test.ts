/** The walkthrough of the first use: its buttons, its completion events and its pictures exist. */
import { deepStrictEqual, ok } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
  };
}
const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const { contributes } = JSON.parse(read("package.json")) as Manifest;
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const commands = new Set(contributes.commands.map(({ command }) => command));

test("begins with the sign-in, and no step occurs twice", () => {
  const ids = steps.map(({ id }) => id);
  deepStrictEqual([ids[0], new Set(ids).size], ["signIn", ids.length]);
});

for (const language of ["", ".tr"]) {
  test(`each step has one button with a command of the extension (package.nls${language}.json)`, () => {
    const words = JSON.parse(read(`package.nls${language}.json`)) as Readonly<Record<string, string>>;
    for (const { id, description } of steps) {
      const text = words[description.replaceAll("%", "")] ?? "";
      // A link on a line of its own is shown as a button.
      const buttons = Array.from(text.matchAll(/^\[[^\]]+\]\(command:([\w.]+)\)$/gm), ([, command]) => command ?? "");
      deepStrictEqual([id, buttons.length, buttons.every((command) => commands.has(command))], [id, 1, true]);
    }
  });
}

test("each step is completed by what the extension has", () => {
  const code = read("src/extension.ts");
  for (const event of steps.flatMap(({ completionEvents }) => completionEvents)) {
    const [kind, name = ""] = event.split(":");
    if (kind === "onCommand") ok(commands.has(name), event);
    else if (kind === "onSettingChanged") ok(name in contributes.configuration.properties, event);
    else ok(kind === "onContext" && code.includes(`"setContext", "${name}"`), event);
  }
});

test("each picture is shipped", () => {
  for (const { media } of steps) ok(media.svg.startsWith("media/") && existsSync(join(root, media.svg)), media.svg);
});
