import { useState } from "react";
import type { FormErrorInfo } from "../../components/patterns/FormError.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { PasskeyAnswer, PasskeyFault } from "./passkeyAnswers.ts";

export interface PasskeyUse<V extends readonly unknown[]> {
  readonly start: (...variables: V) => void;
  readonly isBusy: boolean;
  readonly failure: FormErrorInfo | null;
  readonly reset: () => void;
}

/** A question to the browser's authenticator: the server begins it, the person answers it, and the server checks the answer. */
export function usePasskey<Q, A, T, V extends readonly unknown[]>(
  begin: () => Promise<Result<Q>>,
  ask: (question: Q) => Promise<PasskeyAnswer<A>>,
  finish: (answer: A, ...variables: V) => Promise<Result<T>>,
  onSuccess: (data: T) => unknown,
): PasskeyUse<V> {
  const { t } = useTranslation("secondFactors");
  const formatError = useErrorMessage();
  const [fault, setFault] = useState<PasskeyFault | null>(null);
  const [isAsking, setAsking] = useState(false);
  const finishing = useMutation((answer: A, variables: V) => finish(answer, ...variables), {
    onSuccess: (data) => onSuccess(data),
  });
  const beginning = useMutation((..._variables: V) => begin(), {
    onSuccess: async (question, ...variables) => {
      setAsking(true);
      const { answer, fault: found } = await ask(question);
      setAsking(false);
      setFault(found);
      if (found === null) await finishing.mutate(answer, variables);
    },
  });
  const error = beginning.error ?? finishing.error;
  return {
    start: (...variables) => {
      setFault(null);
      finishing.reset();
      void beginning.mutate(...variables);
    },
    isBusy: beginning.isPending || isAsking || finishing.isPending,
    failure: fault === null ? error && formatError(error) : { text: t(`faults.${fault}`) },
    reset: () => {
      setFault(null);
      beginning.reset();
      finishing.reset();
    },
  };
}
