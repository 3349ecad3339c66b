import { expect, test } from "vitest";
import { ledgerOf } from "../../providers/ledgers.ts";
import type { RestFault, RestRequest } from "../../providers/restHost.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();

/** A GitLab with lists of more than 10,000 rows: it leaves their number out. */
const withoutTotals = (other: (request: RestRequest) => RestFault | undefined) => (request: RestRequest) => {
  const isCount = request.query.get("per_page") === "1" && /\/(?:issues|merge_requests)$/.test(request.path);
  return isCount ? { status: 200, body: [] } : other(request);
};

async function compared(fault: (request: RestRequest) => RestFault | undefined) {
  const stage = await stages.open("GitLab");
  stage.host.fault = withoutTotals(fault);
  const { id } = await stage.source();
  await stages.server.running.sync.compare(id);
  return ledgerOf(stages.server, id);
}

test("issues of a long list are counted by the statistics of the host, requests are more than it counts", async () => {
  const statistics = { statistics: { counts: { all: 31_007, closed: 1, opened: 31_006 } } };
  const { counts } = await compared(({ path }) =>
    path.endsWith("/issues_statistics") ? { status: 200, body: statistics } : undefined,
  );
  expect(counts).toMatchObject([
    { kind: "issues", host: 31_007, precision: "exact", missing: 31_007 },
    { kind: "requests", host: 10_000, precision: "at_least", missing: 10_000, extra: 0 },
  ]);
});

test("a GitLab without statistics has more issues than it counts", async () => {
  const { counts } = await compared(() => undefined);
  expect(counts[0]).toMatchObject({ kind: "issues", host: 10_000, precision: "at_least" });
});
