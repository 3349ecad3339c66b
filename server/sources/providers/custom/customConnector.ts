import { message } from "../../../messages/messages.ts";
import type { Connector, ConnectorInput } from "../../connector/Connector.ts";
import type { PushedSource } from "../../connector/pushedTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { CustomLedger } from "./CustomLedger.ts";
import { CustomRequests } from "./CustomRequests.ts";
import { CustomTracker } from "./CustomTracker.ts";
import { CustomWiki } from "./CustomWiki.ts";

const ADDRESS = /^custom:([\w-]+)$/;

/** What is stored as the address of a custom source, which has no host. */
export const customAddress = (sourceId: string): string => `custom:${sourceId}`;

/** @throws SourceError for another address, and where the process has no database of items */
function sourceOf({ url, pushed }: ConnectorInput): PushedSource {
  const id = ADDRESS.exec(url)?.[1];
  if (id === undefined || !pushed) throw new SourceError("address", message("import.no_address"));
  return pushed(id);
}

/** Issues, requests and pages that importers send. Nothing is requested from a host. */
export const customConnector = {
  tracker: (input) => {
    const source = sourceOf(input);
    return { url: input.url, name: "", open: () => new CustomTracker(source) };
  },
  wiki: (input) => {
    const source = sourceOf(input);
    return { url: input.url, name: "", open: () => new CustomWiki(source) };
  },
  requests: (input) => new CustomRequests(sourceOf(input)),
  ledger: (input) => new CustomLedger(sourceOf(input)),
} satisfies Connector;
