import type { FileLanguage } from "../../../index/text/languages.ts";

/** A base type, where its name is written. */
export interface BaseType {
  readonly name: string;
  readonly at: number;
}

const MAX_HEADER_LENGTH = 1500;

/**
 * The types that a class or interface extends or implements, by its header; of Go the types embedded in a struct or interface.
 * @param nameEnd offset behind the name of the type @param end offset behind the type
 */
export function baseTypes(text: string, nameEnd: number, end: number, language: FileLanguage): BaseType[] {
  if (language.name === "Go") return embedded(text, nameEnd, end);
  const header = headerOf(text.slice(nameEnd, Math.min(end, nameEnd + MAX_HEADER_LENGTH)), language);
  if (header === null) return [];
  const bare = withoutGenerics(header.text);
  const types: BaseType[] = [];
  for (const match of bare.matchAll(/[\p{L}_$][\p{L}\p{Nd}_$.:\\]*/gu)) {
    const path = match[0];
    if (/^(?:extends|implements|with|public|private|protected|virtual|permits|where|metaclass|object)$/.test(path))
      continue;
    if (bare[match.index + path.length] === "=") continue;
    const cut = Math.max(path.lastIndexOf("."), path.lastIndexOf(":"), path.lastIndexOf("\\")) + 1;
    types.push({ name: path.slice(cut), at: nameEnd + header.at + match.index + cut });
  }
  return types;
}

function headerOf(text: string, language: FileLanguage): { readonly text: string; readonly at: number } | null {
  const cut = (pattern: RegExp): { text: string; at: number } | null => {
    const match = pattern.exec(text);
    const body = match?.[1];
    return match && body !== undefined ? { text: body, at: match.index + match[0].indexOf(body) } : null;
  };
  if (language.name === "Python") return cut(/^\s*(?:\[[^\]]*\])?\s*\(([^)]*)\)/);
  if (language.name === "Ruby") return cut(/^\s*<\s*([\w:]+)/);
  if (["C#", "C++", "Kotlin", "Swift", "Rust"].includes(language.name)) return cut(/^[^{;:]*?(?<!:):(?!:)([^{;]*)/);
  return cut(/^[^{;]*?\b((?:extends|implements|with)\b[^{;]*)/);
}

/** The same text with the type arguments as spaces. */
function withoutGenerics(text: string): string {
  let depth = 0;
  return Array.from(text)
    .map((char) => {
      if (char === "<" || char === "(") depth++;
      const shown = depth === 0 ? char : " ".repeat(char.length);
      if (char === ">" || char === ")") depth = Math.max(0, depth - 1);
      return shown;
    })
    .join("");
}

function embedded(text: string, nameEnd: number, end: number): BaseType[] {
  const body = text.slice(nameEnd, Math.min(end, nameEnd + 20_000));
  return [
    ...body.matchAll(/^[ \t]+\*?(?:\w+\.)?(\w+)(?:\[[^\]\n]*\])?[ \t]*(?:`[^`\n]*`)?[ \t]*(?:\/\/[^\n]*)?$/gm),
  ].map((match) => {
    const name = match[1] ?? "";
    return { name, at: nameEnd + match.index + match[0].indexOf(name) };
  });
}

/** Names of the methods that an interface of Go asks for. */
export function methodNames(text: string, nameEnd: number, end: number): string[] {
  const body = text.slice(nameEnd, Math.min(end, nameEnd + 20_000));
  return [...body.matchAll(/^[ \t]+(\w+)\s*\(/gm)].map(([, name = ""]) => name);
}
