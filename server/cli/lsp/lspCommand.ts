import { Writable } from "node:stream";
import { type Connection, createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { STATUS, type Status } from "../CliError.ts";
import type { RequestOf } from "../readArguments.ts";
import { EditorServer } from "./EditorServer.ts";

/** `clew lsp`: a language server on standard input and output. Its connection ends the process. */
export async function runLsp(request: RequestOf<"lsp">, environment: NodeJS.ProcessEnv): Promise<Status> {
  const connection: Connection = createConnection(ProposedFeatures.all, process.stdin, protocolOutput());
  new EditorServer(connection, request, environment).register();
  connection.listen();
  await new Promise<never>(() => undefined);
  return STATUS.ok;
}

/** Standard output for the protocol alone: what anything else writes there would break the messages, so it goes to standard error. */
function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write: (chunk: Uint8Array, _, done) => {
      write(chunk, done);
    },
  });
}
