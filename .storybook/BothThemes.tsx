import { useStorybookApi, useStorybookState } from "storybook/manager-api";

export interface BothThemesProps {
  /** Frames are rendered only while the panel is open: each is a whole preview. */
  isShown: boolean;
}

/** The story on screen in the light and the dark theme side by side, in the language of the toolbar. */
export function BothThemes({ isShown }: BothThemesProps) {
  const { storyId } = useStorybookState();
  const { locale = "en" } = useStorybookApi().getGlobals() as { locale?: string };
  if (!isShown) return null;
  return (
    <div style={{ display: "flex", blockSize: "100%", gap: 1 }}>
      {(["light", "dark"] as const).map((theme) => (
        <iframe
          key={theme}
          title={theme}
          src={`iframe.html?id=${storyId}&viewMode=story&globals=theme:${theme};locale:${locale}`}
          style={{ flex: 1, border: 0, minInlineSize: 0 }}
        />
      ))}
    </div>
  );
}
