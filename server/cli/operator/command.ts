import { z } from "zod";
import type { Db } from "../../db/openDb.ts";
import type { RotationDeps } from "../../access/keys/keyRotation.ts";
import type { Seal } from "../../Seal.ts";
import type { Mail } from "../../mail/Mail.ts";
import type { Quotas, Settings } from "../../settings.ts";
import type { RunningSide } from "../../observability/supportBundle.ts";
import type { OptionSpec } from "../CommandSpec.ts";
import { readOptions } from "./options.ts";

/** What a command works on: the server's own when it runs, else opened for the one command. */
export interface OperatorContext {
  readonly db: Db;
  readonly mail: Mail;
  readonly seal: Seal;
  readonly settings: Settings;
  /** The quotas of companies without their own values. */
  readonly quotas: Quotas;
  /** The master keys, and where they are kept. */
  readonly rotation: RotationDeps;
  /** Values that only a running server has. */
  readonly running?: RunningSide | undefined;
}

/** One line of an answer. */
export type AnswerRow = Readonly<Record<string, string | number | null>>;

export interface OperatorCommand {
  readonly about: string;
  /** The options by their names, and whether each must be given. */
  readonly options: Readonly<Record<string, OptionSpec & { readonly isNeeded: boolean }>>;
  /** @throws OperatorError */
  run(context: OperatorContext, values: Readonly<Record<string, unknown>>): Promise<readonly AnswerRow[]>;
}

export function command<T extends z.ZodObject>(
  about: string,
  schema: T,
  work: (context: OperatorContext, options: z.output<T>) => Promise<readonly AnswerRow[]>,
): OperatorCommand {
  return {
    about,
    options: Object.fromEntries(
      Object.entries(schema.shape).map(([name, type]) => {
        const choices = choicesOf(type as z.ZodType);
        const isNeeded = !(type as z.ZodType).safeParse(undefined).success;
        return [name, { value: choices?.join("|") ?? "…", about: "", isNeeded, ...(choices && { choices }) }];
      }),
    ),
    run: (context, values) => work(context, readOptions(schema, values)),
  };
}

/** The values of an option that has a fixed set of them, also where it may be left out. */
function choicesOf(type: z.ZodType): readonly string[] | undefined {
  if (type instanceof z.ZodEnum) return type.options.map(String);
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return choicesOf(type.unwrap() as z.ZodType);
  return undefined;
}
