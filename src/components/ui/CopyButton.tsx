import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { DuplicateIcon, ErrorIcon, TickIcon } from "./icons.ts";

export interface CopyButtonProps extends Pick<ButtonProps, "variant" | "size"> {
  text: string;
  /** The accessible name, where several buttons of one text are on a page; it starts with the text. */
  label?: string;
  "aria-describedby"?: string;
  /** Writes to the clipboard; false where that is not allowed. */
  onCopy: () => Promise<boolean>;
}

/** How long the confirmation replaces the text, in milliseconds. */
const CONFIRMATION_MS = 2000;

/** A button that copies, and shows whether that worked. */
export function CopyButton({ text, label, onCopy, ...look }: CopyButtonProps) {
  const { t } = useTranslation("states");
  // A new object for each press, so that its time starts again.
  const [result, setResult] = useState<{ readonly isCopied: boolean } | null>(null);
  useEffect(() => {
    if (result === null) return undefined;
    const timer = setTimeout(() => setResult(null), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const handleCopy = () => {
    void onCopy().then((isCopied) => setResult({ isCopied }));
  };
  const confirmation = result && t(result.isCopied ? "copied" : "copyFailed");
  return (
    <>
      <Button
        {...look}
        icon={<Icon of={result === null ? DuplicateIcon : result.isCopied ? TickIcon : ErrorIcon} />}
        aria-label={result === null ? label : undefined}
        text={confirmation ?? text}
        onClick={handleCopy}
      />
      <span role="status" className="visually-hidden">
        {confirmation}
      </span>
    </>
  );
}
