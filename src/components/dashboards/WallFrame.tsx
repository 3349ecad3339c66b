import { type ReactNode, useEffect, useRef } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./WallFrame.module.css";

export interface WallFrameProps {
  /** The name of the dashboard on screen. */
  title: string;
  /** Its number among those that alternate, from 1; omitted for one alone. */
  position?: { readonly at: number; readonly of: number } | undefined;
  onStop: () => void;
  children: ReactNode;
}

/** A dashboard over the whole screen. Any key ends it, as leaving the browser's full screen does. */
export function WallFrame({ title, position, onStop, children }: WallFrameProps) {
  const { t } = useTranslation("dashboards");
  const frame = useRef<HTMLDivElement>(null);
  const stop = useStableCallback(onStop);
  useEffect(() => {
    const element = frame.current;
    const end = (event: Event): void => {
      event.preventDefault();
      stop();
    };
    // Leaving the full screen fires the same event with no element.
    const onFullscreen = (): void => {
      if (document.fullscreenElement === null) stop();
    };
    element?.focus();
    // A browser refuses it without an action of the user; the frame covers the page then.
    void element?.requestFullscreen?.().catch(() => undefined);
    globalThis.addEventListener("keydown", end);
    document.addEventListener("fullscreenchange", onFullscreen);
    return () => {
      globalThis.removeEventListener("keydown", end);
      document.removeEventListener("fullscreenchange", onFullscreen);
      if (document.fullscreenElement === element) void document.exitFullscreen().catch(() => undefined);
    };
  }, [stop]);
  return (
    <div ref={frame} className={styles.wall} role="dialog" aria-modal="true" aria-label={title} tabIndex={-1}>
      <Inline gap={3} justify="between">
        <Inline gap={3} align="baseline">
          <Text as="h1" size="title" weight="strong" overflow="anywhere">
            {title}
          </Text>
          {position && (
            <Text tone="muted" role="status">
              {t("wall.position", { at: position.at, of: position.of })}
            </Text>
          )}
        </Inline>
        <Button variant="minimal" text={t("wall.stop")} onClick={onStop} />
      </Inline>
      {children}
    </div>
  );
}
