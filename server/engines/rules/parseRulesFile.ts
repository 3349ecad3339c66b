/** The rules of a file in a repository. Foreign text: what cannot be read is an error with its line, and no rule. */
import { type Document, LineCounter, isScalar, parseDocument } from "yaml";
import { z } from "zod";
import {
  MAX_RULES,
  MAX_RULE_ACTIONS,
  RULE_ACTIONS,
  RULE_TRIGGERS,
  RULE_CERTAINTIES,
} from "../../../contract/integrations/ruleKinds.ts";
import { RuleDefinition } from "../../../contract/integrations/rules.ts";
import { TARGET_METRICS } from "../../../contract/insights/targetMetrics.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import { ruleFaults } from "./decide.ts";

/** Bytes of a file that is read. */
export const MAX_RULES_FILE_BYTES = 64 * 1024;
const MAX_ERRORS = 50;
/** Comparisons of the keys of maps: a map of thousands would take seconds. A full file has some hundreds. */
const MAX_KEY_COMPARISONS = 20_000;

export interface RulesFile {
  readonly rules: readonly RuleDefinition[];
  /** `text` is a serialized message. */
  readonly errors: readonly { readonly line: number; readonly text: string }[];
}

/** An escape of YAML can stand for what the database does not store. */
const Text = z.string().transform((text) => text.toWellFormed().replaceAll("\0", ""));
const FileAction = z.strictObject({
  label: Text.optional(),
  assign: Text.optional(),
  assign_expert: z.literal(true).optional(),
  comment: Text.optional(),
  notify: z.union([Text, z.array(Text)]).optional(),
  webhook: Text.optional(),
  mark: Text.optional(),
});
const FileRule = z.strictObject({
  name: Text,
  when: z.enum(RULE_TRIGGERS),
  days: z.number().optional(),
  search: Text.optional(),
  metric: z.enum(TARGET_METRICS).optional(),
  if: Text.optional(),
  area: Text.optional(),
  certainty: z.enum(RULE_CERTAINTIES).optional(),
  actions: z.array(FileAction).min(1).max(MAX_RULE_ACTIONS),
});
const File = z.strictObject({ version: z.literal(1), rules: z.array(z.unknown()).max(MAX_RULES) });

type Path = readonly (string | number)[];

/** The fields of a definition as the file calls them. */
const FIELD_NAMES: Readonly<Record<string, string>> = { query: "if" };

/** Reads a rules file. A rule with a mistake is left out, the others are read. */
export function parseRulesFile(text: string): RulesFile {
  const lines = new LineCounter();
  const errors: { line: number; text: string }[] = [];
  const note = (line: number, error: Message): void => {
    if (errors.length < MAX_ERRORS) errors.push({ line: Math.max(1, line), text: serializeMessage(error) });
  };
  const document = parsedOrNull(text, lines);
  if (document === null) {
    note(1, message("rule.file_complex"));
    return { rules: [], errors };
  }
  for (const { pos, message: words } of document.errors.slice(0, MAX_ERRORS))
    note(lines.linePos(pos[0]).line, message("rule.file_syntax", { text: words.split("\n")[0] ?? "" }));
  if (errors.length > 0) return { rules: [], errors };
  const lineOf = (path: Path): number => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const range = typeof node === "object" && node !== null && "range" in node ? (node.range as number[]) : null;
      if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
    }
    return 1;
  };
  let contents: unknown;
  try {
    // An alias can stand for a great many values.
    contents = document.toJS({ maxAliasCount: 0 });
  } catch {
    note(1, message("rule.file_alias"));
    return { rules: [], errors };
  }
  const file = File.safeParse(contents);
  if (!file.success) {
    for (const issue of file.error.issues) note(lineOf(issue.path as Path), faultOf(issue));
    return { rules: [], errors };
  }
  const names = new Set<string>();
  const rules = file.data.rules.flatMap((value, position): RuleDefinition[] => {
    const rule = readRule(value, (path, error) => note(lineOf(["rules", position, ...path]), error));
    if (!rule) return [];
    if (names.has(rule.name)) note(lineOf(["rules", position, "name"]), message("rule.name_taken"));
    const isNew = !names.has(rule.name);
    names.add(rule.name);
    return isNew ? [rule] : [];
  });
  return { rules, errors };
}

/** The file as a document; null for one that is nested too deeply for the stack, or takes too long to read. */
function parsedOrNull(text: string, lineCounter: LineCounter): Document.Parsed | null {
  let comparisons = 0;
  const uniqueKeys = (key: unknown, other: unknown): boolean => {
    if (++comparisons > MAX_KEY_COMPARISONS) throw new RangeError("too many keys");
    return key === other || (isScalar(key) && isScalar(other) && key.value === other.value);
  };
  try {
    return parseDocument(text, {
      lineCounter,
      strict: true,
      uniqueKeys,
      customTags: [],
      prettyErrors: false,
      logLevel: "error",
    });
  } catch (error) {
    // V8 reports a stack that overflows while it compiles a regular expression as a SyntaxError; the parser itself throws none.
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function readRule(value: unknown, note: (path: Path, error: Message) => void): RuleDefinition | null {
  const parsed = FileRule.safeParse(value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) note(issue.path as Path, faultOf(issue));
    return null;
  }
  const { name, when, days, search, metric, if: query, area, certainty, actions: listed } = parsed.data;
  const actions = listed.map((action, position) => {
    const [kind, ...more] = RULE_ACTIONS.filter((name) => action[name] !== undefined);
    if (kind !== undefined && more.length === 0) return actionOf(kind, action);
    note(["actions", position], message("rule.file_action", { actions: RULE_ACTIONS.join(", ") }));
    return null;
  });
  if (actions.includes(null)) return null;
  const definition = RuleDefinition.safeParse({
    name,
    when,
    days: days ?? null,
    search: search ?? null,
    ...(metric && { metric }),
    query: query ?? "",
    area: area ?? null,
    certainty: certainty ?? null,
    actions,
  });
  if (!definition.success) {
    for (const issue of definition.error.issues) {
      const path = (issue.path as Path).map((part) => FIELD_NAMES[part] ?? part);
      note(path, faultOf(issue));
    }
    return null;
  }
  const faults = Object.entries(ruleFaults(definition.data));
  for (const [field, fault] of faults) note([FIELD_NAMES[field] ?? field], fault);
  return faults.length > 0 ? null : definition.data;
}

function actionOf(kind: (typeof RULE_ACTIONS)[number], action: z.output<typeof FileAction>): unknown {
  switch (kind) {
    case "label":
      return { do: kind, label: action.label };
    case "assign":
      return { do: kind, person: action.assign };
    case "assign_expert":
      return { do: kind };
    case "comment":
      return { do: kind, text: action.comment };
    case "notify":
      return { do: kind, people: [action.notify].flat() };
    case "webhook":
      return { do: kind, webhook: action.webhook };
    case "mark":
      return { do: kind, mark: action.mark };
  }
}

/** What is wrong with a value, by the place and the kind of the fault. */
function faultOf({ code, path, ...issue }: z.core.$ZodIssue): Message {
  const field = path.join(".") || "version, rules";
  if (code === "unrecognized_keys" && "keys" in issue)
    return message("rule.file_field", { field: (issue.keys as string[]).join(", ") });
  if (code === "invalid_value" && "values" in issue)
    return message("rule.file_value", { field, values: (issue.values as unknown[]).join(", ") });
  if (code === "too_big") return message("rule.file_too_long", { field });
  return message("rule.file_type", { field });
}
