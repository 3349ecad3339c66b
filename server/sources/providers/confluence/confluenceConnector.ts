import type { Connector } from "../../connector/Connector.ts";
import { DetectedLedger } from "./DetectedLedger.ts";
import { DetectedWiki } from "./DetectedWiki.ts";
import { readConfluenceUrl } from "./confluenceUrl.ts";

export const confluenceConnector = {
  wiki: (input) => {
    const url = readConfluenceUrl(input.url);
    input.egress.check(url.page);
    return { url: url.page.href, name: url.space ?? url.host, open: () => new DetectedWiki({ ...input, url }) };
  },
  ledger: (input) => {
    const url = readConfluenceUrl(input.url);
    input.egress.check(url.page);
    return new DetectedLedger({ ...input, url });
  },
} satisfies Connector;
