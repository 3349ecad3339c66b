import { afterEach } from "vitest";
import { ContractStage } from "../../providers/ContractStage.ts";
import {
  CONTEXT,
  type DataCenterHostOptions,
  startBitbucketDataCenterHost,
} from "../../providers/bitbucketDataCenterHost.ts";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { type Work, makeWork } from "../../providers/work.ts";
import { contractStages } from "./contractStages.ts";

/** The linked repository, below the origin of its host. */
export const PAGE = `${CONTEXT}/projects/ACME/repos/rocket`;
/** The newest commit of each request. */
export const HEAD = "f".repeat(40);

/** Registers the hooks of a file whose tests each link one repository of Bitbucket Data Center. */
export function dataCenterStages() {
  const stages = contractStages();
  let stage: ContractStage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });
  return {
    server: () => stages.server,
    db: () => stages.server.database.db,
    /** Links it with these data. @param changed options that a test may change later */
    async open(work: Work = makeWork(0), changed: DataCenterHostOptions = {}, page = PAGE): Promise<ContractStage> {
      const row = CONTRACT_PROVIDERS.find(({ name }) => name === "Bitbucket Data Center");
      if (!row) throw new Error("There is no such row.");
      const start = (served: Work) => startBitbucketDataCenterHost(served, changed);
      stage = await ContractStage.open({ ...row, page, make: () => work, start }, stages.server);
      return stage;
    },
  };
}
