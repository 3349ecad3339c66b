import { Fragment } from "react";
import { ForeignText } from "./ForeignText.tsx";

export interface PathTextProps {
  path: string;
}

/** A path that wraps between its folders where it has to, rather than within a name. */
export function PathText({ path }: PathTextProps) {
  return path.split(/(?<=\/)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <ForeignText text={part} />
    </Fragment>
  ));
}
