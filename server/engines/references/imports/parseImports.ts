import type { FileLanguage } from "../../../index/text/languages.ts";
import { type ImportBinding, binding } from "./importTypes.ts";
import { scriptImports } from "./scriptImports.ts";

/** Larger texts are machine-written: their head has the imports. */
const MAX_SCANNED = 200_000;

type Reader = (text: string) => ImportBinding[];

function pythonImports(text: string): ImportBinding[] {
  const importBindings: ImportBinding[] = [];
  for (const [, module = "", list = "", rest = ""] of text.matchAll(
    /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*(?:\(([^)]{0,4000})\)|([^\n#;]+))/gm,
  ))
    for (const entry of (list || rest).replaceAll(/#[^\n]*/g, "").split(",")) {
      const [imported = "", local = imported] = entry.trim().split(/\s+as\s+/);
      if (imported === "*") importBindings.push(binding("", "*", module));
      // What a package's __init__ imports is also its own name.
      else if (/^\w+$/.test(imported)) importBindings.push(binding(local.trim(), imported, module, true));
    }
  for (const [, list = ""] of text.matchAll(/^[ \t]*import[ \t]+([\w., \t]+)$/gm))
    for (const entry of list.split(",")) {
      const [module = "", local] = entry.trim().split(/\s+as\s+/);
      if (module !== "") importBindings.push(binding(local ?? module, "*", module));
    }
  return importBindings;
}

function goImports(text: string): ImportBinding[] {
  const importBindings: ImportBinding[] = [];
  const add = (list: string): void => {
    for (const [, alias, module = ""] of list.matchAll(/(?:^|\n)[ \t]*(?:([\w.]+)[ \t]+)?"([^"\n]+)"/g)) {
      const packageName = module.split("/").findLast((part) => !/^v\d+$/.test(part)) ?? module;
      if (alias === ".") importBindings.push(binding("", "*", module));
      else if (alias !== "_")
        importBindings.push(binding(alias ?? packageName.replace(/^go-|\.go$|-go$/g, ""), "*", module));
    }
  };
  for (const [, list = ""] of text.matchAll(/^import[ \t]*\(([^)]{0,20000})\)/gm)) add(`\n${list}`);
  for (const [, specification = ""] of text.matchAll(/^import[ \t]+((?:[\w.]+[ \t]+)?"[^"\n]+")/gm)) add(specification);
  return importBindings;
}

function rustImports(text: string): ImportBinding[] {
  const importBindings: ImportBinding[] = [];
  for (const [, visibility, tree = ""] of text.matchAll(
    /^[ \t]*(pub(?:\([^)\n]*\))?[ \t]+)?use[ \t]+([^;]{1,4000});/gm,
  ))
    readUseTree(
      tree.replaceAll(/\/\/[^\n]*|\s+(?=[:{},])|(?<=[:{},])\s+/g, "").trim(),
      "",
      visibility !== undefined,
      importBindings,
      0,
    );
  for (const [, name = ""] of text.matchAll(/^[ \t]*(?:pub(?:\([^)\n]*\))?[ \t]+)?mod[ \t]+(\w+)[ \t]*;/gm))
    importBindings.push(binding(name, "*", `self::${name}`, true));
  return importBindings;
}

const MAX_USE_DEPTH = 10;

function readUseTree(
  tree: string,
  prefix: string,
  isExport: boolean,
  importBindings: ImportBinding[],
  depth: number,
): void {
  if (depth > MAX_USE_DEPTH) return;
  const open = tree.indexOf("{");
  if (open >= 0) {
    const inner = tree.slice(open + 1, tree.lastIndexOf("}"));
    for (const part of splitOutside(inner))
      readUseTree(part, prefix + tree.slice(0, open), isExport, importBindings, depth + 1);
    return;
  }
  const [path = "", alias] = (prefix + tree).trim().split(/\s+as\s+/);
  const target = path.replace(/::self$/, "");
  const at = target.lastIndexOf("::");
  const name = at < 0 ? target : target.slice(at + 2);
  const module = at < 0 ? "" : target.slice(0, at);
  if (name === "*") importBindings.push(binding("", "*", module, isExport));
  else if (/^\w+$/.test(name)) importBindings.push(binding(alias ?? name, name, module, isExport));
}

function splitOutside(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "{") depth++;
    else if (list[at] === "}") depth--;
    else if (list[at] === "," && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}

function jvmImports(text: string): ImportBinding[] {
  const importBindings: ImportBinding[] = [];
  for (const [, path = "", alias] of text.matchAll(
    /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+(?:\.[*_])?)(?:[ \t]+as[ \t]+(\w+))?[ \t]*;?[ \t]*$/gm,
  )) {
    const at = path.lastIndexOf(".");
    const [module, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
    if (name === "*" || name === "_") importBindings.push(binding("", "*", module));
    else importBindings.push(binding(alias ?? name, name, module));
  }
  return importBindings;
}

function namespaceImports(text: string): ImportBinding[] {
  return [
    ...text.matchAll(/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?(?:(\w+)[ \t]*=[ \t]*)?([\w.]+)[ \t]*;/gm),
  ].map(([, alias, path = ""]) => {
    if (alias === undefined) return binding("", "*", path);
    const at = path.lastIndexOf(".");
    return binding(alias, path.slice(at + 1), path.slice(0, Math.max(0, at)));
  });
}

function phpImports(text: string): ImportBinding[] {
  return [
    ...text.matchAll(/^[ \t]*use[ \t]+(?:function[ \t]+|const[ \t]+)?([\w\\]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*;/gm),
  ].map(([, path = "", alias]) => {
    const at = path.lastIndexOf("\\");
    const name = path.slice(at + 1);
    return binding(alias ?? name, name, path.slice(0, Math.max(0, at)));
  });
}

const rubyImports: Reader = (text) =>
  [...text.matchAll(/^[ \t]*require(_relative)?[ \t(]+['"]([^'"\n]+)['"]/gm)].map(([, relative, module = ""]) =>
    binding("", "*", relative === undefined ? module : `./${module}`),
  );

const includes: Reader = (text) =>
  [...text.matchAll(/^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"]([^>"\n]+)[>"]/gm)].map(([, module = ""]) =>
    binding("", "*", module),
  );

const READERS: Readonly<Record<string, Reader>> = {
  Python: pythonImports,
  Go: goImports,
  Rust: rustImports,
  Java: jvmImports,
  Kotlin: jvmImports,
  Scala: jvmImports,
  Groovy: jvmImports,
  "C#": namespaceImports,
  PHP: phpImports,
  Ruby: rubyImports,
  C: includes,
  "C++": includes,
  "Objective-C": includes,
};

/** What a file imports, by looks: a mistake costs a name that is not followed. */
export function importsOf(text: string, language: FileLanguage): readonly ImportBinding[] {
  const read = language.family === "javascript" ? scriptImports : READERS[language.name];
  return read ? read(text.length > MAX_SCANNED ? text.slice(0, MAX_SCANNED) : text) : [];
}
