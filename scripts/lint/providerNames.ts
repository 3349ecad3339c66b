import { relative, sep } from "node:path";
import { INTEGRATIONS, PROVIDERS } from "../../contract/constants.ts";
import type { Context, Node, Visitor } from "./rule.ts";

interface Literal extends Node {
  readonly value?: unknown;
}
interface TemplateElement extends Node {
  readonly value: { readonly cooked: string | null };
}
interface MemberExpression extends Node {
  readonly property: Node & { readonly name?: unknown };
  readonly computed: boolean;
}
interface Property extends Node {
  readonly key: Node & { readonly name?: unknown };
  readonly computed: boolean;
  readonly shorthand: boolean;
}

/** `git` is a program too, and has no host. */
const NAMES: ReadonlySet<unknown> = new Set(
  [...Object.values(PROVIDERS).flat(), ...INTEGRATIONS].filter((name) => name !== "git"),
);
/** The connectors and the calendars, and the demo, which stores sources of each provider. */
const HOMES = ["server/sources/providers/", "server/sources/calendar/", "server/demo/"];

/** What differs between providers is a part of their connector or their rules, and is read from the registry by name. */
export const providerNames = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    if (!path.startsWith("server/") || HOMES.some((home) => path.startsWith(home))) return {};
    const report = (node: Node): void => {
      context.report({
        node,
        message:
          "Only server/sources/providers names a provider: make the difference a part of Connector or ProviderRules.",
      });
    };
    return {
      Literal(node: Literal) {
        if (NAMES.has(node.value)) report(node);
      },
      // A text of several parts has one element per part.
      TemplateElement(node: TemplateElement) {
        if (NAMES.has(node.value.cooked)) report(node);
      },
      MemberExpression({ property, computed }: MemberExpression) {
        if (!computed && property.type === "Identifier" && NAMES.has(property.name)) report(property);
      },
      Property({ key, computed, shorthand }: Property) {
        if (!computed && !shorthand && key.type === "Identifier" && NAMES.has(key.name)) report(key);
      },
    };
  },
};
