import type { ChatTest } from "../../../contract/notices/chatUsers.ts";
import type { QueryKey } from "../../queries/queryKey.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { Result } from "../../services/result.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";

/** The requests about the app of a company in one chat. */
export interface ChatAppRequests<Settings, Fields> {
  readonly queryKey: QueryKey;
  readonly read: (signal: AbortSignal) => Promise<Result<Settings>>;
  readonly set: (fields: Fields) => Promise<Result<Settings>>;
  readonly test: () => Promise<Result<ChatTest>>;
  readonly remove: () => Promise<Result<unknown>>;
}

/** The app of the company in a chat: what is known of it, and what an Admin does to it. */
export function useChatApp<Settings, Fields>(requests: ChatAppRequests<Settings, Fields>) {
  const query = useQuery(requests.queryKey, requests.read);
  const test = useMutation(requests.test, { onSuccess: query.refetch });
  const save = useMutation(requests.set, {
    onSuccess: (settings) => {
      // The result is that of the app before.
      test.reset();
      query.setData(() => settings);
    },
  });
  const remove = useConfirmation(requests.remove, {
    onSuccess: () => {
      test.reset();
      query.refetch();
    },
  });
  return { query, save, test, remove };
}
