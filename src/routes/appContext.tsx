import { createContext as createReactContext, use, type ReactNode } from "react";
import { createContext } from "react-router-dom";
import type { Services } from "../services/services.ts";
import type { RootStore } from "../stores/RootStore.ts";

declare module "react-router" {
  interface Future {
    v8_middleware: true;
  }
}

/** Dependencies of loaders, actions and middleware. */
export interface AppContext {
  readonly services: Services;
  readonly store: RootStore;
}

/** In a loader: `const { services, store } = context.get(appContext)`. */
export const appContext = createContext<AppContext>();

const ServicesContext = createReactContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

/** In a connected component, for requests outside of navigation: validating a source, copying, a panel's own data. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error("useServices needs a ServicesProvider above it.");
  return services;
}
