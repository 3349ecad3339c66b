/** Arguments that several tools take. */
import { z } from "zod";
import { SourcePath } from "../../../contract/fieldSchemas.ts";
import { refuse } from "../toolErrors.ts";

export const PATH = SourcePath.min(1);
export const SOURCE = z.string().max(200).optional();
/** The longest name of a revision that the calls about files take. */
export const REVISION = z.string().min(1).max(250).optional();
export const ISSUE = z.string().min(1).max(500);
export const LINE = z.int().min(1).max(10_000_000);
/** Of the lines before `from_line`, as `next` gives it: a text whose lines have moved since is refused. */
export const VERSION = z.string().max(20).optional();
/** Where a list of complete entries continues. */
export const OFFSET = z.int().min(0).default(0);

/** Entries after that place which were read already. */
export const SKIP = z.int().min(0).default(0);

/** @throws ToolRefusal that names the argument, for a range without its first line and for one that ends before it begins */
export function requireOrdered(from: number | undefined, to: number | undefined): void {
  if (to === undefined || (from !== undefined && from <= to)) return;
  if (from === undefined) throw refuse("invalid_arguments", "from_line: Give it too where to_line is given.");
  throw refuse("invalid_arguments", `to_line: It has to be ${from}, as from_line, or more.`);
}
