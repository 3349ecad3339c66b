import { storeEnv } from "../stores/StoreEnv.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { useSwitchLanguage } from "./useLocale.ts";

/** What each page for people who are not signed in lets them change: theme and language. */
export function usePublicPage() {
  const store = useStore();
  const onLanguage = useSwitchLanguage(storeEnv(store).storage);
  return { theme: store.theme.value, onToggleTheme: store.theme.toggle, onLanguage };
}
