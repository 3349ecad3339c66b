import type { CompletionOption, CompletionState } from "./completionStates.ts";

/** Bash has no descriptions. It takes `=` for a word of its own. */
export const bashCompletion = (
  states: readonly CompletionState[],
): string => `# bash completion of clew, made by: clew completion bash
_clew_state() {
  case "$1" in
${states.map(stateCase).join("\n")}
    *) return 1 ;;
  esac
}

_clew_value() {
  case "$1 $2" in
${states.flatMap(({ words, options }) => options.filter(({ hasValue }) => hasValue).map((option) => valueCase(words, option))).join("\n")}
    *) return 1 ;;
  esac
}

_clew() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" state="" option="" word i next options path values kind
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word == "=" ]]; then continue; fi
    if [[ -n $option ]]; then option=""; continue; fi
    if [[ $word == -* ]]; then
      if _clew_value "$state" "$word"; then option="$word"; fi
    elif _clew_state "\${state:+$state }$word"; then
      state="\${state:+$state }$word"
    fi
  done
  if [[ $cur == "=" ]]; then cur=""; fi
  if [[ -n $option ]]; then
    _clew_value "$state" "$option"
  else
    _clew_state "$state"
    kind="$path" values="$next"
    if [[ $cur == -* ]]; then kind="" values="$options"; fi
  fi
  local IFS=$'\\n'
  case "$kind" in
    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
  esac
  COMPREPLY+=($(IFS=' '; compgen -W "$values" -- "$cur"))
}
complete -F _clew clew
`;

const stateCase = ({ words, next, options, path }: CompletionState): string =>
  `    "${words}") next="${next.map(([word]) => word).join(" ")}" options="${options.map(({ name }) => name).join(" ")}" path="${path ?? ""}" ;;`;

const valueCase = (words: string, { name, choices, path }: CompletionOption): string =>
  `    "${words} ${name}") values="${choices.join(" ")}" kind="${path ?? ""}" ;;`;
