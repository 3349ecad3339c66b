import type { RequestRef } from "../../../contract/requestRef.ts";
import { RequestStateTag } from "./RequestStateTag.tsx";
import styles from "./RequestLine.module.css";

export interface RequestLineProps {
  request: RequestRef;
  href: string;
}

/** A request as one line of evidence. */
export function RequestLine({ request, href }: RequestLineProps) {
  return (
    <span className={styles.line}>
      <RequestStateTag state={request.state} hasWord={false} />
      <a href={href}>
        {request.key} {request.title}
      </a>
    </span>
  );
}
