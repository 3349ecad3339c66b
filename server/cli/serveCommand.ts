import { keepCompiledCode } from "../process/compiledCode.ts";
import { STATUS, type Status } from "./CliError.ts";
import type { RequestOf } from "./readArguments.ts";

/** `clew serve`: the server with the settings of the environment, of which options take precedence. Runs until it is stopped by a signal. */
export async function serve(
  { data, host, port, role, opensBrowser }: RequestOf<"serve">,
  environment: NodeJS.ProcessEnv,
): Promise<Status> {
  keepCompiledCode();
  const [{ run }, { buildApp }] = await Promise.all([import("../process/run.ts"), import("../personal/buildApp.ts")]);
  await run({
    ...environment,
    CLEW_DIST: environment["CLEW_DIST"] || (await buildApp((line) => console.log(line))),
    ...(data !== undefined && { CLEW_DATA: data }),
    ...(host !== undefined && { HOST: host }),
    ...(port !== undefined && { PORT: String(port) }),
    ...(role !== undefined && { CLEW_ROLE: role }),
    ...(opensBrowser && { CLEW_OPEN: "on" }),
  });
  return STATUS.ok;
}
