import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readSsoReturn, type SsoFailure, type SsoSignOut } from "../../../contract/access/ssoReturn.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { afterLogin } from "../guards/guardRules.ts";
import { saveSsoAttempt, takeSsoAttempt, type SsoAttempt } from "./ssoAttempt.ts";

/**
 * A sign-in at the company's provider: leads to the provider, and ends the sign-in when the browser comes back.
 * @param onTicket a right password of the directory, whose account has a second factor
 */
export function useSsoSignIn(onTicket: (ticket: string) => void) {
  const store = useStore();
  const services = useServices();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const [failure, setFailure] = useState<SsoFailure | "badAddress" | null>(null);
  /** The email whose directory asks for a password. */
  const [directoryEmail, setDirectoryEmail] = useState<string | null>(null);
  /** How a sign-out at the provider ended. */
  const [signOut, setSignOut] = useState<SsoSignOut | null>(null);
  const { tabStorage } = storeEnv(store);
  const startSession = async (token: string, returnSearch: string): Promise<void> => {
    store.session.start(token);
    await store.session.load();
    await navigate(afterLogin(returnSearch), { replace: true });
  };
  const begin = useMutation((email: string) => services.sso.begin(email), {
    onSuccess: (begun, email) => {
      if ("asks_password" in begun) {
        setDirectoryEmail(email);
        return;
      }
      const { auth_url, verifier } = begun;
      if (!webHref(auth_url)) {
        setFailure("badAddress");
        return;
      }
      saveSsoAttempt(tabStorage, { verifier, search });
      window.open(auth_url, "_self");
    },
  });
  const sendPassword = useMutation((email: string, password: string) => services.sso.password({ email, password }), {
    onSuccess: async (answer) => {
      if ("failure" in answer) setFailure(answer.failure);
      else if ("second_factor" in answer) onTicket(answer.second_factor);
      else await startSession(answer.token, search);
    },
  });
  const finish = useMutation((code: string, { verifier }: SsoAttempt) => services.sso.exchange({ code, verifier }), {
    onSuccess: ({ token }, _code, attempt) => startSession(token, attempt.search),
  });

  const isHandled = useRef(false);
  useEffect(() => {
    const returned = readSsoReturn(hash);
    if (!returned || isHandled.current) return;
    isHandled.current = true;
    const attempt = takeSsoAttempt(tabStorage);
    // The code leaves the address and the history at once.
    void navigate({ search: attempt?.search ?? search }, { replace: true });
    // The person began at the provider: the sign-in begins again from here, so that it is bound to this page.
    if ("begin" in returned)
      void begin.mutate(returned.begin).then(({ success }) => {
        if (!success) setFailure("invalid");
      });
    else if ("failure" in returned) setFailure(returned.failure);
    else if ("signedOut" in returned) setSignOut(returned.signedOut);
    else if (attempt) void finish.mutate(returned.code, attempt);
    // Begun in another tab or browser.
    else setFailure("expired");
  }, [hash, search, tabStorage, navigate, finish, begin]);

  return { begin, sendPassword, finish, failure, setFailure, directoryEmail, setDirectoryEmail, signOut };
}
