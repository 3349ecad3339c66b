/** Checks what a connector sends and what a simulated host answers against what the provider publishes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import type { PublishedCall, PublishedCalls, Schema } from "../../../scripts/descriptions/descriptionTypes.ts";
import type { RestAnswer, RestRequest } from "../restHost.ts";

/** What differs from the description in one call; empty for nothing. */
export type CallCheck = (
  request: Pick<RestRequest, "method" | "path" | "query" | "body">,
  answer: RestAnswer,
) => readonly string[];

export interface CheckOptions {
  /** What comes before the paths of the description, such as `/api/v4`. */
  readonly prefix?: string;
  /** Calls that the provider does not describe, as `METHOD /path/{parameter}`, each with the reason why it is made. */
  readonly undocumented?: Readonly<Record<string, string>>;
  /** Parameters, `METHOD /path name`, that are sent and not described, each with its reason. */
  readonly undocumentedParameters?: Readonly<Record<string, string>>;
}

interface Route {
  readonly name: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly call: PublishedCall | undefined;
}

const FOLDER = join(import.meta.dirname, "../../fixtures/published");

const routeOf = (name: string, call?: PublishedCall): Route => {
  const [method = "", path = ""] = name.split(" ");
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`));
  return { name, method, pattern: new RegExp(`^${parts.join("[^/]+")}$`), call };
};
/** Words come before parameters: `/search/jql` is no `/search/{id}`. */
const parametersIn = ({ name }: Route): number => name.split("{").length;

/** The check of one provider by `tests/fixtures/published/{provider}.json`, which the scripts in scripts/ write. */
export function publishedCheck(provider: string, options: CheckOptions = {}): CallCheck {
  const { prefix = "", undocumented = {}, undocumentedParameters = {} } = options;
  const text = readFileSync(join(FOLDER, `${provider}.json`), "utf8");
  const { calls, schemas } = JSON.parse(text) as PublishedCalls;
  const routes = [
    ...Object.entries(calls).map(([name, call]) => routeOf(name, call)),
    ...Object.keys(undocumented).map((name) => routeOf(name)),
  ].toSorted((a, b) => parametersIn(a) - parametersIn(b));
  const validators = new Validators(schemas);

  return ({ method, path, query, body }, answer) => {
    const called = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const route = routes.find((one) => one.method === method && one.pattern.test(called));
    if (!route) return [`${method} ${called}: ${provider} publishes no such call`];
    const { name, call } = route;
    if (!call) return [];
    const found = [...new Set(query.keys())].flatMap((parameter): string[] => {
      if (`${name} ${parameter}` in undocumentedParameters) return [];
      const plain = parameter.replace(/\[\]$/, "");
      const schema = call.query[parameter] ?? call.query[plain];
      if (!schema) return [`${name}: there is no parameter ${parameter}`];
      const values = query.getAll(parameter);
      const forms: unknown[] = [values.at(-1), values, values.flatMap((value) => value.split(","))];
      return forms.some((form) => validators.differences(schema, form, "query").length === 0)
        ? []
        : [`${name}: ${parameter}=${values.join("&")} is not of its type`];
    });
    if (call.body) {
      const sent = validators.differences(call.body, body ?? {}, "exact");
      found.push(...sent.map((difference) => `${name}, body${difference}`));
    } else if (body !== null) found.push(`${name}: a body is sent`);
    // What a refusal has is not described by most providers; its status is what connectors read.
    if (call.answer && answer.status >= 200 && answer.status < 300 && answer.status !== 204) {
      const answered = validators.differences(call.answer, answer.body, "exact");
      found.push(...answered.map((difference) => `${name}, answer${difference}`));
    }
    return found;
  };
}

type Mode = "query" | "exact";

/** The schema with the references of a call, which are compiled once for all calls. */
function inPublished(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPublished);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      name === "$ref" && typeof entry === "string" ? `published${entry}` : inPublished(entry),
    ]),
  );
}

class Validators {
  readonly #compiled = { query: new Map<Schema, ValidateFunction>(), exact: new Map<Schema, ValidateFunction>() };
  readonly #ajv = {
    // Everything in an address is text.
    query: new Ajv({ strict: false, allErrors: true, coerceTypes: true, inlineRefs: false }),
    exact: new Ajv({ strict: false, allErrors: true, inlineRefs: false }),
  };
  constructor(schemas: PublishedCalls["schemas"]) {
    for (const ajv of Object.values(this.#ajv)) {
      formats.default(ajv);
      ajv.addSchema({ $id: "published", schemas });
    }
  }

  differences(schema: Schema, value: unknown, mode: Mode): readonly string[] {
    const known = this.#compiled[mode].get(schema);
    const validate = known ?? this.#ajv[mode].compile(inPublished(schema) as Schema);
    this.#compiled[mode].set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}
