/** Links that would run a program on the page that shows them. */
import { expect, test } from "vitest";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { requestsOf, trackerOf, wikiOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { HostUrl } from "../../../server/sources/rest/hostFields.ts";
import { type ContractProvider, CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { type FrontHost, startFrontHost } from "../../providers/frontHost.ts";

const { signal } = new AbortController();
const LINKS = /"(html_url|web_url|href|self|avatar_url|target_url|webui)":"[^"]*"/g;

/** Everything that a connector reads of a host, as one text. */
async function readAll({ provider, kind, page }: ContractProvider, url: string, token: string): Promise<unknown[]> {
  const input = {
    url: `${url}${page}`,
    credential: new Credential({ token, username: kind === "repository" ? "" : "ada@example.org", origin: url }),
    egress: createEgress({ allowed: ["127.0.0.0/8"] }),
  };
  const all: unknown[] = [];
  if (kind === "tracker")
    for await (const read of trackerOf(provider, input).open().changes(null, signal)) all.push(read);
  if (kind === "wiki") {
    const wiki = wikiOf(provider, input).open();
    for await (const entries of wiki.entries(signal))
      for (const entry of entries.slice(0, 3)) all.push(await wiki.page(entry, signal));
  }
  const reader = kind === "wiki" ? null : requestsOf(provider, input);
  if (reader === null) return all;
  for await (const read of reader.changes(null, signal)) {
    all.push(read);
    for (const { number, externalId, url: page, headHash } of read.requests.slice(0, 2))
      all.push(await reader.details({ number, externalId, url: page, headHash, isOpen: true }, signal));
  }
  all.push(await reader.releases?.(signal));
  return all;
}

test.each(CONTRACT_PROVIDERS.map((row) => [row.name, row] as const))(
  "%s: no address of another scheme than http and https is taken over",
  async (_name, row) => {
    const work = row.make();
    const host = await row.start(work);
    const front: FrontHost = await startFrontHost(
      () => host.url,
      (text) => text.replaceAll(host.url, front.url).replaceAll(LINKS, '"$1":"javascript:alert(document.domain)//"'),
    );
    try {
      const read = JSON.stringify(await readAll(row, front.url, work.token));
      expect(read.length).toBeGreaterThan(1000);
      expect(read).not.toContain('"javascript:');
    } finally {
      await front.stop();
      await host.stop();
    }
  },
);

test.each([
  ["https://host.example/a?b#c", true],
  ["HTTP://host.example", true],
  ["javascript:alert(1)//https://host.example", false],
  [" javascript:alert(1)", false],
  ["data:text/html,<script>", false],
  ["//host.example", false],
  ["https://host.example/\nb", false],
  [`https://host.example/${"a".repeat(5000)}`, false],
  ["", false],
])("an address: %j", (text, isKept) => {
  expect(HostUrl.parse(text)).toBe(isKept ? text : null);
});
