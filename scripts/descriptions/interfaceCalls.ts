/** Reads calls from the TypeScript declarations of a client: what a method takes is sent, what it returns is the answer. */
import { parseAst } from "rolldown/parseAst";
import type { PublishedCall, Schema } from "./descriptionTypes.ts";

/** A node of the syntax tree; its fields depend on its type. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}
const node = (value: unknown): Node => value as Node;
const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const nameOf = (value: unknown): string => {
  const { name, value: text } = node(value);
  return String(name ?? text);
};
/** Names have capitals in the client, and underscores in what is sent. */
const sentName = (name: string): string =>
  name.replace(/IId$/, "Iid").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const KEYWORDS: Readonly<Record<string, Schema>> = {
  TSStringKeyword: { type: "string" },
  TSNumberKeyword: { type: "number" },
  TSBooleanKeyword: { type: "boolean" },
  TSNullKeyword: { type: "null" },
};
/** Options of the client itself, which it does not send. */
const UNSENT = new Set(["Sudo", "ShowExpanded", "BaseRequestOptions", "OneOrNoneOf", "IsForm"]);
const PAGES = { page: { type: "number" }, per_page: { type: "number" }, pagination: { type: "string" } };

export class InterfaceCalls {
  /** The interfaces that the answers refer to. */
  readonly schemas: Record<string, Schema> = {};
  readonly #declared = new Map<string, Node>();
  readonly #additions: Readonly<Record<string, Readonly<Record<string, Schema>>>>;

  /** @param additions fields of interfaces that the declarations lack or have with another type */
  constructor(text: string, additions: Readonly<Record<string, Readonly<Record<string, Schema>>>>) {
    this.#additions = additions;
    for (const statement of nodes(node(parseAst(text, { lang: "dts" }))["body"]))
      if ("id" in statement && statement["id"] !== null) this.#declared.set(nameOf(statement["id"]), statement);
  }

  /** @param source `Class.method` @param inPath the number of its first arguments that are in the path */
  call(source: string, inPath: number, isRead: boolean): PublishedCall {
    const [className = "", method = ""] = source.split(".");
    const methodNode = this.#method(className, method);
    if (!methodNode) throw new Error(`There is no ${source}.`);
    const value = node(methodNode["value"]);
    const sent: Record<string, Schema> = {};
    for (const parameter of nodes(value["params"]).slice(inPath)) {
      const type = node(node(parameter["typeAnnotation"])["typeAnnotation"]);
      if (parameter.type === "Identifier" && parameter["name"] !== "options")
        sent[sentName(nameOf(parameter))] = this.#schema(type);
      else Object.assign(sent, this.#options(type));
    }
    const answer = this.#answer(node(node(value["returnType"])["typeAnnotation"]));
    if (isRead) return { query: sent, answer };
    return { query: {}, body: { type: "object", properties: sent, additionalProperties: false }, answer };
  }

  /** The last of several forms is the plain one. */
  #method(className: string, method: string): Node | undefined {
    const declared = this.#declared.get(className);
    if (!declared) return undefined;
    const members = nodes(node(declared["body"])["body"]).filter(
      (member) => "key" in member && nameOf(member["key"]) === method,
    );
    // An option `simple: true` asks for fewer fields, which no connector does.
    const plain = members.filter((member) => !JSON.stringify(member["value"]).includes('"name":"simple"'));
    if (members.length > 0) return plain.at(-1) ?? members.at(-1);
    return declared["superClass"] ? this.#method(nameOf(declared["superClass"]), method) : undefined;
  }

