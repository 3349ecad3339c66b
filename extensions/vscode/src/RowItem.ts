import * as vscode from "vscode";
import type { Row } from "./rows.ts";

/** A row in a tree of the side bar. Texts of users are plain text there, never Markdown. */
export class RowItem extends vscode.TreeItem {
  readonly row: Row;

  constructor(row: Row) {
    super(row.label);
    this.row = row;
    this.description = row.description;
    this.tooltip = [row.label, row.detail].filter((part) => part !== "").join("\n");
    this.iconPath = new vscode.ThemeIcon(row.icon);
    this.contextValue = row.target.kind;
    if (row.target.kind !== "none") this.command = { command: "clew.open", title: "", arguments: [row.target] };
  }
}

/** A heading with rows under it. */
export class GroupItem extends vscode.TreeItem {
  readonly rows: readonly RowItem[];

  constructor(label: string, rows: readonly Row[]) {
    super(label, vscode.TreeItemCollapsibleState.Expanded);
    this.rows = rows.map((row) => new RowItem(row));
    this.description = String(rows.length);
  }
}

/** The next page of a list, when it is clicked. */
export class MoreItem extends vscode.TreeItem {
  constructor(label: string) {
    super(label);
    this.iconPath = new vscode.ThemeIcon("ellipsis");
    this.command = { command: "clew.moreIssues", title: "" };
  }
}
