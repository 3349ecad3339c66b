/**
 * Adds counters to the modules of a thread as they are loaded. Type stripping keeps positions, and the counters are added inside the lines,
 * so stack traces name the lines of the source.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A text that is inserted, or that replaces the `skip` characters at its position. */
interface Insertion {
  readonly at: number;
  readonly text: string;
  readonly isEnd: boolean;
  readonly skip: number;
}

/** Texts of the instrumented code that inputs may need: literals, and words of expressions. */
export const words = new Set<string>();
const LONGEST_WORD = 32;
/** Where execution branches, by the type of the parent: the field that is executed or not. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  FunctionDeclaration: ["body"],
  FunctionExpression: ["body"],
  IfStatement: ["consequent", "alternate"],
  ForStatement: ["body"],
  ForInStatement: ["body"],
  ForOfStatement: ["body"],
  WhileStatement: ["body"],
  DoWhileStatement: ["body"],
  CatchClause: ["body"],
};
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ["consequent", "alternate"],
  LogicalExpression: ["right"],
};

let blocks = 0;
/** Spread over 16 bits, so that the edges of neighbouring blocks fall together rarely. */
const visit = (): string => `$clewVisit(${(blocks++ * 40_503) & 0xffff})`;

/** Instruments each module that is loaded from now on and whose address passes. */
export function instrumentModules(isCounted: (url: string) => boolean): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(".ts") || !isCounted(url)) return nextLoad(url, context);
      const source = instrument(stripTypeScriptTypes(readFileSync(fileURLToPath(url), "utf8")));
      return { format: "module", source, shortCircuit: true };
    },
  });
}

/** The same JavaScript with a call at the start of each block and in place of each comparison for equality. */
export function instrument(code: string): string {
  const insertions: Insertion[] = [];
  const open = (at: number, text: string, skip = 0): void => {
    insertions.push({ at, text, isEnd: false, skip });
  };
  const close = (at: number, text: string): void => {
    insertions.push({ at, text, isEnd: true, skip: 0 });
  };
  const countExpression = (node: Syntax): void => {
    open(node.start, `(${visit()},`);
    close(node.end, ")");
  };
  const countStatement = (node: Syntax): void => {
    if (node.type === "BlockStatement") return open(node.start + 1, `${visit()};`);
    open(node.start, `{${visit()};`);
    close(node.end, "}");
  };
  const enter = (node: Syntax): void => {
    // Passing a condition by is a branch as well.
    if (node.type === "IfStatement" && node["alternate"] === null) close(node.end, `else{${visit()};}`);
    for (const child of fieldsOf(node, STATEMENTS[node.type])) countStatement(child);
    for (const child of fieldsOf(node, EXPRESSIONS[node.type])) countExpression(child);
    const [body] = fieldsOf(node, ["body"]);
    if (node.type === "ArrowFunctionExpression" && body) {
      if (body.type === "BlockStatement") countStatement(body);
      else countExpression(body);
    }
    if (node.type === "SwitchCase") {
      const [test] = fieldsOf(node, ["test"]);
      open(code.indexOf(":", test?.end ?? node.start) + 1, `${visit()};`);
    }
    const [left] = fieldsOf(node, ["left"]);
    const { operator } = node;
    if (node.type === "BinaryExpression" && left && (operator === "===" || operator === "!==")) {
      open(node.start, operator === "!==" ? "!$clewEqual(" : "$clewEqual(");
      open(code.indexOf(operator, left.end), ",", operator.length);
      close(node.end, ")");
    }
    collectWords(node);
  };
  const walk = (node: Syntax): void => {
    if (node.type === "ImportDeclaration") return;
    enter(node);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isSyntax(child)) walk(child);
    }
  };
  const { program, errors } = parseSync("module.js", code);
  const [first] = errors;
  if (first) throw new SyntaxError(first.message);
  walk(program as unknown as Syntax);
  return withInsertions(code, insertions);
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

const fieldsOf = (node: Syntax, names: readonly string[] = []): Syntax[] =>
  names.flatMap((name) => (isSyntax(node[name]) ? node[name] : []));

function collectWords(node: Syntax): void {
  const { value, regex } = node;
  if (node.type === "TemplateElement") addWord((value as { cooked?: string }).cooked ?? "");
  if (node.type !== "Literal") return;
  if (typeof value === "string") addWord(value);
  if (isPattern(regex)) {
    for (const [word] of regex.pattern.replaceAll(/\\[a-z]/gi, " ").matchAll(/[\w<>/"':@#=-]{2,}/g)) addWord(word);
  }
}

const isPattern = (value: unknown): value is { readonly pattern: string } =>
  typeof value === "object" && value !== null && "pattern" in value;

function addWord(word: string): void {
  // What has two spaces is a sentence for people.
  if (word !== "" && word.length <= LONGEST_WORD && word.split(" ").length < 3) words.add(word);
}

/** Outer nodes were entered first: at one place the ends of inner nodes come first, then the starts of outer ones. */
function withInsertions(code: string, insertions: readonly Insertion[]): string {
  const ordered = insertions
    .map((insertion, rank) => ({ ...insertion, rank: insertion.isEnd ? -rank - 1 : rank }))
    .toSorted((a, b) => a.at - b.at || a.rank - b.rank);
  let text = "";
  let from = 0;
  for (const { at, text: added, skip } of ordered) {
    text += code.slice(from, at) + added;
    from = at + skip;
  }
  return text + code.slice(from);
}
