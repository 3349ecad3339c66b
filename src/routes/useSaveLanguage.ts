import type { Language } from "../../contract/users.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { useServices } from "./appContext.tsx";
import { useErrorMessage } from "./useErrorMessage.ts";

/**
 * Switches the language of the page at once and saves it in the profile; a failure to save is reported, and the page keeps the language.
 */
export function useSaveLanguage(): (language: Language) => void {
  const store = useStore();
  const { users } = useServices();
  const formatError = useErrorMessage();
  return (language) => {
    store.preferences.setLanguage(language);
    const { user } = store.session;
    if (!user) return;
    void users.updateMe({ name: user.name, language }).then((answer) => {
      if (answer.success) store.session.setUser({ ...user, ...answer.data, language });
      else store.notifications.show(formatError(answer.error).text, "error");
    });
  };
}
