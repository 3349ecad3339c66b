import type { Language, User } from "../../../contract/access/users.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { ApiError } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";

/**
 * Switches the language of the page at once and saves it in the profile. After a failure both have the language of before, unless the user
 * was replaced meanwhile.
 */
export function useSaveLanguage({ onError }: { readonly onError?: (error: ApiError) => void } = {}) {
  const { session, preferences } = useStore();
  const { users } = useServices();
  const replace = (shown: User, user: User): void => {
    if (session.user === shown) session.setUser(user);
  };
  const change = useMutation((_before: User, { name, language }: User) => users.updateMe({ name, language }), {
    onSuccess: (saved, _before, shown) => replace(shown, saved),
    onError: (error, before, shown) => {
      replace(shown, before);
      onError?.(error);
    },
  });
  const save = (language: Language): void => {
    const { user } = session;
    preferences.setLanguage(language);
    if (!user) return;
    const shown = { ...user, language };
    session.setUser(shown);
    void change.mutate(user, shown);
  };
  return { save, isPending: change.isPending, error: change.error, reset: change.reset };
}
