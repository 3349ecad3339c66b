/** A tool: what it takes, how its arguments are checked, and the form of what it answers. */
import { z } from "zod";
import type { RequestScope } from "./RequestScope.ts";
import { DEFAULT_TOKENS, MIN_TOKENS, MAX_TOKENS, type Draft } from "./tokenBudget.ts";
import { toolRefusal } from "./toolErrors.ts";

/** A tool as the server offers it: what it takes, and what it drafts. Cutting, fencing and counting are done once, outside. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The schema of the structured answer, with `shown` and `next`. */
  readonly output: z.ZodObject;
  /** Left out for a tool that only reads. */
  readonly writes?: WriteHints;
  /** @param input the arguments as they were sent. @throws ToolRefusal when they do not fit the schema */
  run(scope: RequestScope, input: unknown): Promise<{ readonly draft: Draft; readonly limit: number }>;
}

/** What a tool does to a tracker. */
export interface WriteHints {
  /** It may remove or replace what is there, rather than only add. */
  readonly isDestructive: boolean;
}

/** What every tool takes. Descriptions are few: all tools together have to stay small. */
const common = {
  project: z.string().max(140).optional().describe("Slug; needed with several"),
  max_tokens: z.int().min(MIN_TOKENS).max(MAX_TOKENS).default(DEFAULT_TOKENS),
};

type Common = z.output<z.ZodObject<typeof common>>;

interface ToolDefinition<S extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  /** Schema of the tool's own structured data; `shown` and `next` are added for every tool. */
  readonly output?: z.ZodRawShape;
  readonly writes?: WriteHints;
  /** @param limit tokens; for the few tools that cut their answer before it is formatted */
  readonly draft: (
    scope: RequestScope,
    input: z.output<z.ZodObject<S>> & { readonly project?: string | undefined },
    limit: number,
  ) => Promise<Draft>;
}

/** What every structured answer has: how many parts of the text are shown, and how to continue; or why it is refused. */
const commonOutput = {
  shown: z.int(),
  next: z.string().nullable(),
  // It has a message too; the schemas of all tools together have a limit of size.
  error: z.looseObject({ code: z.string() }),
};

export function tool<S extends z.ZodRawShape>({
  name,
  title,
  description,
  input,
  output = {},
  writes,
  draft,
}: ToolDefinition<S>): Tool {
  const schema = z.strictObject({ ...input, ...common });
  const lists = Object.entries(schema.shape).flatMap(([key, field]) => (isList(field) ? [key] : []));
  return {
    name,
    title,
    description,
    input: schema,
    ...(writes && { writes }),
    // An answer that is cut to its fixed part has no data of its own, and a refusal its error alone.
    output: z.looseObject({ ...output, ...commonOutput }).partial(),
    run: async (scope, rawInput) => {
      // Strict, so that a misspelt argument is an error and not ignored.
      const parsed = schema.safeParse(asLists(rawInput, lists));
      if (!parsed.success) throw toolRefusal("invalid_arguments", problemsOf(parsed.error));
      // No name contains a NUL, and the database rejects it in a parameter.
      if (hasNul(parsed.data)) throw toolRefusal("not_found", "Nothing has a NUL in its name.");
      const { max_tokens: limit, ...ownInput } = parsed.data as Common & z.output<z.ZodObject<S>>;
      return {
        draft: await draft(scope, ownInput as Omit<Common, "max_tokens"> & z.output<z.ZodObject<S>>, limit),
        limit,
      };
    },
  };
}

/** Whether an argument is an array, or may be left out and is one. */
function isList(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isList(field.unwrap());
  return field instanceof z.ZodArray;
}

/** Agents write `kind: "issue"` for an array of one: nothing else can be meant, and no schema has to say it. */
function asLists(rawInput: unknown, lists: readonly string[]): unknown {
  if (typeof rawInput !== "object" || rawInput === null) return rawInput;
  const texts = Object.entries(rawInput).filter(([key, value]) => lists.includes(key) && typeof value === "string");
  return texts.length === 0
    ? rawInput
    : { ...rawInput, ...Object.fromEntries(texts.map(([key, value]) => [key, [value]])) };
}

const problemsOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message)).join("; ");

/** Whether a text anywhere in a value contains the character NUL. */
function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(hasNul);
}
