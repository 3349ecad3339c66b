import { useStore } from "../../stores/StoreProvider.tsx";

/** Theme and language controls of pages for visitors who are not signed in. */
export function usePublicPage() {
  const store = useStore();
  return { theme: store.theme.value, onToggleTheme: store.theme.toggle, onLanguage: store.preferences.setLanguage };
}
