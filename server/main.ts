/** `node server/main.ts`: starts the server, of what was compiled before where that is still there. */
import { keepCompiledCode } from "./process/compiledCode.ts";

keepCompiledCode();
const { run } = await import("./process/run.ts");
await run(process.env, process.argv.slice(2));
