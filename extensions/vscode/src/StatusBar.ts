import * as vscode from "vscode";
import type { Session } from "./Session.ts";
import { errorMessage } from "./words.ts";
import { addressOf } from "./ClewClient.ts";

/** The state in one word, with an action on click. Shown only after the first use of Clew. */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("clew.status", vscode.StatusBarAlignment.Right, 50);

  constructor() {
    this.#item.name = "Clew";
  }

  show({ state, server }: Session): void {
    const address = server ? addressOf(server) : "";
    switch (state.kind) {
      case "unknown":
        this.#item.hide();
        return;
      case "signedOut":
        this.#put("$(sign-in) Clew", vscode.l10n.t("Sign in to Clew"), "clew.signIn");
        return;
      case "projectMissing":
        this.#put("$(list-selection) Clew", vscode.l10n.t("Choose a project first."), "clew.chooseProject");
        return;
      case "ready":
        this.#put("$(target) Clew", vscode.l10n.t("{0} at {1}: search", state.slug, address), "clew.search");
        return;
      case "error": {
        const { error } = state;
        const isOut = error.kind === "signedOut";
        const word = isOut
          ? vscode.l10n.t("signed out")
          : error.kind === "unreachable"
            ? vscode.l10n.t("away")
            : vscode.l10n.t("trouble");
        const next = isOut ? vscode.l10n.t("Click to sign in.") : vscode.l10n.t("Click to try again.");
        this.#put(
          `$(${isOut ? "sign-in" : "debug-disconnect"}) Clew: ${word}`,
          `${errorMessage(vscode.l10n.t, error, address)}\n${next}`,
          isOut ? "clew.signIn" : "clew.refresh",
        );
        this.#item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
      }
    }
  }

  #put(text: string, tooltip: string, command: string): void {
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip };
    this.#item.command = command;
    this.#item.backgroundColor = undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
