import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { CopiedText } from "./CopiedText.tsx";
import styles from "./SecretNotice.module.css";

export interface Secret {
  readonly value: string;
  /** What it belongs to, where there are several. */
  readonly label?: string;
  /** Accessible name of its button, where there are several. */
  readonly copyName?: string;
}

export interface SecretNoticeProps {
  title: string;
  /** That it is shown once, and what to do with it. */
  text: string;
  /** Each has a button that copies it; omitted where `children` shows them. */
  secrets?: readonly Secret[];
  /** Text of the button that copies a secret. */
  copyText?: string;
  /** How the secrets are used. */
  children?: ReactNode;
  /** Buttons in front of the one that closes the notice. */
  actions?: ReactNode;
  /** Omitted where the notice closes with what contains it. */
  onDone?: () => void;
  /** Text of the button that closes the notice; "Done" by default. */
  doneText?: string;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** Secrets that were just created and are shown once. */
export function SecretNotice({
  title,
  text,
  secrets = [],
  copyText,
  children,
  actions,
  onDone,
  doneText,
  onCopy,
}: SecretNoticeProps) {
  const { t } = useTranslation("states");
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = secrets.map(({ value }) => value).join("\n");
  // The form or dialog that created them is unmounted: focus moves to what has to be stored.
  useEffect(() => heading.current?.focus(), [shown]);
  const lines = secrets.map(({ value, label, copyName }) => (
    <CopiedText
      key={value}
      size="medium"
      variant="solid"
      {...(label !== undefined && {
        label: (
          <Text weight="medium" overflow="anywhere">
            {label}
          </Text>
        ),
      })}
      text={value}
      action={copyText}
      actionName={copyName}
      onCopy={onCopy}
    />
  ));
  return (
    <Callout compact={false} intent="success" icon={false} className={styles.notice} role="region" aria-label={title}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p role="status">{text}</p>
      {lines.length > 1 ? (
        <Stack as="ul">
          {lines.map((line) => (
            <li key={line.key}>{line}</li>
          ))}
        </Stack>
      ) : (
        lines
      )}
      {children}
      {(actions !== undefined || onDone) && (
        <Inline>
          {actions}
          {onDone && <Button text={doneText ?? t("done")} onClick={onDone} />}
        </Inline>
      )}
    </Callout>
  );
}
