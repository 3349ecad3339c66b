import { createServices } from "../src/services/services.ts";
import { createRootStore, type RootSnapshotIn, type RootStore } from "../src/stores/RootStore.ts";
import { type Handlers, httpOf } from "./fixtures/handlers.ts";
import { testEnv, type TestEnvOptions } from "./fixtures/testEnv.ts";

export interface TestStoreOptions extends TestEnvOptions {
  readonly snapshot?: RootSnapshotIn;
  /** The host's responses. A call without a handler fails with the name of its endpoint. */
  readonly handlers?: Handlers;
}

/** The stores without an app, over the handlers of `renderApp`. */
export const createTestStore = ({ snapshot, handlers = {}, ...env }: TestStoreOptions = {}): RootStore =>
  createRootStore({ services: createServices(httpOf(handlers)), ...testEnv(env) }, snapshot);
