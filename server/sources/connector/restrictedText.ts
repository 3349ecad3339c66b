import type { RestrictedText } from "./connectorTypes.ts";
import type { TrackerComment, TrackerIssue } from "./trackerTypes.ts";
import type { WikiPage } from "./wikiTypes.ts";

/** A restricted issue with all its comments as one Markdown text. */
export const restrictedIssue = (issue: TrackerIssue, comments: readonly TrackerComment[]): RestrictedText => ({
  key: issue.key,
  title: issue.title,
  body: [issue.body, ...comments.map(({ author, body }) => (author ? `**${author.name}**\n\n${body}` : body))].join(
    "\n\n---\n\n",
  ),
  url: issue.url,
  author: issue.author?.name ?? null,
  state: issue.state,
  createdAt: issue.createdAt,
  updatedAt: issue.updatedAt,
});

/** A restricted comment on an issue without restrictions, whose key and title it has. */
export const restrictedComment = (
  issue: { readonly key: string; readonly title: string },
  comment: TrackerComment,
): RestrictedText => ({
  key: issue.key,
  title: issue.title,
  body: comment.body,
  url: comment.url,
  author: comment.author?.name ?? null,
  state: null,
  createdAt: comment.createdAt,
  updatedAt: comment.updatedAt,
});

/** A restricted page of a wiki. */
export const restrictedPage = (page: WikiPage): RestrictedText => ({
  key: "",
  title: page.title,
  body: page.body,
  url: page.url,
  author: page.author?.name ?? null,
  state: null,
  version: String(page.version),
  createdAt: page.createdAt,
  updatedAt: page.updatedAt,
});
