/* Dead code: service methods, words and components without a caller or a story. tests/lint/callers.test.ts runs it. */

/** Texts of source files by path from the root. */
export type Sources = Readonly<Record<string, string>>;

/** Removes comments, which name things without using them. A `//` inside a string (a URL) stays. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|[\s;{(,])\/\/[^\n]*/g, "$1");

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Methods of services that no source calls as `projects.rename`.
 * @param methods by service
 * @param sources possible callers: routes, stores, main
 */
export function uncalledMethods(methods: Readonly<Record<string, readonly string[]>>, sources: Sources): string[] {
  const text = Object.values(sources).map(withoutComments).join("\n");
  return Object.entries(methods).flatMap(([service, names]) =>
    names
      .filter((name) => !new RegExp(String.raw`\b${service}\s*\??\.\s*${escaped(name)}\b`).test(text))
      .map((name) => `${service}.${name}`),
  );
}

/** `{ a: { b: "x" } }` → `a.b`; without the suffix of a plural form. */
export function wordKeys(catalogue: object, prefix = ""): string[] {
  const keys = Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === "object" && value !== null ? wordKeys(value as object, `${prefix}${key}.`) : [prefix + key],
  );
  return [...new Set(keys.map((key) => key.replace(/_(?:zero|one|two|few|many|other)$/, "")))];
}

/**
 * Keys of a catalogue that occur in no source, as a string or as a template (`kind.${kind}`) whose fixed parts match. A template without a fixed
 * part of three letters matches nothing, and a slot at its start matches one name only.
 */
export function unusedWords(keys: readonly string[], sources: Sources): string[] {
  const literals = new Set<string>();
  const templates: RegExp[] = [];
  for (const source of Object.values(sources)) {
    const text = withoutComments(source);
    for (const [, double, single] of text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g))
      literals.add(double ?? single ?? "");
    // A nested template, with a known prefix.
    for (const [, start = ""] of text.matchAll(/`((?:\w+\.)+)\$\{/g)) templates.push(new RegExp(`^${escaped(start)}`));
    for (const [, body = ""] of text.matchAll(/`([^`]*)`/g)) {
      const fixed = body.split(/\$\{[^}]*\}/);
      if (fixed.length === 1) literals.add(body);
      else if (/[A-Za-z]{3}/.test(fixed.join(""))) {
        const [first = "", ...rest] = fixed.map(escaped);
        templates.push(new RegExp(`^${first}${first === "" ? "[^.]+" : ".+"}${rest.join(".+")}$`));
      }
    }
  }
  return keys.filter((key) => !literals.has(key) && !templates.some((template) => template.test(key)));
}

/** Components that a file exports: functions and constants with a capital first letter. */
const exportsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/^export (?:async )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(
    ([, name = ""]) => name,
  );

/**
 * Folders of components without a story of their own: none of their exported components is the subject (`component:`) of a story, and no
 * file of stories has the folder's name.
 * @param components sources below src/components
 * @param stories sources below stories
 */
export function foldersWithoutStory(components: Sources, stories: Sources): string[] {
  const subjects = new Set(
    Object.values(stories).flatMap((text) =>
      [...withoutComments(text).matchAll(/\bcomponent: ([A-Z]\w*)/g)].map(([, name = ""]) => name),
    ),
  );
  const folders = new Map<string, string[]>();
  for (const [path, text] of Object.entries(components)) {
    const folder = /^src\/components\/([^/]+)\//.exec(path)?.[1];
    if (folder === undefined || !path.endsWith(".tsx")) continue;
    folders.set(folder, [...(folders.get(folder) ?? []), ...exportsOf(text)]);
  }
  return [...folders]
    .filter(([folder]) => !(`stories/components/${folder}.stories.tsx` in stories))
    .filter(([, names]) => names.length > 0 && !names.some((name) => subjects.has(name)))
    .map(([folder]) => folder)
    .toSorted();
}
