import type { ConnectorInput } from "../../../server/sources/connector/Connector.ts";
import { wikiOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { providerTarget, rowsOf } from "../engine/scriptedHost.ts";

const wiki = (input: ConnectorInput) => wikiOf("confluence", input).open();

export const target = providerTarget("https://host.example/wiki/spaces/ROCKET", {
  describe: (input, signal) => wiki(input).describe(signal),
  entries: (input, signal) => rowsOf(wiki(input).entries(signal)),
  page: (input, signal) => wiki(input).page({ externalId: "1", kind: "page" }, signal),
  post: (input, signal) => wiki(input).page({ externalId: "1", kind: "blog_post" }, signal),
  folder: (input, signal) => wiki(input).page({ externalId: "1", kind: "folder" }, signal),
  comments: (input, signal) => rowsOf(wiki(input).comments?.(null, signal)),
  readComments: (input, signal) => wiki(input).readComments?.(["1"], signal),
  extras: (input, signal) => wiki(input).extras?.(signal),
});
