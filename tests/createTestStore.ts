import { err, ok } from "../src/services/result.ts";
import type { Services } from "../src/services/services.ts";
import { createRootStore, type RootSnapshotIn, type RootStore } from "../src/stores/RootStore.ts";
import type { KeyValueStorage, StoreEnv } from "../src/stores/StoreEnv.ts";
import { memoryStorage } from "./fixtures/memoryStorage.ts";

type ServiceStubs = { readonly [N in keyof Services]?: Partial<Services[N]> };

/**
 * Services whose unexpected calls fail with their name. The request of the company's plan, which every sign-in
 * makes, finds none unless the test overrides it.
 */
export function stubServices(stubs: ServiceStubs = {}): Services {
  const noun = <N extends keyof Services>(name: N, usual: Partial<Services[N]> = {}): Services[N] =>
    new Proxy({ ...usual, ...stubs[name] } as Services[N], {
      get(target, call) {
        const stub: unknown = Reflect.get(target, call);
        if (stub !== undefined) return stub;
        throw new Error(`The test did not foresee services.${name}.${String(call)}().`);
      },
    });
  return {
    users: noun("users"),
    companies: noun("companies", { list: () => Promise.resolve(ok([])) }),
    installation: noun("installation", {
      get: () =>
        Promise.resolve(
          err({ kind: "http", status: 404, text: "Not found.", code: null, fields: {}, requestId: null }),
        ),
    }),
    projects: noun("projects"),
    persons: noun("persons"),
    sources: noun("sources"),
    issues: noun("issues"),
    search: noun("search"),
    experts: noun("experts"),
    insights: noun("insights"),
    backtests: noun("backtests"),
    documents: noun("documents"),
  };
}

export interface TestStoreOptions {
  readonly snapshot?: RootSnapshotIn;
  readonly services?: ServiceStubs;
  readonly storage?: KeyValueStorage;
  readonly tabStorage?: KeyValueStorage;
  readonly now?: () => number;
}

export function createTestStore(options: TestStoreOptions = {}): RootStore {
  const env: StoreEnv = {
    services: stubServices(options.services),
    storage: options.storage ?? memoryStorage(),
    tabStorage: options.tabStorage ?? memoryStorage(),
    now: options.now ?? Date.now,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => {
        clearTimeout(timer);
      };
    },
  };
  return createRootStore(env, options.snapshot);
}
