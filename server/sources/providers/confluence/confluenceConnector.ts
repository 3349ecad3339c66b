import type { Connector } from "../../connector/Connector.ts";
import { ConfluenceWiki } from "./ConfluenceWiki.ts";
import { readConfluenceUrl } from "./confluenceUrl.ts";

export const confluenceConnector = {
  wiki: (input) => {
    const url = readConfluenceUrl(input.url);
    input.egress.check(url.page);
    return { url: url.page.href, name: url.space ?? url.host, open: () => new ConfluenceWiki({ ...input, url }) };
  },
} satisfies Connector;
