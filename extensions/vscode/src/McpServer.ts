import * as vscode from "vscode";
import { addressOf } from "./ClewClient.ts";
import type { Session } from "./Session.ts";

/** As in the manifest. */
const PROVIDER = "clew";

/** Offers the MCP server of the signed-in user to the editor's agents, which then need no configuration of their own. */
export class McpServer
  implements vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition>, vscode.Disposable
{
  readonly #session: Session;
  readonly #readToken: (address: string) => PromiseLike<string | undefined>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;
  readonly #registration: vscode.Disposable | undefined;

  constructor(session: Session, readToken: (address: string) => PromiseLike<string | undefined>) {
    this.#session = session;
    this.#readToken = readToken;
    // A fork may report a version of the API of which it lacks this part.
    const lm = vscode.lm as Partial<typeof vscode.lm> | undefined;
    this.#registration = lm?.registerMcpServerDefinitionProvider?.(PROVIDER, this);
  }

  /** Makes the editor ask again, after a sign-in, a sign-out, or a change of the address. */
  update(): void {
    this.#changed.fire();
  }

  /** The server of the settings while there is a token for it. The editor asks at its start: no request is sent. */
  async provideMcpServerDefinitions(): Promise<vscode.McpHttpServerDefinition[]> {
    const address = this.#address();
    return address === undefined || (await this.#readToken(address)) === undefined ? [] : [definitionOf(address)];
  }

  /** Adds the token, where the definition is still that of the settings: another server must not receive it. */
  async resolveMcpServerDefinition(
    definition: vscode.McpHttpServerDefinition,
  ): Promise<vscode.McpHttpServerDefinition | undefined> {
    const address = this.#address();
    if (address === undefined || String(definitionOf(address).uri) !== String(definition.uri)) return undefined;
    const token = await this.#readToken(address);
    if (token === undefined) return undefined;
    definition.headers = { Authorization: `Bearer ${token}` };
    return definition;
  }

  #address(): string | undefined {
    const { server } = this.#session;
    return server && addressOf(server);
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#changed.dispose();
  }
}

const definitionOf = (address: string): vscode.McpHttpServerDefinition =>
  new vscode.McpHttpServerDefinition("Clew", vscode.Uri.parse(`${address}/mcp`, true));
