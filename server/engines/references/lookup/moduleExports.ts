/** What a script module requires and exports, by its text. */

/** Characters after a name in which a call of `require` is looked for. */
const MAX_REQUIRE_LENGTH = 2100;
/** Characters of the object that a module exports. */
const MAX_EXPORTED_LENGTH = 8000;
/** What follows a name that is bound to a module or to a part of one: `= require(`, `, other } = await import(`. */
const REQUIRED = /^[^;=()]{0,2000}=\s*(?:await\s+)?(?:require|import)\s*\(/;
/** What a CommonJS module exports: a variable, or an object. */
export const EXPORTED = /\bmodule\.exports\s*=\s*(?:([\w$]+)\s*(?:;|$)|(?=\{))/m;

/** Patterns of what a module calls its default export. */
const DEFAULT_NAMES = [
  /\bexport\s+default\s+(?:async\s+|abstract\s+)*(?:function\s*\*?|class|interface|enum)\s*([\w$]+)/,
  /\bexport\s+default\s+([\w$]+)\s*(?:;|$|\b(?:as|satisfies)\b)/m,
  /\bexport\s*\{[^}]*?([\w$]+)\s+as\s+default\b/,
  /\bmodule\.exports\s*=\s*(?:function\s*|class\s*)?([\w$]+)/,
];
/** A default export without a name. The members of an object are those of its module. */
export const DEFAULT_VALUE = /^export\s+default\s+(?!\{)/m;

/** What a module calls its default export, where that has a name. */
export const defaultNameOf = (text: string): string | undefined =>
  DEFAULT_NAMES.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined);

/** Whether `require` or `import()` defines the name that ends at an offset. */
export const isRequired = (text: string, to: number): boolean => REQUIRED.test(text.slice(to, to + MAX_REQUIRE_LENGTH));

/** Whether a module exports the variable as a whole: `var app = exports = module.exports = {}`, `module.exports = app`. */
export function isModuleExports(text: string, variable: string): boolean {
  if (!/^[\w$]+$/.test(variable) || !text.includes("module.exports")) return false;
  const name = RegExp.escape(variable);
  return new RegExp(
    `(?:^|[^\\w$.])${name}\\s*=\\s*(?:exports\\s*=\\s*)?module\\.exports\\b|\\bmodule\\.exports\\s*=\\s*(?:exports\\s*=\\s*)?${name}\\s*(?:;|$)`,
    "m",
  ).test(text);
}

/** What a module calls `name` for others: `exports.name = variable`, `exports.name = module.part`, or such a key of its object. */
export function reexportOf(text: string, name: string): { readonly variable?: string; readonly part?: string } {
  if (!text.includes("exports")) return {};
  const escaped = RegExp.escape(name);
  const assigned = new RegExp(
    `\\bexports\\.${escaped}\\s*=\\s*([\\w$]+)(?:\\.([\\w$]+))?[ \\t]*(?:;|,|\\r?$)`,
    "m",
  ).exec(text);
  const [, variable, part] = assigned ?? keyIn(text, escaped) ?? [];
  return { ...(variable !== undefined && { variable }), ...(part !== undefined && { part }) };
}

/** `name: variable` or `name: module.part` in the object that is exported. */
function keyIn(text: string, name: string): RegExpExecArray | null {
  const exported = /\bmodule\.exports\s*=\s*(?:[\w$]+\s*=\s*)*\{/.exec(text);
  if (!exported) return null;
  const object = text.slice(exported.index, exported.index + MAX_EXPORTED_LENGTH);
  return new RegExp(`[{,\\n]\\s*${name}\\s*:\\s*([\\w$]+)(?:\\.([\\w$]+))?\\s*[,}]`).exec(object);
}
