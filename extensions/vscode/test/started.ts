/** Starts the extension, signed in at a host. */
import type * as vscode from "vscode";
import { activate } from "../src/extension.ts";
import type { ClewHost } from "./clewHost.ts";
import { EventEmitter, hands } from "./vscodeStandIn.ts";

/** The extension that runs. */
export interface Started {
  readonly tokens: Map<string, string>;
  readonly secretsChanged: EventEmitter<vscode.SecretStorageChangeEvent>;
  stop(): void;
}

export function started(host: ClewHost): Started {
  hands.settings = { server: host.url, project: "", blame: false };
  Object.assign(hands, { editor: undefined, panels: [], box: undefined, mcp: undefined });
  for (const list of [hands.messages, hands.opened, hands.browsed, host.requested]) list.length = 0;
  const tokens = new Map([[`clew.token ${host.url}`, "clew_mcp_right"]]);
  const secretsChanged = new EventEmitter<vscode.SecretStorageChangeEvent>();
  const subscriptions: { dispose(): unknown }[] = [];
  const secrets = {
    get: (key: string) => Promise.resolve(tokens.get(key)),
    store: (key: string, value: string) => Promise.resolve(void tokens.set(key, value)),
    delete: (key: string) => Promise.resolve(void tokens.delete(key)),
    onDidChange: secretsChanged.event,
  };
  activate({ secrets, subscriptions });
  const stop = (): void => {
    for (const one of subscriptions) one.dispose();
  };
  return { tokens, secretsChanged, stop };
}

/** Waits for what becomes true. */
export async function until(isDone: () => boolean): Promise<void> {
  for (let round = 0; !isDone(); round += 1) {
    if (round === 500) throw new Error("The condition did not become true.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
