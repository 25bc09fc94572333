# parlour's completion for bash: source <(parlour completion bash)
_parlour() {
    local IFS=$' \t\n' line="${COMP_LINE:0:COMP_POINT}" words last
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    last="${words[${#words[@]}-1]}"
    IFS=$'\n'
    COMPREPLY=($("${words[0]}" completion --words "${words[@]:1}" 2> /dev/null))
    [[ $last == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}")
    return 0
}
complete -o default -F _parlour parlour
