// A lint plugin with this project's rules. oxlint loads it (`jsPlugins` in .oxlintrc.json); tests/lint tests each rule.
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { accessibleNames } from "./accessibleNames.ts";
import { catalogues } from "./catalogues.ts";
import { drawnIcons, ICON_PROPS } from "./drawnIcons.ts";
import { externalLinks } from "./externalLinks.ts";
import { foreignText } from "./foreignText.ts";
import { keyLiterals } from "./keyLiterals.ts";
import { MODULE_RULES, type ModuleRule } from "./arrows.ts";
import { findNameDialect } from "./dialect.ts";
import { FILLER_NAMES, isFillerName } from "./fillerNames.ts";
import { personNames } from "./personNames.ts";
import { primitives } from "./primitives.ts";
import { providerNames } from "./providerNames.ts";
import { FIRST_LINE, type Context, type Node, type Visitor } from "./rule.ts";

interface ModuleReference extends Node {
  readonly source: { readonly value: string } | null;
  readonly importKind?: "type" | "value";
  readonly exportKind?: "type" | "value";
  readonly specifiers?: readonly {
    readonly importKind?: "type" | "value";
    readonly exportKind?: "type" | "value";
    readonly imported?: { readonly name?: string };
    readonly local?: { readonly name?: string };
  }[];
}
interface DynamicImport extends Node {
  readonly source: { readonly type: string; readonly value?: unknown };
}
interface Call extends Node {
  readonly callee: { readonly type: string; readonly name?: string; readonly property?: { readonly name?: string } };
  readonly arguments: readonly { readonly type: string; readonly value?: unknown }[];
}
interface TaggedTemplate extends Node {
  readonly tag: { readonly type: string; readonly name?: string };
}
interface Attribute extends Node {
  readonly name: { readonly name: unknown };
  readonly value: { readonly type: string; readonly value?: unknown } | null;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The module of a path from the root, or undefined if the table does not have it (tests, configuration files). */
export const moduleRuleOf = (path: string): ModuleRule | undefined =>
  MODULE_RULES.filter((rule) => isWithin(path, rule.path)).toSorted((a, b) => b.path.length - a.path.length)[0];

const matches = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));

const packageReaches = new Map<string, boolean>();
/** Whether importing values of this file of the contract also imports zod. */
function bringsZod(file: string): boolean {
  const cached = packageReaches.get(file);
  if (cached !== undefined) return cached;
  packageReaches.set(file, false); // stops at a cycle
  const text = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : "";
  const values = [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"/gm)].map(
    (match) => match[1] ?? "",
  );
  const reachesZod = values.some(
    (source) => source === "zod" || (source.startsWith(".") && bringsZod(join(dirname(file), source))),
  );
  packageReaches.set(file, reachesZod);
  return reachesZod;
}

/** Why this import is not allowed; undefined if it is. */
export function whyRefused(
  root: string,
  from: string,
  source: string,
  isType: boolean,
  isDynamic = false,
): string | undefined {
  const path = relative(root, from).split(sep).join("/");
  const rule = moduleRuleOf(path);
  if (!rule) return undefined;

  if (!source.startsWith(".")) {
    if (rule.allowedPackages?.includes(source)) return undefined;
    return matches(source, rule.forbidden ?? [])
      ? `${rule.path} must not import "${source}": another module owns it.`
      : undefined;
  }

  if (source.endsWith(".module.css") && dirname(source) !== ".") {
    return `${path} must not use the styles of another folder: make a component of them.`;
  }
  const target = join(dirname(from), source.replace(/\?.*$/, ""));
  const to = relative(root, target).split(sep).join("/");
  const home = rule.hasSeparateFolders
    ? join(rule.path, path.slice(rule.path.length + 1).split("/")[0] ?? "")
    : rule.path;
  const allowed = [home, ...rule.mayImport];
  const isOwn = isWithin(to, home) && moduleRuleOf(to)?.path === rule.path;
  // "server" in a list means the whole server; any other name means that module with its folders.
  if (
    !isOwn &&
    !allowed.some((name) => isWithin(to, name)) &&
    !(isType && rule.mayImportTypes?.some((name) => isWithin(to, name)))
  ) {
    return `${home} must not import ${to}${isType ? "" : " for its values"}: no arrow leads there (scripts/lint/arrows.ts).`;
  }
  if (path.startsWith("src/") && to.startsWith("contract/") && !isType && !isDynamic && bringsZod(target)) {
    return `${to} brings zod into the app's first load: import its types only, or a constant from a file without zod.`;
  }
  return undefined;
}

