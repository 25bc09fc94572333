# parlour's completion for fish: parlour completion fish | source
function __parlour
    set -l words (commandline -opc)
    set -g __parlour_found ($words[1] completion --words $words[2..] (commandline -ct) 2> /dev/null)
    test -n "$__parlour_found[1]"
end
complete -c parlour -f -n __parlour -a '$__parlour_found'
