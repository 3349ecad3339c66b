import { relative, sep } from "node:path";
import { INTEGRATIONS, PROVIDERS } from "../../contract/constants.ts";
import type { Context, Node, Visitor } from "./rule.ts";

interface Literal extends Node {
  readonly value?: unknown;
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
      Property({ key, computed, shorthand }: Property) {
        if (!computed && !shorthand && key.type === "Identifier" && NAMES.has(key.name)) report(key);
      },
    };
  },
};
