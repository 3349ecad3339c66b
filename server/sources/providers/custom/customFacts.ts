import { message } from "../../../messages/messages.ts";
import type { SourceFacts } from "../../connector/connectorTypes.ts";
import type { PushedFacts, PushedSource } from "../../connector/pushedTypes.ts";
import { SourceError } from "../../SourceError.ts";

/** @throws SourceError for a source that is deleted */
export async function requirePushed(source: PushedSource): Promise<PushedFacts> {
  const facts = await source.facts();
  if (!facts) throw new SourceError("not_found", message("source.not_found"));
  return facts;
}

/** @throws SourceError for a source that is deleted */
export async function factsOf(source: PushedSource): Promise<SourceFacts> {
  const { name } = await requirePushed(source);
  return { name, visibility: "private", notes: [] };
}
