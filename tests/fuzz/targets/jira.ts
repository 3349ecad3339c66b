import { providerTarget, trackerCalls } from "../engine/scriptedHost.ts";

export const target = providerTarget("https://host.example/browse/ROCKET", trackerCalls("jira"));
