import type { CompletionOption, CompletionState } from "./completionStates.ts";

/** Zsh shows what each word and option means. */
export const zshCompletion = (states: readonly CompletionState[]): string => `#compdef clew
# zsh completion of clew, made by: clew completion zsh
_clew_state() {
  case "$1" in
${states.map(stateCase).join("\n")}
    (*) return 1 ;;
  esac
}

_clew_value() {
  case "$1 $2" in
${states.flatMap(({ words, options }) => options.filter(({ hasValue }) => hasValue).map((option) => valueCase(words, option))).join("\n")}
    (*) return 1 ;;
  esac
}

_clew() {
  local state="" option="" word kind i
  local -a next options values
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $option ]]; then option=""; continue; fi
    if [[ $word == --*=* ]]; then continue; fi
    if [[ $word == -* ]]; then
      if _clew_value "$state" "$word"; then option="$word"; fi
    elif _clew_state "\${state:+$state }$word"; then
      state="\${state:+$state }$word"
    fi
  done
  if [[ -z $option && $PREFIX == --*=* ]]; then
    option="\${PREFIX%%=*}"
    compset -P '*='
  fi
  if [[ -n $option ]]; then
    _clew_value "$state" "$option" || return 1
    (( \${#values} )) && compadd -a values
  else
    _clew_state "$state"
    if [[ $PREFIX == -* ]]; then
      kind=""
      _describe -o option options
    elif (( \${#next} )); then
      _describe command next
    fi
  fi
  case "$kind" in
    (file) _files ;;
    (folder) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _clew ]]; then _clew "$@"; else compdef _clew clew; fi
`;

/** A word with what it means, for `_describe`: a colon divides them. */
const described = (word: string, about: string): string =>
  `'${word.replaceAll(":", "\\:")}${about === "" ? "" : `:${about.replaceAll("'", "'\\''")}`}'`;

const stateCase = ({ words, next, options, path }: CompletionState): string =>
  `    ("${words}") next=(${next.map(([word, about]) => described(word, about)).join(" ")}) options=(${options.map(({ name, about }) => described(name, about)).join(" ")}) kind="${path ?? ""}" ;;`;

const valueCase = (words: string, { name, choices, path }: CompletionOption): string =>
  `    ("${words} ${name}") values=(${choices.join(" ")}) kind="${path ?? ""}" ;;`;