  /** The type of the answer is the first argument of the response that the method promises. */
  #answer(type: Node): Schema {
    const [response] = nodes(node(type["typeArguments"])["params"]);
    const [of] = nodes(node(response?.["typeArguments"])["params"]);
    return of ? this.#schema(of) : {};
  }

  #options(type: Node): Record<string, Schema> {
    if (type.type === "TSIntersectionType")
      return Object.assign({}, ...nodes(type["types"]).map((part) => this.#options(part))) as Record<string, Schema>;
    if (type.type === "TSTypeLiteral") return this.#fields(nodes(type["members"]), sentName);
    if (type.type !== "TSTypeReference") return {};
    const name = nameOf(type["typeName"]);
    if (UNSENT.has(name)) return {};
    if (name === "PaginationRequestOptions") return PAGES;
    const declared = this.#declared.get(name);
    const body = declared?.type === "TSInterfaceDeclaration" ? declared["body"] : declared?.["typeAnnotation"];
    if (!body) throw new Error(`There is no ${name}.`);
    const added = this.#additions[name] ?? {};
    const fields =
      declared?.type === "TSInterfaceDeclaration"
        ? this.#fields(nodes(node(body)["body"]), sentName)
        : this.#options(node(body));
    return { ...fields, ...added };
  }

  #fields(members: readonly Node[], named: (name: string) => string): Record<string, Schema> {
    const fields = members.flatMap((member): [string, Schema][] => {
      if (member.type !== "TSPropertySignature") return [];
      const schema = this.#schema(node(node(member["typeAnnotation"])["typeAnnotation"]));
      // A field that may be missing is null in most answers.
      const isOptional = member["optional"] === true;
      return [[named(nameOf(member["key"])), isOptional ? { anyOf: [schema, { type: "null" }] } : schema]];
    });
    return Object.fromEntries(fields);
  }

  #schema(type: Node): Schema {
    const keyword = KEYWORDS[type.type];
    if (keyword) return keyword;
    switch (type.type) {
      case "TSArrayType":
        return { type: "array", items: this.#schema(node(type["elementType"])) };
      case "TSLiteralType":
        return { const: node(type["literal"])["value"] };
      case "TSUnionType":
        return { anyOf: nodes(type["types"]).map((part) => this.#schema(part)) };
      case "TSIntersectionType":
        return closed(Object.assign({}, ...nodes(type["types"]).map((part) => this.#fieldsOf(part))) as Fields);
      case "TSTypeLiteral":
        return closed(this.#fields(nodes(type["members"]), String));
      case "TSTypeReference":
        return this.#referred(type);
      default:
        return {};
    }
  }

  #referred(type: Node): Schema {
    const name = nameOf(type["typeName"]);
    if (name === "MappedOmit" || name === "Omit" || name === "Pick") {
      const [of, names] = nodes(node(type["typeArguments"])["params"]);
      if (!of || !names) return {};
      const listed = names.type === "TSUnionType" ? nodes(names["types"]) : [names];
      const chosen = new Set(listed.map((literal) => String(node(literal["literal"])["value"])));
      const fields = Object.entries(this.#fieldsOf(of));
      return closed(Object.fromEntries(fields.filter(([field]) => chosen.has(field) === (name === "Pick"))));
    }
    const declared = this.#declared.get(name);
    if (!declared || name === "Record") return {};
    if (declared.type === "TSTypeAliasDeclaration") return this.#schema(node(declared["typeAnnotation"]));
    if (declared.type !== "TSInterfaceDeclaration") return {};
    if (!(name in this.schemas)) {
      this.schemas[name] = {};
      this.schemas[name] = closed(this.#fieldsOf(type));
    }
    return { $ref: `#/schemas/${name}` };
  }

  #fieldsOf(type: Node): Fields {
    if (type.type !== "TSTypeReference") return (this.#schema(type)["properties"] ?? {}) as Fields;
    const name = nameOf(type["typeName"] ?? type["expression"]);
    const declared = this.#declared.get(name);
    if (declared?.type === "TSTypeAliasDeclaration") return this.#fieldsOf(node(declared["typeAnnotation"]));
    if (declared?.type !== "TSInterfaceDeclaration") return (this.#referred(type)["properties"] ?? {}) as Fields;
    const above = nodes(declared["extends"]).map((part) =>
      this.#fieldsOf({ type: "TSTypeReference", typeName: part["expression"], typeArguments: part["typeArguments"] }),
    );
    const body = this.#fields(nodes(node(declared["body"])["body"]), String);
    return Object.assign({}, ...above, body, this.#additions[name] ?? {}) as Fields;
  }
}

type Fields = Readonly<Record<string, Schema>>;
const closed = (properties: Fields): Schema => ({ type: "object", properties, additionalProperties: false });
