import { observable, runInAction } from "mobx";

/** Connects a call that requires the password again with the dialog. */
export interface PasswordPrompt {
  readonly isOpen: boolean;
  /** Opens the dialog. Concurrent calls wait for the same answer. */
  ask(): Promise<boolean>;
  /** @param isRight false: the user cancelled */
  answer(isRight: boolean): void;
}

export function createPasswordPrompt(): PasswordPrompt {
  let waiting: PromiseWithResolvers<boolean> | null = null;
  const isOpen = observable.box(false);
  return {
    get isOpen() {
      return isOpen.get();
    },
    ask: () => {
      waiting ??= Promise.withResolvers<boolean>();
      runInAction(() => isOpen.set(true));
      return waiting.promise;
    },
    answer: (isRight) => {
      runInAction(() => isOpen.set(false));
      waiting?.resolve(isRight);
      waiting = null;
    },
  };
}