const isTypeOnly = (node: ModuleReference): boolean =>
  node.importKind === "type" ||
  node.exportKind === "type" ||
  (!!node.specifiers?.length &&
    node.specifiers.every((item) => item.importKind === "type" || item.exportKind === "type"));

/** The name that the module imports, or exports from there, although only another module may. */
function refusedName(root: string, from: string, { source, specifiers = [] }: ModuleReference): string | undefined {
  const path = relative(root, from).split(sep).join("/");
  const refused = moduleRuleOf(path)?.forbiddenNames?.[source?.value ?? ""] ?? [];
  return specifiers
    .filter((item) => item.importKind !== "type" && item.exportKind !== "type")
    .map(({ imported, local }) => (imported ?? local)?.name ?? "")
    .find((name) => refused.includes(name));
}

const arrows = {
  create(context: Context): Visitor {
    const check = (node: ModuleReference): void => {
      if (!node.source) return;
      const message = whyRefused(context.cwd, context.filename, node.source.value, isTypeOnly(node));
      if (message) context.report({ node: node.source, message });
      const name = refusedName(context.cwd, context.filename, node);
      if (name === undefined) return;
      const home = `"${name}" of "${node.source.value}"`;
      context.report({ node: node.source, message: `${home} is imported by another module, which mends it.` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression(node: DynamicImport) {
        if (typeof node.source.value !== "string") return;
        const message = whyRefused(context.cwd, context.filename, node.source.value, false, true);
        if (message) context.report({ node: node.source, message });
      },
    };
  },
};

const NAMELESS = /^(?:utils?|helpers?|common|shared|lib|core|misc|index)$/i;

const names = {
  create(context: Context): Visitor {
    return {
      Program() {
        const path = relative(context.cwd, context.filename).split(sep);
        const file = basename(context.filename).replace(/\..*$/, "");
        // server/index is the folder of the search index. A file of that name would be a barrel.
        const bad = [...path.slice(0, -1).filter((folder) => folder !== "index"), file].find((name) =>
          NAMELESS.test(name),
        );
        if (bad)
          context.report({
            loc: FIRST_LINE,
            message: `"${bad}" says nothing about what is inside: name the file or folder by its noun.`,
          });
      },
    };
  },
};

/** More lines cause a warning; max-lines refuses more than 500. */
const MAX_LINES_WITHOUT_WARNING = 300;

const length = {
  create(context: Context): Visitor {
    return {
      Program() {
        const lines = context.sourceCode.lines.length;
        if (lines > MAX_LINES_WITHOUT_WARNING)
          context.report({ loc: FIRST_LINE, message: `${lines} lines. Are there two things in this file?` });
      },
    };
  },
};

const staticIcons = {
  create(context: Context): Visitor {
    return {
      JSXAttribute(node: Attribute) {
        if (!ICON_PROPS.has(node.name.name) || node.value?.type !== "Literal") return;
        context.report({
          node,
          message:
            "An icon by its name loads every icon there is (206 kB gzip): pass an element from components/ui/icons.ts.",
        });
      },
    };
  },
};

/** AsyncContent shows a failure by QueryFailure, a page several by FailureGroup; the others are error boundaries. */
const ERROR_STATE_HOMES = new Set(
  ["QueryFailure", "FailureGroup", "ChunkError", "RouteError", "SectionErrorBoundary"].map(
    (name) => `src/routes/failures/${name}.tsx`,
  ),
);

const errorStates = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    if (!isWithin(path, "src/routes") || ERROR_STATE_HOMES.has(path)) return {};
    return {
      JSXOpeningElement(node: Attribute) {
        if (node.name.name !== "ErrorState") return;
        context.report({
          node,
          message: "AsyncContent renders the states of a query: loading, failed with Retry, empty, not refreshed.",
        });
      },
    };
  },
};

const BUILDERS = new Set(["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto", "replaceInto"]);
/** Methods of Kysely whose first argument is the name of a common table expression; `with` of an array takes an index. */
const EXPRESSION_BUILDERS = new Set(["with", "withRecursive"]);

