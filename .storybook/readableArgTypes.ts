import type { ArgTypes } from "@storybook/react-vite";
import { undocumentedArgType } from "./blueprintArgTypes.ts";

interface DocgenType {
  readonly name: string;
  readonly raw?: string;
  readonly value?: string;
  readonly elements?: readonly DocgenType[];
}

interface Documented {
  readonly __docgenInfo?: { readonly props?: Readonly<Record<string, { readonly tsType?: DocgenType }>> };
}

/** Values of types that react-docgen knows by their names only. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  Intent: ["none", "primary", "success", "warning", "danger"],
};

/** The values of a union of literals; undefined for any other type. */
function literalsOf({ name, elements = [] }: DocgenType): readonly (string | number | null)[] | undefined {
  if (NAMED[name]) return NAMED[name];
  if (name !== "union") return undefined;
  const values = elements
    .filter((element) => element.name !== "undefined")
    .map((element) =>
      element.name === "null"
        ? null
        : element.name === "literal"
          ? (JSON.parse(element.value ?? "null") as string | number)
          : undefined,
    );
  return values.length > 1 && values.every((value) => value !== undefined) ? values : undefined;
}

/** The one type of a union with null or undefined; undefined for any other type. */
function primitiveOf({ name, elements = [] }: DocgenType): "text" | "number" | "boolean" | undefined {
  const [first, ...rest] =
    name === "union" ? elements.filter((element) => element.name !== "undefined" && element.name !== "null") : [];
  if (rest.length > 0) return undefined;
  return ({ string: "text", number: "number", boolean: "boolean" } as const)[first?.name ?? ""];
}

/**
 * Makes what react-docgen found readable: a type is shown as it is written and not by its kind (`union`, `signature`), a choice among few
 * values is a radio button, and functions and elements, which no control can edit, have none.
 */
export function readableArgTypes(context: {
  component?: unknown;
  argTypes: ArgTypes;
  initialArgs: Readonly<Record<string, unknown>>;
}): ArgTypes {
  const { props = {} } = (context.component as Documented | undefined)?.__docgenInfo ?? {};
  return Object.fromEntries(
    Object.entries(context.argTypes).map(([name, argType]) => {
      const type = props[name]?.tsType;
      if (!type) return [name, undocumentedArgType(name, argType, context.initialArgs[name])];
      if (argType.table?.type?.detail !== undefined) return [name, argType];
      const written = (type.raw ?? type.name)
        .replaceAll(/\s+/g, " ")
        .replace(/ \| undefined$/, "")
        .replace(/^\((\(.*\) => [^|]*)\)$/, "$1")
        .replaceAll("ReactReactNode", "ReactNode");
      const isDocgens =
        /^(?:union|signature|intersection|unknown|ReactReactNode|Array)/.test(
          argType.table?.type?.summary ?? "union",
        ) || argType.table?.type?.summary === type.name;
      const literals = literalsOf(type);
      const primitive = primitiveOf(type);
      const isFixed = /=>|ReactNode|JSX\.Element/.test(written);
      const isChosen = "options" in argType;
      return [
        name,
        {
          ...argType,
          ...(isDocgens && { table: { ...argType.table, type: { summary: written } } }),
          ...(literals &&
            !isChosen && { options: literals, control: { type: literals.length < 6 ? "inline-radio" : "select" } }),
          ...(primitive && !isChosen && { control: { type: primitive } }),
          ...(!literals && isFixed && typeof argType.control !== "string" && { control: false }),
        },
      ];
    }),
  ) as ArgTypes;
}
