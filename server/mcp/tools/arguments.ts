/** Arguments that several tools take. */
import { z } from "zod";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { SourcePath } from "../../../contract/fieldSchemas.ts";
import { toolRefusal } from "../toolErrors.ts";

/** A path as people write it, in the form that the sources have: without `./` before it and slashes around it. */
export const normalizedPath = (path: string): string => path.trim().replaceAll(/^(?:\.(?:\/+|$)|\/+)+|\/+$/g, "");

export const PATH = SourcePath.min(1).transform(normalizedPath);
export const OPTIONAL_PATH = SourcePath.transform(normalizedPath).optional();
/** A folder or a file; without it the root. */
export const FOLDER = SourcePath.transform(normalizedPath).default("");
export const SOURCE = z.string().max(200).optional();
export const SOURCE_OF_SEVERAL = SOURCE.describe("Name or id, if several have it");
/** The longest name of a revision that the calls about files take. */
export const BASE_REVISION = z.string().min(1).max(250);
/** Any commit of a branch or tag that was read. */
export const REVISION = BASE_REVISION.optional().describe("Branch, tag, commit");
/** One that the project indexes. */
export const INDEXED_REVISION = BASE_REVISION.optional().describe("Branch, tag, synced commit");
export const QUERY = z.string().max(TEXT_LIMITS.query);
export const ISSUE = z.string().min(1).max(500);
export const LINE = z.int().min(1).max(10_000_000);
/** The version of the lines before `from_line`, which `next` gives: the call is refused where they have changed. */
export const LINES_VERSION = z.string().max(20).optional();
/** Where a list of complete entries continues. No call of the contract takes a larger one. */
export const OFFSET = z.int().min(0).max(1_000_000).default(0);
/** For what was read already after that place. */
export const SKIP = z.int().min(0).default(0).describe("Entries after offset");

/** Arguments of a call that is continued. */
export const linePageArguments = {
  offset: OFFSET.describe("Files"),
  skip: SKIP,
};

export interface LinePage {
  readonly offset: number;
  readonly skip: number;
}

/** @throws ToolRefusal that names the argument, for a range without its first line and for one that ends before it begins */
export function requireOrdered(from: number | undefined, to: number | undefined): void {
  if (to === undefined || (from !== undefined && from <= to)) return;
  if (from === undefined) throw toolRefusal("invalid_arguments", "from_line: Give it too where to_line is given.");
  throw toolRefusal("invalid_arguments", `to_line: It has to be ${from}, as from_line, or more.`);
}
