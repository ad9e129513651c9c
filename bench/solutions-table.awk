# SPDX-License-Identifier: MIT
# The lines of solutions.awk become a table: a row for each position, a column for each player, the
# median over the seeds. Below it, how many each has solved, and the geometric mean of how many times
# as long as the first player it took, over the positions that both have solved; and the same over
# the positions of the paper alone. Those are in a file, -v paper=FILE: ID and what the paper says.
# Times below a thousandth count as that: as soon as a clock can tell. Needs median.awk.
function summary(name, wanted,    p, i, both, sum, count, own, first) {
    printf "%s\n", name
    for (p = 1; p <= players; p++) {
        both = sum = count = 0
        for (i = 1; i <= ids; i++) {
            if (wanted && !(id_of[i] in said))
                continue
            first = middle[1, i]
            own = middle[p, i]
            count += own < never
            if (first < never && own < never) {
                both++
                sum += log((own < least ? least : own) / (first < least ? least : first))
            }
        }
        printf "  %-12s %2d solved, %2d as %s too", name_of[p], count, both, name_of[1]
        if (p > 1 && both > 0)
            printf ", %.2f times its time", exp(sum / both)
        printf "\n"
    }
}
BEGIN {
    least = 0.001
    while (paper != "" && (getline line < paper) > 0) {
        at = index(line, " ")
        said[substr(line, 1, at - 1)] = substr(line, at + 1)
    }
}
{
    if (!($1 in number)) {
        number[$1] = ++players
        name_of[players] = $1
    }
    if (!($2 in place)) {
        place[$2] = ++ids
        id_of[ids] = $2
    }
    times[$1, $2] = times[$1, $2] " " $3
}
END {
    printf "%-14s", "position"
    for (p = 1; p <= players; p++)
        printf " %10s", name_of[p]
    printf "  the paper: %s\n", heading
    for (i = 1; i <= ids; i++) {
        printf "%-14s", id_of[i]
        for (p = 1; p <= players; p++) {
            middle[p, i] = median(times[name_of[p], id_of[i]])
            printf middle[p, i] < never ? " %10.3f" : " %10s", middle[p, i] < never ? middle[p, i] : "-"
        }
        printf "  %s\n", (id_of[i] in said) ? said[id_of[i]] : ""
    }
    summary("all positions", 0)
    summary("those of the paper", 1)
}
