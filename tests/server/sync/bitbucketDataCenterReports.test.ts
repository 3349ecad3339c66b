/** Reports on requests at Bitbucket Data Center: for the commit that they are about, and nothing twice. */
import { describe, expect, test } from "vitest";
import type { ContractStage } from "../../providers/ContractStage.ts";
import { makeWork, workRequest } from "../../providers/work.ts";
import { HEAD, PAGE, dataCenterStages } from "../support/bitbucketDataCenter.ts";

const stages = dataCenterStages();
let stage: ContractStage;
const open = async (...input: Parameters<typeof stages.open>): Promise<void> => {
  stage = await stages.open(...input);
};

describe("reports on requests of Bitbucket Data Center", () => {
  const facts = Array.from({ length: 8 }, (_, index) => ({ title: `Fact ${index}`, value: index }));
  const remark = { kind: "missing" as const, path: "src/a.ts", summary: "Changes along", details: "5 of 5" };
  const report = {
    number: 1,
    externalId: "1",
    head: HEAD,
    title: "2 findings",
    summary: "",
    hasFindings: true,
    facts,
    remarks: [
      { ...remark, id: "a".repeat(32) },
      { ...remark, id: "b".repeat(32) },
    ],
    asksForAction: false,
    mayAskForAction: false,
    pageUrl: "https://clew.example/requests/1",
    footer: "",
  };
  const lease = (holds: () => boolean = () => true) => ({
    note: { id: null, by: null, number: 0, isRemoved: false },
    holds: () => Promise.resolve(holds()),
    keepNote: () => Promise.resolve(true),
  });
  const reporter = () => {
    const access = { provider: "bitbucket", url: `${stage.host.url}${PAGE}`, credential: { token: "right" } };
    const opened = stages.server().running.sources.openReporter(access);
    if (!opened) throw new Error("There is no reporter.");
    return opened;
  };
  const signal = () => AbortSignal.timeout(20_000);

  test("are one report with annotations, which a repeated call replaces, and a build only where it may fail", async () => {
    const reports = { reports: new Map(), annotations: new Map(), builds: new Map() };
    await open({ ...makeWork(0), requests: [workRequest(1)] }, { reports });
    expect(await reporter().account(signal())).toEqual({ id: "ada", name: "ada" });
    for (let time = 0; time < 2; time += 1) expect(await reporter().report(report, lease(), signal())).toBe("reported");
    const id = `${HEAD}/clew-1`;
    expect(reports.reports.get(id)).toMatchObject({ result: "PASS", link: report.pageUrl, reporter: "Clew" });
    expect(reports.annotations.get(id)).toHaveLength(2);
    expect(reports.builds.size).toBe(0);
    const failing = { ...report, remarks: [], asksForAction: true, mayAskForAction: true };
    expect(await reporter().report(failing, lease(), signal())).toBe("reported");
    expect(reports.reports.get(id)).toMatchObject({ result: "FAIL" });
    expect(reports.annotations.get(id)).toBeUndefined();
    expect(reports.builds.get(id)).toMatchObject({ state: "FAILED", ref: "refs/heads/feature/1-thing" });
    expect(await reporter().report(report, lease(), signal())).toBe("reported");
    expect(reports.builds.get(id)).toMatchObject({ state: "SUCCESSFUL" });
  });

  test("are not written for another head, a fork, a closed request, or by a process without the lease", async () => {
    const reports = { reports: new Map(), annotations: new Map(), builds: new Map() };
    const work = { ...makeWork(0), requests: [workRequest(1)] };
    await open(work, { reports });
    const [request] = work.requests;
    const sent = () => stage.host.requests.filter((call) => !call.startsWith("GET")).length;
    expect(await reporter().report({ ...report, head: "a".repeat(40) }, lease(), signal())).toBe("outdated");
    Object.assign(request ?? {}, { sourceProject: 99 });
    expect(await reporter().report(report, lease(), signal())).toBe("fork");
    Object.assign(request ?? {}, { sourceProject: undefined, isClosed: true });
    expect(await reporter().report(report, lease(), signal())).toBe("outdated");
    Object.assign(request ?? {}, { isClosed: false });
    expect(
      await reporter().report(
        report,
        lease(() => false),
        signal(),
      ),
    ).toBe("outdated");
    expect(sent()).toBe(0);
  });
});
