import type { Notice } from "../../../contract/notices.ts";

/** The path in the web app to what a notice is about. */
export function hrefOf({ kind, project, subject }: Pick<Notice, "kind" | "project" | "subject">): string {
  if (project === null) return "/notifications";
  const base = `/projects/${project.slug}`;
  if (subject === null) return base;
  switch (subject.kind) {
    case "issue":
      return `${base}/issues/${encodeURIComponent(subject.address)}`;
    case "search":
      return subject.href;
    case "source":
      return kind === "sync_failed" ? `${base}/sources` : base;
    case "request":
    case "page":
      return base;
  }
}
