import { isLinkTemplate } from "../../contract/sources/importRules.ts";

/** What is typed to create a custom source. */
export interface CustomSourceDraft {
  readonly name: string;
  readonly linkTemplate: string;
  /** Issues with requests, or pages. */
  readonly holds: "issues" | "pages";
}

export const EMPTY_CUSTOM_SOURCE: CustomSourceDraft = { name: "", linkTemplate: "", holds: "issues" };

export type LinkTemplateFault = "missing" | "wrong";

/** What is wrong with a link template; null: nothing. */
export const linkTemplateFault = (text: string): LinkTemplateFault | null =>
  text.trim() === "" ? "missing" : isLinkTemplate(text.trim()) ? null : "wrong";

/** The body of the call that creates it. */
export const customSourceBody = ({ name, linkTemplate, holds }: CustomSourceDraft) => ({
  kind: "custom" as const,
  name: name.trim(),
  link_template: linkTemplate.trim(),
  holds: holds === "pages" ? (["page"] as const) : (["issue", "request"] as const),
});
