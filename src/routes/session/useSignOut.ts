import { useNavigate } from "react-router-dom";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";

/** Ends the session and opens the sign-in page. It does not wait for the server. */
export function useSignOut(): () => void {
  const store = useStore();
  const navigate = useNavigate();
  return () => {
    void store.session.logout();
    store.forgetUser();
    void navigate(hrefTo.login());
  };
}
