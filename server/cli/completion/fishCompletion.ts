import type { CompletionOption, CompletionState } from "./completionStates.ts";

/** Fish takes a line for each word and option, with the state in which it is offered. */
export const fishCompletion = (
  states: readonly CompletionState[],
): string => `# fish completion of clew, made by: clew completion fish
function __clew_state
    set -l known ${states.map(({ words }) => quoted(words)).join(" ")}
    set -l valued ${[...new Set(states.flatMap(({ options }) => options.filter(({ hasValue }) => hasValue).map(({ name }) => name)))].join(" ")}
    set -l state ""
    set -l skips no
    for word in (commandline -opc)[2..]
        if test $skips = yes
            set skips no
        else if string match -q -- '-*' $word
            contains -- $word $valued; and set skips yes
        else
            set -l longer (string trim -- "$state $word")
            contains -- $longer $known; and set state $longer
        end
    end
    test "$state" = "$argv[1]"
end

complete -c clew -f
${states.flatMap(linesOfState).join("\n")}
`;

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
const about = (text: string): string => (text === "" ? "" : ` -d ${quoted(text)}`);

function linesOfState({ words, next, options, path }: CompletionState): string[] {
  const line = `complete -c clew -n ${quoted(`__clew_state ${quoted(words)}`)}`;
  return [
    ...next.map(([word, meaning]) => `${line} -a ${quoted(word)}${about(meaning)}`),
    ...(path === undefined ? [] : [`${line} -F`]),
    ...options.map((option) => `${line} -l ${option.name.slice(2)}${valueOf(option)}${about(option.about)}`),
  ];
}

function valueOf({ hasValue, choices, path }: CompletionOption): string {
  if (!hasValue) return "";
  if (choices.length > 0) return ` -x -a ${quoted(choices.join(" "))}`;
  if (path === "folder") return ` -x -a '(__fish_complete_directories)'`;
  return path === "file" ? " -r -F" : " -x";
}
