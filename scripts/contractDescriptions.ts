/**
 * Writes the descriptions of the contract's schemas for the OpenAPI description of the API: the comments above schemas and their fields.
 *
 *     npm run descriptions       writes server/http/openapi/contractDescriptions.json
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync } from "vite";

const ROOT = join(import.meta.dirname, "..");
const FILE = join(ROOT, "server/http/openapi/contractDescriptions.json");

/** The comment of a schema (key "") and of its fields, by their path: `author`, `page.title`. */
type Fields = Map<string, string>;
interface Declaration {
  readonly own: Fields;
  /** Names of the schemas and field lists that it extends. */
  readonly bases: string[];
}

/** One file's constants. `commentBefore` returns the text of the documentation comment that ends where a node begins. */
class ContractFile {
  readonly #code: string;
  readonly #comments: readonly {
    readonly start: number;
    readonly end: number;
    readonly value: string;
    readonly type: string;
  }[];
  readonly declarations = new Map<string, Declaration>();

  constructor(path: string) {
    this.#code = readFileSync(path, "utf8");
    const { program, comments } = parseSync(path, this.#code);
    this.#comments = comments;
    for (const statement of program.body) {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declared?.type !== "VariableDeclaration") continue;
      for (const { id, init } of declared.declarations) {
        if (id.type !== "Identifier" || !init) continue;
        const declaration: Declaration = { own: new Map(), bases: [] };
        this.#readSchema(init, "", declaration);
        const about = this.#commentBefore(statement.start);
        if (about !== null) declaration.own.set("", about);
        this.declarations.set(id.name, declaration);
      }
    }
  }

  #readSchema(node: ESTree.Expression, path: string, into: Declaration): void {
    if (node.type === "Identifier" && path === "") into.bases.push(node.name);
    if (node.type === "ObjectExpression") this.#readFields(node, path, into);
    if (node.type === "TSAsExpression") this.#readSchema(node.expression, path, into);
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return;
    // `X.extend({ … })`, `z.array(z.object({ … })).max(5)`: what is called on, and what is passed.
    if (node.callee.object.type !== "Identifier" || node.callee.object.name !== "z")
      this.#readSchema(node.callee.object as ESTree.Expression, path, into);
    for (const argument of node.arguments)
      if (argument.type === "ObjectExpression" || argument.type === "CallExpression")
        this.#readSchema(argument, path, into);
  }

  #readFields(node: ESTree.ObjectExpression, path: string, into: Declaration): void {
    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        const { argument } = property;
        if (path !== "") continue;
        if (argument.type === "Identifier") into.bases.push(argument.name);
        if (argument.type === "MemberExpression" && argument.object.type === "Identifier")
          into.bases.push(argument.object.name);
        continue;
      }
      const { key } = property;
      const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : null;
      if (name === null) continue;
      const at = path === "" ? name : `${path}.${name}`;
      const about = this.#commentBefore(property.start);
      if (about !== null) into.own.set(at, about);
      this.#readSchema(property.value as ESTree.Expression, at, into);
    }
  }

  #commentBefore(start: number): string | null {
    const comment = this.#comments.find(({ end }) => end <= start && this.#code.slice(end, start).trim() === "");
    if (comment?.type !== "Block" || !comment.value.startsWith("*")) return null;
    return comment.value
      .replaceAll(/^\s*\*+ ?/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  }
}

/** Descriptions by schema and field. */
export function contractDescriptions(): Record<string, Record<string, string>> {
  const declarations = new Map<string, Declaration>();
  for (const path of globSync("contract/**/*.ts", { cwd: ROOT }).toSorted())
    for (const [name, declaration] of new ContractFile(join(ROOT, path)).declarations)
      declarations.set(name, declaration);
  const fieldsOf = (name: string, visited: ReadonlySet<string>): Fields => {
    const declaration = declarations.get(name);
    if (!declaration || visited.has(name)) return new Map();
    const inherited = declaration.bases.flatMap((base) => [...fieldsOf(base, new Set([...visited, name]))]);
    return new Map([...inherited.filter(([path]) => path !== ""), ...declaration.own]);
  };
  const described = [...declarations.keys()]
    .filter((name) => /^[A-Z][a-z]/.test(name))
    .map((name) => [name, Object.fromEntries(fieldsOf(name, new Set()))] as const)
    .filter(([, fields]) => Object.keys(fields).length > 0);
  return Object.fromEntries(described.toSorted(([a], [b]) => a.localeCompare(b)));
}

export const descriptionsText = (): string => `${JSON.stringify(contractDescriptions(), null, 2)}\n`;

if (import.meta.main) writeFileSync(FILE, descriptionsText());
