import * as vscode from "vscode";
import type { Session } from "./Session.ts";
import { troubleSentence } from "./words.ts";
import { addressOf } from "./ClewClient.ts";

/** The state in one word, with an action on click. Shown only after the first use of Clew. */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("clew.status", vscode.StatusBarAlignment.Right, 50);

  constructor() {
    this.#item.name = "Clew";
  }

  show({ standing, server }: Session): void {
    const address = server ? addressOf(server) : "";
    switch (standing.kind) {
      case "unknown":
        this.#item.hide();
        return;
      case "signedOut":
        this.#put("$(sign-in) Clew", vscode.l10n.t("Sign in to Clew"), "clew.signIn");
        return;
      case "unchosen":
        this.#put("$(list-selection) Clew", vscode.l10n.t("Choose a project first."), "clew.chooseProject");
        return;
      case "ready":
        this.#put("$(target) Clew", vscode.l10n.t("{0} at {1}: search", standing.slug, address), "clew.search");
        return;
      case "trouble": {
        const { trouble } = standing;
        const isOut = trouble.kind === "signedOut";
        const word = isOut
          ? vscode.l10n.t("signed out")
          : trouble.kind === "away"
            ? vscode.l10n.t("away")
            : vscode.l10n.t("trouble");
        const next = isOut ? vscode.l10n.t("Click to sign in.") : vscode.l10n.t("Click to try again.");
        this.#put(
          `$(${isOut ? "sign-in" : "debug-disconnect"}) Clew: ${word}`,
          `${troubleSentence(vscode.l10n.t, trouble, address)}\n${next}`,
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
