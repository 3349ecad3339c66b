/** Arguments that several tools take. */
import { z } from "zod";
import { SourcePath } from "../../../contract/fieldSchemas.ts";

export const PATH = SourcePath.min(1);
export const SOURCE = z.string().max(200).optional();
/** The longest name of a revision that the calls about files take. */
export const REVISION = z.string().min(1).max(250).optional();
export const ISSUE = z.string().min(1).max(500);
export const LINE = z.int().min(1).max(10_000_000);
/** Where a list of complete entries continues. */
export const OFFSET = z.int().min(0).default(0);
