/* Dead code: service methods, words and components without a caller, and components without a story. tests/lint/callers.test.ts runs it. */

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

/** Components that a file exports: functions, constants and classes with a capital first letter. */
const exportsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/^export (?:async )?(?:function|const|class) ([A-Z]\w*[a-z]\w*)/gm)].map(
    ([, name = ""]) => name,
  );

/** Names that a file exports from a package, which `components/ui` does for components of Blueprint. */
const reexportsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/^export \{([^}]*)\} from "@/gm)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => /^(?:\w+ as )?([A-Z]\w*)$/.exec(name.trim())?.[1] ?? []),
  );

/** A file of components; one without JSX has the name of its component. */
const COMPONENT = /^src\/components\/([^/]+)\/(?:[^/]+\.tsx|[A-Z][^/]*\.ts)$/;

const componentsOf = (text: string): string[] => [...exportsOf(text), ...reexportsOf(text)];

/** The `component:` of a file of stories. */
const subjectOf = (text: string): string | undefined => /\bcomponent: ([A-Z]\w*)/.exec(withoutComments(text))?.[1];

/**
 * Exported components that no other file of the app names. A story alone does not keep a component.
 * @param app sources below src
 */
export function unusedComponents(app: Sources): string[] {
  const wordsOf = new Map(
    Object.entries(app).map(([path, text]) => [path, new Set(withoutComments(text).match(/\w+/g))] as const),
  );
  return Object.entries(app)
    .flatMap(([path, text]) => {
      const [, folder] = COMPONENT.exec(path) ?? [];
      return folder === undefined ? [] : componentsOf(text).map((name) => ({ path, folder, name }));
    })
    .filter(({ path, name }) => ![...wordsOf].some(([other, words]) => other !== path && words.has(name)))
    .map(({ folder, name }) => `${folder}/${name}`)
    .toSorted();
}

/** Members of exported interfaces of props that may be omitted: `isWide?: boolean`. */
const optionalPropsOf = (text: string): { props: string; prop: string }[] =>
  [...withoutComments(text).matchAll(/^export (?:interface|type) (\w+Props)\b[^\n]*\{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, props = "", body = ""]) =>
      [...body.matchAll(/^ {2}(?:readonly )?(\w+)\?:/gm)].map(([, prop = ""]) => ({ props, prop })),
  );

/**
 * Optional props of components that no other file of the app passes: what they switch on is never shown, although its component has an
 * importer. Reading one (`props.isWide`) is not passing it.
 * @param app sources below src
 */
export function unusedProps(app: Sources): string[] {
  const wordsOf = new Map(
    Object.entries(app).map(([path, text]) => [path, new Set(withoutComments(text).match(/(?<![.\w])[a-z]\w*/g))]),
  );
  return Object.entries(app)
    .flatMap(([path, text]) => {
      const folder = /^src\/components\/([^/]+)\/[^/]+\.tsx?$/.exec(path)?.[1];
      if (folder === undefined) return [];
      return optionalPropsOf(text)
        .filter(({ prop }) => ![...wordsOf].some(([other, words]) => other !== path && words.has(prop)))
        .map(({ props, prop }) => `${folder}/${props}.${prop}`);
    })
    .toSorted();
}

/**
 * Exported components without a `stories/<folder>/<Name>.stories.tsx` that has them as subject.
 * @param app sources below src
 * @param stories sources below stories
 */
export function componentsWithoutStory(app: Sources, stories: Sources): string[] {
  return Object.entries(app)
    .flatMap(([path, text]) => {
      const [, folder] = COMPONENT.exec(path) ?? [];
      return folder === undefined ? [] : componentsOf(text).map((name) => ({ folder, name }));
    })
    .filter(({ folder, name }) => subjectOf(stories[`stories/${folder}/${name}.stories.tsx`] ?? "") !== name)
    .map(({ folder, name }) => `${folder}/${name}`)
    .toSorted();
}

/**
 * Files of stories in a folder of components whose name is not that of a component of the folder, or that have another subject.
 * @param app sources below src
 * @param stories sources below stories
 */
export function storiesWithoutComponent(app: Sources, stories: Sources): string[] {
  const folders = new Set(Object.keys(app).flatMap((path) => COMPONENT.exec(path)?.[1] ?? []));
  const names = new Set(
    Object.entries(app).flatMap(([path, text]) => {
      const folder = COMPONENT.exec(path)?.[1];
      return folder === undefined ? [] : componentsOf(text).map((name) => `${folder}/${name}`);
    }),
  );
  return Object.entries(stories)
    .flatMap(([path, text]) => {
      const [, folder = "", name = ""] = /^stories\/([^/]+)\/([^/]+)\.stories\.tsx$/.exec(path) ?? [];
      if (!folders.has(folder)) return [];
      return names.has(`${folder}/${name}`) && subjectOf(text) === name ? [] : [`${folder}/${name}`];
    })
    .toSorted();
}
