import { Suspense, use } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { MarkdownSuspends } from "./markdownSuspends.ts";
import { Skeleton } from "./Skeleton.tsx";

/** Level of the first heading of a text: below the headings of the page. */
export type HeadingLevel = 2 | 3 | 4 | 5;

export interface MarkdownProps {
  /** GitHub-flavoured Markdown from users. Nothing in it is trusted. */
  text: string;
  /** Address of the page that contains the text; relative links are resolved against it. */
  base?: string | null;
  /** Level of its first heading. */
  headingLevel?: HeadingLevel;
  /** Resolves a relative address to one inside this app; with it, headings can be linked to. Keep the function's identity stable. */
  resolve?: ((href: string) => string | null) | undefined;
  /**
   * Loads the image at a relative address as a `data:` address; null where there is none. Without it images stay links. Keep the function's
   * identity stable.
   */
  loadImage?: ((src: string, signal: AbortSignal) => Promise<string | null>) | undefined;
  /** The pages of what the text names, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
}

/** The parser (20 kB gzip) is loaded with the first text that needs it. */
const MarkdownBody = lazyComponent(() => import("./MarkdownBody.tsx"), "MarkdownBody");

/** A text of a tracker or wiki, formatted and sanitized. */
export function Markdown({ text, base = null, headingLevel = 3, resolve, loadImage, nameHrefs }: MarkdownProps) {
  const suspends = use(MarkdownSuspends);
  const body = (
    <MarkdownBody
      text={text}
      base={base}
      headingLevel={headingLevel}
      resolve={resolve}
      loadImage={loadImage}
      nameHrefs={nameHrefs}
    />
  );
  if (suspends) return body;
  return (
    <Suspense fallback={<Skeleton isAnnounced={false} count={Math.min(8, 1 + Math.floor(text.length / 120))} />}>
      {body}
    </Suspense>
  );
}
