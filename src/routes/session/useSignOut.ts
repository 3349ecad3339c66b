import { useNavigate } from "react-router-dom";
import { webHref } from "../../domain/webAddress.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { hrefTo } from "../paths.ts";

/**
 * Ends the session and opens the sign-in page. It does not wait for the server, except where the person is also signed out at the company's
 * provider: its page then opens, or the sign-in page reports that it did not.
 */
export function useSignOut(): () => void {
  const store = useStore();
  const navigate = useNavigate();
  return useStableCallback(() => {
    const isAtProvider = store.session.user?.signs_out_at !== undefined;
    const ended = store.session.logout();
    store.forgetUser();
    void navigate(hrefTo.login());
    if (!isAtProvider) return;
    void ended.then((address) => {
      // The person may have signed in again meanwhile.
      if (store.session.isSignedIn) return;
      if (webHref(address) === undefined) void navigate(`${hrefTo.login()}#sso-signed-out=here`, { replace: true });
      else window.open(address ?? "", "_self");
    });
  });
}
