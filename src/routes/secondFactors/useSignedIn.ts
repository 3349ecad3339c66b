import { useLocation, useNavigate } from "react-router-dom";
import type { TokenAnswer } from "../../../contract/access/users.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { afterLogin } from "../guards/guardRules.ts";

/** Starts the session of a finished sign-in, and goes where the person wanted to go. */
export function useSignedIn(): (answer: TokenAnswer) => Promise<void> {
  const { session } = useStore();
  const navigate = useNavigate();
  const { search } = useLocation();
  return async ({ token }) => {
    session.start(token);
    await session.load();
    await navigate(afterLogin(search), { replace: true });
  };
}
