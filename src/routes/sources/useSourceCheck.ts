import { useCallback, useEffect, useRef, useState } from "react";
import {
  toSourceBody,
  isSameSource,
  type SourceBody,
  type SourceCheck,
  type SourceDraft,
} from "../../domain/sourceDraft.ts";
import type { SourceKind } from "../../domain/linkedSources.ts";
import type { SourceValid } from "../../../contract/projects.ts";
import type { AnySource, SourcePath } from "../../services/sources.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { sourceErrors, type FormattedError } from "./sourceErrors.ts";

export const SOURCE_PATHS = {
  repository: "repositories",
  tracker: "trackers",
  wiki: "wikis",
} as const satisfies Record<SourceKind, SourcePath>;

/** The form offers each kind only its own providers, so a body of a kind is a source of that kind. */
export const asSource = (body: SourceBody): AnySource => body as AnySource;

export interface SourceChecking {
  readonly check: SourceCheck;
  /** Validates a source at the host; an outdated response is dropped. */
  readonly validate: (draft: SourceDraft) => void;
  /**
   * Validates the draft if its current content has not been validated, then calls `onValid`, which may refuse it by returning a failure.
   */
  readonly add: (
    draft: SourceDraft,
    onValid: (found: SourceValid) => FormattedError | null | Promise<FormattedError | null>,
  ) => void;
  /** Drops the host's response after a change of the draft. */
  readonly reset: () => void;
}

const isSameDraft = (a: SourceBody, b: SourceBody): boolean =>
  isSameSource(a, b) &&
  JSON.stringify([a.credential, a.custom_fields, a.installation_id, a.folders]) ===
    JSON.stringify([b.credential, b.custom_fields, b.installation_id, b.folders]);

/** Validates one source at a time at the host. The newest request wins. */
export function useSourceCheck(kind: SourceKind): SourceChecking {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const [check, setCheck] = useState<SourceCheck>({ status: "idle" });
  const running = useRef<AbortController>(null);
  const known = useRef<{ body: SourceBody; found: SourceValid }>(null);
  const { mutate } = useMutation((body: SourceBody, signal: AbortSignal) =>
    sources.validate(SOURCE_PATHS[kind], asSource(body), signal),
  );
  useEffect(() => () => running.current?.abort(), []);

  const ask = useCallback(
    async (draft: SourceDraft, status: "checking" | "adding"): Promise<SourceValid | null> => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const body = toSourceBody(draft);
      setCheck({ status });
      const result = await mutate(body, controller.signal);
      if (controller.signal.aborted) return null;
      if (!result.success) {
        setCheck({ status: "refused", errors: sourceErrors(formatError(result.error)) });
        return null;
      }
      known.current = { body, found: result.data };
      return result.data;
    },
    [mutate, formatError],
  );

  const validate = useCallback(
    (draft: SourceDraft) => {
      void ask(draft, "checking").then((found) => {
        if (found) setCheck({ status: "valid", found });
      });
    },
    [ask],
  );

  const add = useCallback<SourceChecking["add"]>(
    (draft, onValid) => {
      const run = async () => {
        const seen = known.current && isSameDraft(known.current.body, toSourceBody(draft)) ? known.current.found : null;
        const found = seen ?? (await ask(draft, "adding"));
        if (!found) return;
        setCheck({ status: "adding" });
        const failure = await onValid(found);
        known.current = null;
        setCheck(failure ? { status: "refused", errors: sourceErrors(failure) } : { status: "idle" });
      };
      void run();
    },
    [ask],
  );

  const reset = useCallback(() => {
    running.current?.abort();
    setCheck({ status: "idle" });
  }, []);
  return { check, validate, add, reset };
}
