/** The keys of object literals. */
import type { FilePlace } from "../imports/ModuleResolver.ts";
import { isMember } from "../scopes/FileScopes.ts";
import { closingBrace } from "./declaredType.ts";
import type { Definition } from "./Definition.ts";
import { scopedDefinition } from "./fileDefinitions.ts";
import type { LookupFiles } from "./LookupFiles.ts";

/** The object literal between two offsets. */
export interface ObjectLiteral {
  readonly kind: "object";
  readonly place: FilePlace;
  readonly from: number;
  readonly to: number;
}

/** `= {`, `: {` */
const OBJECT = /^\s*[=:]\s*(?:Object\.freeze\()?\{/;

/** The object literal that the text after an offset begins with: `= { key: … }`; null where there is none. */
export function objectAt(files: LookupFiles, place: FilePlace, from: number): ObjectLiteral | null {
  const { text } = files.read(place);
  const open = OBJECT.exec(text.slice(from, from + 100))?.[0].length;
  return open === undefined ? null : { kind: "object", place, from: from + open, to: closingBrace(text, from + open) };
}

/** The keys of this name that an object literal has itself. */
export async function keysOf(
  files: LookupFiles,
  { place, from, to }: ObjectLiteral,
  name: string,
): Promise<Definition[]> {
  const scopes = await files.scopes(place);
  const keys = (scopes?.named(name) ?? []).filter(
    (scoped) => isMember(scoped) && scoped.from >= from && scoped.from < to,
  );
  const [outer] = keys.sort((a, b) => a.scopeFrom - b.scopeFrom);
  return outer ? [scopedDefinition(files, place, outer, "receiver")] : [];
}
