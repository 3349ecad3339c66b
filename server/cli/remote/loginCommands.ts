/** `clew login`, `clew logout` and `clew projects`. */
import { createInterface } from "node:readline/promises";
import { PassThrough } from "node:stream";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import type { RequestOf } from "../readArguments.ts";
import { complain, shown, strong } from "../terminal.ts";
import { serverAddressOf, ClewServer, isMadeToken, readServer } from "./ClewServer.ts";
import { credentialsFile, readCredentials, writeCredentials } from "./credentials.ts";
import { listOpened, openServer } from "./openServer.ts";
import { errorMessage } from "../../errors.ts";

/** Reads a secret. In a terminal the input is not shown; from a pipe it is the first line. */
async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(question);
  // On a terminal the interface echoes the input, here into a stream that is discarded.
  const lines = createInterface({ input: stdin, output: new PassThrough(), terminal: stdin.isTTY });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write("\n");
  }
}

export async function login(request: RequestOf<"login">, environment: NodeJS.ProcessEnv): Promise<Status> {
  if (request.server === undefined) throw new CliError(STATUS.usage, "Say where: clew login --server URL");
  if (request.token && request.email !== undefined)
    throw new CliError(STATUS.usage, "Give --token or --email: a token is used instead of the password.");
  const url = readServer(request.server);
  const address = serverAddressOf(url);
  const token = request.email === undefined ? await readToken(address) : await signInByPassword(url, request.email);
  const server = new ClewServer(url, token);
  const opened = await listOpened(server);
  const credentials = readCredentials(environment);
  writeCredentials(environment, { current: address, servers: { ...credentials.servers, [address]: { token } } });
  const projects = opened.length === 0 ? "no project yet" : opened.map(({ slug }) => slug).join(", ");
  complain(`Signed in at ${address}: ${projects}. Kept in ${credentialsFile(environment)}.`);
  return STATUS.ok;
}

async function readToken(address: string): Promise<string> {
  const token = await readSecret(`Token of ${address} (Settings > API tokens or MCP tokens): `);
  if (isMadeToken(token)) return token;
  throw new CliError(
    STATUS.usage,
    "That is neither an API token (clew_pat_…) nor an MCP token (clew_mcp_…). To sign in with your password: clew login --email ADDRESS",
  );
}

async function signInByPassword(url: URL, email: string): Promise<string> {
  const password = await readSecret(`Password of ${shown(email)} at ${serverAddressOf(url)}: `);
  try {
    const server = new ClewServer(url, undefined);
    const answer = await server.call("login", { body: { email, password } });
    if ("token" in answer) return answer.token;
    const code = await readSecret("Code of your authenticator app, or a recovery code: ");
    return (await server.call("finishSecondFactor", { body: { ticket: answer.second_factor, code } })).token;
  } catch (error) {
    // A wrong password is a validation error of the API; for the user of the command it is an authorization failure.
    if (error instanceof CliError && error.status === STATUS.usage) {
      throw new CliError(STATUS.unauthorized, error.message, { cause: error });
    }
    throw error;
  }
}

export async function logout(request: RequestOf<"logout">, environment: NodeJS.ProcessEnv): Promise<Status> {
  const credentials = readCredentials(environment);
  const address = request.server === undefined ? credentials.current : serverAddressOf(readServer(request.server));
  const stored = address === null ? undefined : credentials.servers[address];
  if (address === null || !stored) {
    complain("No user is signed in there.");
    return STATUS.ok;
  }
  const { [address]: _, ...servers } = credentials.servers;
  writeCredentials(environment, { current: credentials.current === address ? null : credentials.current, servers });
  if (!isMadeToken(stored.token)) {
    try {
      await new ClewServer(readServer(address), stored.token).call("logout");
    } catch (error) {
      // A session that has already ended counts as ended now; any other error may leave it active, and is reported.
      if (!(error instanceof CliError) || error.status !== STATUS.unauthorized) {
        complain(`The token is forgotten here. The session could not be ended there: ${errorMessage(error)}`);
        return error instanceof CliError ? error.status : STATUS.nothing;
      }
    }
  }
  complain(`Signed out of ${address}.`);
  return STATUS.ok;
}

export async function projects(
  request: RequestOf<"projects">,
  environment: NodeJS.ProcessEnv,
  format: Format,
): Promise<Status> {
  const opened = await listOpened(openServer(request, environment, complain));
  const lines = opened.map(({ slug, name }) => `${strong(shown(slug))}  ${shown(name)}`);
  await printAnswer(format, "projects", {
    data: { projects: opened },
    rows: opened,
    lines: lines.length === 0 ? ["No project."] : lines,
  });
  return opened.length === 0 ? STATUS.nothing : STATUS.ok;
}
