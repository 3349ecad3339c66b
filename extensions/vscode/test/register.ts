/** Outside the editor there is no module `vscode`: the tests of what touches it get a stand-in. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode"
      ? { url: new URL("./vscodeStandIn.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
