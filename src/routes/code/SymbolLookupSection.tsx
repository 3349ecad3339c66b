import { useEffect, useRef, type CSSProperties } from "react";
import { CallsPanel } from "../../components/code/CallsPanel.tsx";
import { ReferencesPanel } from "../../components/code/ReferencesPanel.tsx";
import { SymbolCard } from "../../components/code/SymbolCard.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { Drawer } from "../../components/ui/Drawer.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { useMoreState } from "../lists/useMoreState.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Card } from "../../components/ui/Card.tsx";
import styles from "./SymbolLookupSection.module.css";
import { useHoverLeave } from "./useHoverLeave.ts";
import { definitionHref, type SymbolLookup } from "./useSymbolLookup.ts";

export interface SymbolLookupSectionProps {
  slug: string;
  lookup: SymbolLookup;
}

/** Pixels: the widest card, and its distance from the edges of the window and from the name. */
const WIDTH = 420;
const GAP = 8;

/** The card at the name that the reader points at or has clicked, and the panel with its references or calls. */
export function SymbolLookupSection({ slug, lookup }: SymbolLookupSectionProps) {
  const { at, isHovered, isCardOpen, definitions, panel, references, calls, ask, show, close } = lookup;
  const { t } = useTranslation("symbols");
  const formatError = useErrorMessage();
  const more = useMoreState(references);
  const card = useRef<HTMLDivElement>(null);
  const isCardRequested = at !== null && panel === null;
  /** What had the focus before the card: the code, whose keys continue from there. */
  const opener = useRef<HTMLElement | SVGElement | null>(null);
  const closeAndReturn = () => {
    close();
    returnFocus(opener.current);
  };
  const dismiss = useStableCallback(() => {
    if (isHovered && card.current?.contains(document.activeElement) !== true) close();
    else closeAndReturn();
  });
  const handleCardKey = useStableCallback((event: KeyboardEvent) => {
    if (at === null || event.key !== "F12") return;
    event.preventDefault();
    ask(at, event.shiftKey ? "references" : "definition");
  });
  useHoverLeave(isCardRequested && isHovered ? at.rect : null, card, close);
  useEffect(() => {
    if (!isCardRequested) return undefined;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement || activeElement instanceof SVGElement) opener.current = activeElement;
    const isInCard = (target: EventTarget | null) => target instanceof Node && card.current?.contains(target) === true;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") dismiss();
      else if (isInCard(event.target)) handleCardKey(event);
    };
    const handlePointer = (event: PointerEvent) => {
      if (!isInCard(event.target)) dismiss();
    };
    document.addEventListener("keydown", handleKey);
    document.addEventListener("pointerdown", handlePointer);
    return () => {
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener("pointerdown", handlePointer);
    };
  }, [isCardRequested, dismiss, handleCardKey]);
  const takesFocus = isCardOpen && !isHovered;
  useEffect(() => {
    if (takesFocus) card.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  if (at === null) return null;
  const { data, error } = definitions;
  const name = data?.name ?? "";
  const left = Math.max(GAP, Math.min(at.rect.left, window.innerWidth - WIDTH - GAP));
  const isBelow = at.rect.bottom < window.innerHeight / 2;
  const place: CSSProperties = isBelow
    ? { insetBlockStart: at.rect.bottom + GAP, insetInlineStart: left }
    : { insetBlockEnd: window.innerHeight - at.rect.top + GAP, insetInlineStart: left };
  const failureOf = (what: typeof error): string | null => (what === null ? null : formatError(what).text);
  return (
    <>
      {isCardOpen && (
        <Card
          ref={card}
          tone="raised"
          padding={3}
          className={styles.card}
          style={place}
          role="dialog"
          tabIndex={-1}
          aria-label={t("card", { name })}
        >
          <SymbolCard
            found={data}
            failure={failureOf(error)}
            hrefOf={(definition) => definitionHref(slug, definition)}
            personHref={(person) => hrefTo.person(slug, person)}
            onReferences={() => show("references")}
            onCalls={() => show("calls")}
            onClose={closeAndReturn}
          />
        </Card>
      )}
      <Drawer
        isOpen={panel !== null}
        title={t(panel === "calls" ? "callPanel" : "panel", { name })}
        onClose={closeAndReturn}
      >
        {panel === "calls" ? (
          <CallsPanel
            callers={calls.data?.callers ?? null}
            callees={calls.data?.callees ?? []}
            precision={calls.data?.precision ?? null}
            partial={calls.data === null || calls.data.next === null ? null : calls.data}
            failure={failureOf(calls.error)}
            hrefOf={({ source, path, line }) => hrefTo.codeAt(slug, { source, path, line })}
          />
        ) : (
          <ReferencesPanel
            files={references.files}
            precision={references.last?.precision ?? null}
            failure={failureOf(references.error)}
            candidates={references.last?.candidates ?? 0}
            read={references.last?.read ?? 0}
            more={more}
            hrefOf={({ source, path }, line) => hrefTo.codeAt(slug, { source, path, line })}
          />
        )}
      </Drawer>
    </>
  );
}
