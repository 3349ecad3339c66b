import { providerTarget, trackerCalls } from "../engine/scriptedHost.ts";

export const target = providerTarget("https://host.example/acme/rocket", trackerCalls("github"));
