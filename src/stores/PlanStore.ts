import { flow, toGenerator, types, type Instance } from "mobx-state-tree";
import type { CompanyPlan, PlanName } from "../../contract/access/companies.ts";
import { PLANS } from "../../contract/constants.ts";
import { planHas, type PlanFeature } from "../../contract/billing/planFeatures.ts";
import { storeEnv } from "./StoreEnv.ts";

/** The plan of the user's company: its features and the end of its trial. */
export const PlanStoreModel = types
  .model("PlanStore", { current: types.maybeNull(types.frozen<CompanyPlan>()) })
  /** Incremented per user, so that a response for the previous user is not used for the next. */
  .volatile(() => ({ userGeneration: 0 }))
  .views((self) => ({
    /** Null where the host omits it or names a plan that the app does not know. */
    get name(): PlanName | null {
      const name = self.current?.plan.name;
      return name !== undefined && Object.hasOwn(PLANS, name) ? name : null;
    },
  }))
  .views((self) => ({
    /** The app's one answer. An unknown plan restricts nothing: the server enforces it. */
    has(feature: PlanFeature): boolean {
      return self.name === null || planHas(self.name, feature);
    },
    get isStandard(): boolean {
      return self.name === "Standard";
    },
  }))
  .views((self) => ({
    get hasInsights(): boolean {
      return self.has("insights");
    },
    get hasDashboards(): boolean {
      return self.has("custom_reports");
    },
  }))
  .actions((self) => ({
    set(plan: CompanyPlan | null) {
      self.current = plan;
      if (plan === null) self.userGeneration += 1;
    },
    /**
     * Loads the plan of the first company and returns the failure, if any. After a failure, or when the plan was cleared meanwhile (a
     * logout), it is unchanged.
     */
    load: flow(function* load() {
      const { companies } = storeEnv(self).services;
      const { userGeneration } = self;
      const list = yield* toGenerator(companies.list());
      const first = list.data?.[0];
      if (!first) return list.error;
      const plan = yield* toGenerator(companies.plan(first.id));
      if (plan.success && self.userGeneration === userGeneration) self.current = plan.data;
      return plan.error;
    }),
  }));

export interface PlanStore extends Instance<typeof PlanStoreModel> {}
