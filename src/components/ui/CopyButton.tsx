import { Button, type ButtonProps } from "@blueprintjs/core";
import { DuplicateIcon, ErrorIcon, TickIcon } from "@blueprintjs/icons";
import { useEffect, useState } from "react";

export interface CopyButtonProps extends Pick<ButtonProps, "variant" | "size" | "title"> {
  text: string;
  /** The confirmation text. */
  copied: string;
  /** The text for a refusal by the browser. */
  failed: string;
  /** Writes to the clipboard; false where that is not allowed. */
  onCopy: () => Promise<boolean>;
}

/** How long the confirmation replaces the text, in milliseconds. */
const ANSWER = 2000;

/** A button that copies, and shows whether that worked. */
export function CopyButton({ text, copied, failed, onCopy, ...look }: CopyButtonProps) {
  const [answer, setAnswer] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (answer === null) return undefined;
    const timer = setTimeout(() => setAnswer(null), ANSWER);
    return () => clearTimeout(timer);
  }, [answer]);
  const handleCopy = () => {
    void onCopy().then((isCopied) => setAnswer(isCopied ? "copied" : "failed"));
  };
  return (
    <>
      <Button
        {...look}
        icon={answer === "copied" ? <TickIcon /> : answer === "failed" ? <ErrorIcon /> : <DuplicateIcon />}
        text={answer === "copied" ? copied : answer === "failed" ? failed : text}
        onClick={handleCopy}
      />
      <span role="status" className="visually-hidden">
        {answer === "copied" ? copied : answer === "failed" ? failed : ""}
      </span>
    </>
  );
}
