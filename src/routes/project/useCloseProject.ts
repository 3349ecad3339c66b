import { useNavigate } from "react-router-dom";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";

/** Goes to the list of projects after the user has left or deleted the open one. */
export function useCloseProject(): () => Promise<void> {
  const { session } = useStore();
  const navigate = useNavigate();
  return async () => {
    await session.load();
    await navigate(hrefTo.projects(), { replace: true });
  };
}
