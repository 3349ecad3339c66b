import { createHmac, timingSafeEqual } from "node:crypto";

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Kind = "repository" | "tracker" | "wiki";

/** The events to select at a host, in its own names. Hosts without an entry have no webhooks that can be verified. */
export const WEBHOOK_EVENTS: Readonly<Record<string, Partial<Record<Kind, readonly string[]>> | undefined>> = {
  github: {
    repository: ["push", "pull_request", "pull_request_review"],
    tracker: ["issues", "issue_comment", "pull_request", "pull_request_review"],
  },
  gitlab: {
    repository: ["Push events", "Merge request events"],
    tracker: ["Issues events", "Comments", "Merge request events"],
  },
  bitbucket: { repository: ["repo:push", "pullrequest:created", "pullrequest:updated", "pullrequest:fulfilled"] },
  jira: { tracker: ["jira:issue_created", "jira:issue_updated", "jira:issue_deleted", "comment_created"] },
};

/** Whether a call carries the signature that its host makes with the secret. Compared in constant time. */
export function isSigned(provider: string, headers: Headers, body: Buffer, secret: string): boolean {
  const header = (name: string): string => {
    const value = headers[name];
    return typeof value === "string" ? value : "";
  };
  switch (provider) {
    case "github":
      return isSame(header("x-hub-signature-256"), `sha256=${digest(secret, body)}`);
    case "bitbucket":
    case "jira":
      return isSame(header("x-hub-signature"), `sha256=${digest(secret, body)}`);
    case "gitlab":
      // GitLab sends the secret itself.
      return isSame(header("x-gitlab-token"), secret);
    default:
      return false;
  }
}

const digest = (secret: string, body: Buffer): string => createHmac("sha256", secret).update(body).digest("hex");

function isSame(given: string, expected: string): boolean {
  // Digests of both have the same length for any input.
  const plain = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return given !== "" && timingSafeEqual(plain(given), plain(expected));
}
