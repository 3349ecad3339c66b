import { LIST_ACTIONS, type ListAction } from "../../../contract/issues/issueActions.ts";
import type { IssueActionOffer, IssueActions, IssueChange } from "../../../contract/issues/issueWrites.ts";
import { stateChangeText } from "../../components/issues/stateChangeText.ts";
import { listChange, stateChoices } from "../../domain/offeredChanges.ts";
import type { Translation } from "../../i18n/useTranslation.ts";
import type { PageCommand } from "../shell/openShortcuts.ts";

type Translate = Translation<"issueWrites">["t"];

interface IssueCommandActions {
  /** Writes a change to the tracker. */
  readonly onChange: (change: IssueChange) => void;
  /** Moves the focus to the text of a comment. */
  readonly onComment: () => void;
  /** Moves the focus to the field for the issue that this one is a duplicate of. */
  readonly onDuplicate: () => void;
}

/** What the account can do to the issue now, as commands of the palette. */
export function issueCommands(
  { account, actions }: IssueActions,
  t: Translate,
  { onChange, onComment, onDuplicate }: IssueCommandActions,
): PageCommand[] {
  const make = (change: IssueChange, title: string, keywords: string, isListed = false): PageCommand => ({
    id: JSON.stringify(change),
    title,
    keywords,
    isListed,
    run: () => onChange(change),
  });
  return actions
    .filter(({ reason }) => reason === null)
    .flatMap((offer): PageCommand[] => {
      const { action, current, options } = offer;
      const from = current[0]?.id ?? null;
      if (action === "comment" || action === "duplicate") {
        const run = action === "comment" ? onComment : onDuplicate;
        return [
          { id: action, title: t(`palette.${action}`), keywords: t(`palette.words.${action}`), isListed: true, run },
        ];
      }
      if (action === "state")
        return stateChoices(options).map((way) => {
          const change = { action, from, to: way.option.id, resolution: way.resolution?.id ?? null } as const;
          return make(change, stateChangeText(way, t), t("palette.words.state"), true);
        });
      if (action === "priority")
        return options
          .filter(({ id }) => id !== from)
          .map(({ id, name }) =>
            make({ action, from, to: id }, t("value", { name: t("action.priority"), value: name }), ""),
          );
      if (!isList(action)) return [];
      const { me, others } = listCommands(action, offer, account, t);
      return [
        ...me.map(({ change, title }) => make(change, title, t("palette.words.assignMe"), true)),
        ...others.map(({ change, title }) => make(change, title, "")),
      ];
    });
}

const isList = (action: string): action is ListAction => LIST_ACTIONS.some((list) => list === action);

interface NamedChange {
  readonly change: IssueChange;
  readonly title: string;
}

/** The names of a list, each added or removed; those of the account itself apart. */
function listCommands(
  action: ListAction,
  offer: IssueActionOffer,
  account: string | null,
  t: Translate,
): { readonly me: NamedChange[]; readonly others: NamedChange[] } {
  const had = offer.current.map(({ id }) => id);
  const me: NamedChange[] = [];
  const others: NamedChange[] = [];
  for (const { id, name } of [...offer.options, ...offer.current.filter(({ id }) => !isOffered(offer, id))]) {
    const isThere = had.includes(id);
    const rest = offer.is_multiple ? had.filter((other) => other !== id) : [];
    const change = listChange(action, offer, isThere ? rest : [...rest, id]);
    const isMe = action === "assignees" && (name === account || id === account);
    if (isMe) me.push({ change, title: t(isThere ? "palette.unassignMe" : "palette.assignMe") });
    else others.push({ change, title: t(isThere ? `palette.remove.${action}` : `palette.add.${action}`, { name }) });
  }
  return { me, others };
}

const isOffered = ({ options }: IssueActionOffer, id: string): boolean => options.some((option) => option.id === id);
