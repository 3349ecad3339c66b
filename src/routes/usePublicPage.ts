import { useStore } from "../stores/StoreProvider.tsx";
import { useSwitchLanguage } from "./useLocale.ts";

/** Theme and language controls of pages for visitors who are not signed in. */
export function usePublicPage() {
  const store = useStore();
  const onLanguage = useSwitchLanguage();
  return { theme: store.theme.value, onToggleTheme: store.theme.toggle, onLanguage };
}
