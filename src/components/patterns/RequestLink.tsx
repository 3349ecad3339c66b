import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import { RequestStateTag } from "./RequestStateTag.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./RequestLink.module.css";

export interface RequestLinkProps {
  request: RequestRef;
  href: string;
}

/** A request as one line of evidence. */
export function RequestLink({ request, href }: RequestLinkProps) {
  return (
    <span className={styles.line}>
      <RequestStateTag state={request.state} hasWord={false} />
      <a href={href}>
        {request.key} <ForeignText text={request.title} />
      </a>
    </span>
  );
}
