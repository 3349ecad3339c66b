import type { IssueLinkEntry } from "../../../contract/issues/issueWorkflow.ts";
import { webHref } from "../../domain/webAddress.ts";
import { IssueStateTag } from "../patterns/IssueStateTag.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./LinkedIssueLine.module.css";

export interface LinkedIssueLineProps {
  link: IssueLinkEntry;
  /** The page of an issue of the project, by its address. */
  hrefOf: (address: string) => string;
}

/** One linked issue: with its state where the project has it, else as a link to its tracker. */
export function LinkedIssueLine({ link, hrefOf }: LinkedIssueLineProps) {
  const { issue, name, key, title, url } = link;
  const text = (
    <>
      <ForeignText text={key} />
      {title !== null && (
        <>
          {" "}
          <ForeignText text={title} />
        </>
      )}
    </>
  );
  return (
    <span>
      {issue ? (
        <span className={styles.issue}>
          <IssueStateTag state={issue.state} hasWord={false} />
          <a href={hrefOf(issue.address)}>{text}</a>
        </span>
      ) : webHref(url) === undefined ? (
        text
      ) : (
        <a href={webHref(url)} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      )}
      {name !== null && (
        <Text size="small" tone="muted">
          {" "}
          <ForeignText text={name} />
        </Text>
      )}
    </span>
  );
}
