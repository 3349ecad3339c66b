import { repositoryFacts } from "../../../server/sources/providers/connectorRegistry.ts";
import { providerTarget, requestCalls } from "../engine/scriptedHost.ts";

export const target = providerTarget("https://host.example/acme/rocket", {
  ...requestCalls("bitbucket"),
  describe: (input, signal) => repositoryFacts("bitbucket", input, signal),
});
