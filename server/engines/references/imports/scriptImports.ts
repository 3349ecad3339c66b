import { type ImportBinding, binding } from "./importTypes.ts";

const FROM = /\b(import|export)\s+(?:type\s+)?([^'"`;=()]{0,4000}?)\s*\bfrom\s*['"]([^'"\n]{1,500})['"]/g;
const REQUIRE =
  /\b(?:const|let|var)\s+([\w$]+|\{[^{}]{0,2000}\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*['"`]([^'"`\n]{1,500})['"`]\s*\)/g;
const LAZY = /\bimport\s*\(\s*['"`]([^'"`\n]{1,500})['"`]\s*\)\s*\.then\s*\(\s*\(?\s*\{([^{}]{0,500})\}/g;

/** `exports.name = require("module").part`, and `name: require("module").part` in the object that is exported. */
const REEXPORT =
  /(?:\bexports\.([\w$]+)\s*=|[{,\n]\s*([\w$]+)\s*:)\s*require\(\s*['"`]([^'"`\n]{1,500})['"`]\s*\)(?:\.([\w$]+))?\s*(?=[;,}\n]|$)/g;
const SPREAD = /\.\.\.\s*require\(\s*['"`]([^'"`\n]{1,500})['"`]\s*\)/g;
const CALL = /\b(?:require|import)\s*\(\s*['"`]/;

/** Imports and exports of TypeScript and JavaScript. */
export function scriptImports(text: string): ImportBinding[] {
  const importBindings: ImportBinding[] = [];
  for (const [, word, clause = "", module = ""] of text.matchAll(FROM)) {
    const isExport = word === "export";
    const braces = /\{([^{}]*)\}/.exec(clause)?.[1];
    if (braces !== undefined) importBindings.push(...named(braces, module, isExport, /\s+as\s+/));
    const outside = clause.replace(/\{[^{}]*\}/, "").trim();
    const all = /\*(?:\s+as\s+([\w$]+))?/.exec(outside);
    if (all) importBindings.push(binding(all[1] ?? "", "*", module, isExport));
    const defaultName = /^([\w$]+)/.exec(outside)?.[1];
    if (defaultName !== undefined && !isExport) importBindings.push(binding(defaultName, "default", module));
  }
  // Patterns that begin with a frequent word are looked for only where there is what ends them.
  const hasCall = CALL.test(text);
  for (const [, target = "", module = ""] of hasCall ? text.matchAll(REQUIRE) : []) {
    if (target.startsWith("{")) importBindings.push(...named(target.slice(1, -1), module, false, /\s*:\s*/));
    else importBindings.push(binding(target, "*", module));
  }
  const isCommon = hasCall && text.includes("exports");
  for (const [, assigned, key = "", module = "", part = "default"] of isCommon ? text.matchAll(REEXPORT) : [])
    importBindings.push(binding(assigned ?? key, part, module, true));
  for (const [, module = ""] of isCommon ? text.matchAll(SPREAD) : [])
    importBindings.push(binding("", "*", module, true));
  for (const [, module = "", names = ""] of hasCall ? text.matchAll(LAZY) : [])
    importBindings.push(...named(names, module, false, /\s*:\s*/));
  return importBindings;
}

function named(list: string, module: string, isExport: boolean, as: RegExp): ImportBinding[] {
  return list
    .replaceAll(/\/\/[^\n]*|\/\*[^*]*\*\//g, "")
    .split(",")
    .flatMap((entry) => {
      const [imported = "", local = imported] = entry
        .trim()
        .replace(/^type\s+/, "")
        .split(as);
      const localName = local.split(/\s*=/)[0]?.trim() ?? "";
      return /^[\w$]+$/.test(imported) && /^[\w$]+$/.test(localName)
        ? [binding(localName, imported, module, isExport)]
        : [];
    });
}
