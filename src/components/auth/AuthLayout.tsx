import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { LANGUAGES } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Logo } from "../ui/Logo.tsx";
import { Select } from "../ui/Select.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FlashIcon, MoonIcon } from "../ui/icons.ts";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./AuthLayout.module.css";

/** A picture: the form does not wait for it. */
const ThreadIllustration = lazyComponent(() => import("../patterns/ThreadIllustration.tsx"), "ThreadIllustration");

export interface AuthLayoutProps {
  title: string;
  /** One line under the title. */
  text?: string | undefined;
  theme: "light" | "dark";
  onToggleTheme: () => void;
  onLanguage: (language: (typeof LANGUAGES)[number]) => void;
  children: ReactNode;
}

/** Layout for visitors who are not signed in: one card, with theme and language. */
export function AuthLayout({ title, text, theme, onToggleTheme, onLanguage, children }: AuthLayoutProps) {
  const { t, locale, format } = useTranslation("shell");
  const themeLabel = theme === "dark" ? t("themeToLight") : t("themeToDark");
  return (
    <main className={styles.page}>
      <Card tone="page" padding="wide" className={styles.card}>
        <Inline gap={3} wraps={false}>
          <Logo size={36} />
          <span className={styles.name}>{t("appName")}</span>
          <span className={styles.thread}>
            <Suspense fallback={null}>
              <ThreadIllustration />
            </Suspense>
          </span>
        </Inline>
        <div>
          <Text as="h1" size="heading" weight="strong" overflow="anywhere">
            {title}
          </Text>
          {text && (
            <Text as="p" tone="muted" className={styles.text}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Card>
      <Inline wraps={false}>
        <Select
          aria-label={t("language")}
          value={LANGUAGES.find((language) => language.toLowerCase() === locale) ?? "EN"}
          options={LANGUAGES.map((language) => ({ value: language, text: format.language(language) }))}
          onValueChange={onLanguage}
        />
        <Button
          variant="minimal"
          icon={theme === "dark" ? <FlashIcon /> : <MoonIcon />}
          aria-label={themeLabel}
          title={themeLabel}
          onClick={onToggleTheme}
        />
      </Inline>
    </main>
  );
}
