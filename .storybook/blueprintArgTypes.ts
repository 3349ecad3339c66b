import { isValidElement } from "react";
import type { ArgTypes } from "@storybook/react-vite";

/** What the properties of the wrapped Blueprint components do; their types are in a package, which react-docgen does not read. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  arrow: "Whether it points at its target.",
  checked: "Whether it is chosen.",
  children: "Its content.",
  compact: "With less space inside.",
  content: "What it shows when it is open.",
  disabled: "Whether it cannot be used; it takes no focus.",
  fill: "Whether it is as wide as its container.",
  helperText: "A hint or an error, below the field.",
  href: "The address.",
  icon: "An icon of components/ui/icons.ts, before the text.",
  indeterminate: "Whether only some of its options are chosen.",
  inline: "Whether the label is next to the field.",
  intent: "The meaning, as a colour: never the only sign of it.",
  interactive: "Whether it reacts to the pointer, for a card that is a link.",
  label: "The visible name.",
  labelFor: "The id of the field.",
  labelInfo: "A remark after the label, such as “optional”.",
  loading: "Whether an action runs: it keeps its name and cannot be used.",
  minimal: "Without a background until it is used.",
  options: "The values and their texts.",
  placeholder: "An example; never the name of the field.",
  readOnly: "Whether the value can be read and copied only.",
  round: "With round ends.",
  selected: "Whether it is the chosen one.",
  size: "The height.",
  stripes: "Whether it moves: only for progress of an unknown amount.",
  text: "The name.",
  title: "The heading.",
  usePortal: "Whether it is rendered at the end of the page, above everything.",
  value: "The current value.",
  variant: "The weight: one solid button in a view.",
};

type ArgType = ArgTypes[string];

const isElement = (value: unknown): boolean =>
  isValidElement(value) || (Array.isArray(value) && value.length > 0 && value.every((one) => isValidElement(one)));

const typeOf = ({ options, control }: ArgType): string | undefined => {
  if (options)
    return options.map((option) => (option === undefined ? "undefined" : JSON.stringify(option))).join(" | ");
  const kind = typeof control === "object" ? control.type : control;
  return kind === "text" ? "string" : typeof kind === "string" ? kind : undefined;
};

/** A property without documentation in its source. An element is no value that a control could edit: it would print its internals. */
export function undocumentedArgType(name: string, argType: ArgType, initial: unknown): ArgType {
  const isNode = isElement(initial);
  const summary = isNode ? "ReactNode" : (argType.table?.type?.summary ?? typeOf(argType));
  return {
    ...argType,
    description: argType.description ?? DESCRIPTIONS[name],
    ...(isNode && { control: false }),
    ...(summary !== undefined && { table: { ...argType.table, type: { ...argType.table?.type, summary } } }),
  } as ArgType;
}