interface StringLiteral extends Node {
  readonly value: unknown;
}
interface Template extends Node {
  readonly quasis: readonly { readonly value: { readonly raw: string } }[];
}

/** The beginning of a statement as a text, in lower case or in capitals: a sentence that begins so has one capital. */
const SQL_TEXT = [
  "select\\s.*?\\sfrom\\s",
  "insert into\\s",
  "update\\s+\\S+\\s+set\\s",
  "delete from\\s",
  "with\\s+\\S+\\s+as\\s*\\(",
].flatMap((pattern) => [pattern, pattern.replaceAll(/(?<!\\)[a-z]+/g, (word) => word.toUpperCase())]);
const SQL = new RegExp(`^\\s*(?:${SQL_TEXT.join("|")})`, "s");

const isStatement = ({ callee, arguments: [first] }: Call): boolean => {
  if (callee.type === "Identifier") return callee.name === "insertRows";
  if (callee.type !== "MemberExpression") return false;
  const name = callee.property?.name ?? "";
  return (
    BUILDERS.has(name) ||
    (EXPRESSION_BUILDERS.has(name) && first?.type === "Literal" && typeof first.value === "string")
  );
};

const statements = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    if (!isWithin(path, "server") || isWithin(path, "server/db")) return {};
    const refuse = (node: Node): void => {
      context.report({ node, message: "Statements live in server/db/tables: call a function of the table's file." });
    };
    return {
      CallExpression(node: Call) {
        if (isStatement(node)) refuse(node);
      },
      TaggedTemplateExpression(node: TaggedTemplate) {
        if (node.tag.type === "Identifier" && node.tag.name === "sql") refuse(node);
      },
      Literal(node: StringLiteral) {
        if (typeof node.value === "string" && SQL.test(node.value)) refuse(node);
      },
      TemplateLiteral(node: Template) {
        if (SQL.test(node.quasis.map(({ value }) => value.raw).join("x"))) refuse(node);
      },
    };
  },
};

interface Named extends Node {
  readonly name: string;
  readonly parent: Node & {
    readonly property?: Node;
    readonly computed?: boolean;
    readonly key?: Node;
    readonly shorthand?: boolean;
  };
}

const NAMED_FOLDERS = ["server", "contract", "scripts", "bench"];
const APP_FOLDERS = ["src", "stories", "extensions"];

/** Not the property of another value: that name belongs to its type or its module of styles. */
const isProperty = (node: Named): boolean =>
  node.parent.type === "MemberExpression" && node.parent.property === node && node.parent.computed !== true;

/** The key of an object's property, as in `{ own: hashes }`, or of its type: the object may be stored or on the wire. */
const isKey = (node: Named): boolean =>
  node.parent.key === node &&
  (node.parent.type === "TSPropertySignature" || (node.parent.type === "Property" && node.parent.shorthand !== true));

const identifiers = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    const isOfApp = APP_FOLDERS.some((folder) => isWithin(path, folder));
    // The list of the words has them as keys.
    if ((!isOfApp && !NAMED_FOLDERS.some((folder) => isWithin(path, folder))) || path === "scripts/lint/dialect.ts")
      return {};
    const check = (node: Named): void => {
      const noun =
        isFillerName(node.name, path) && !isProperty(node) && !isKey(node) ? FILLER_NAMES.get(node.name) : undefined;
      if (noun !== undefined) context.report({ node, message: `“${node.name}” says nothing of the value: ${noun}.` });
      const fault = isOfApp && isProperty(node) ? undefined : findNameDialect(node.name, isOfApp);
      if (fault) context.report({ node, message: `“${fault.word}” is no standard term: ${fault.replacement}.` });
    };
    return { Identifier: check, PrivateIdentifier: check };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    "accessible-names": accessibleNames,
    "external-links": externalLinks,
    "foreign-text": foreignText,
    arrows,
    catalogues,
    "drawn-icons": drawnIcons,
    "error-states": errorStates,
    identifiers,
    "key-literals": keyLiterals,
    length,
    names,
    "person-names": personNames,
    primitives,
    "provider-names": providerNames,
    statements,
    "static-icons": staticIcons,
  },
};
