# SPDX-License-Identifier: MIT
# The lines of solutions.awk with virtual=1, for several numbers of processors, become a table: a row
# for each position, the medians over the seeds of the time to the solution and of the expansions
# until then, and how much sooner than on the first number. A dash: not solved in more than half of
# the runs. Below, the means over the positions that the first number and the other one have solved.
# What the paper has is in a file, -v paper=FILE: ID and speed-ups. Needs median.awk.
function cell(format, value) {
    if (value < never)
        printf " " format, value
    else
        printf " %9s", "-"
}
BEGIN {
    while (paper != "" && (getline line < paper) > 0) {
        at = index(line, " ")
        said[substr(line, 1, at - 1)] = substr(line, at + 1)
    }
}
{
    if (!($1 in number)) {
        number[$1] = ++counts
        count_of[counts] = $1
    }
    if (!($2 in place)) {
        place[$2] = ++ids
        id_of[ids] = $2
    }
    times[$1, $2] = times[$1, $2] " " $3
    work[$1, $2] = work[$1, $2] " " ($3 == "never" ? "never" : $4)
    solved[$1, $2] += $3 != "never"
    runs[$1, $2]++
}
END {
    printf "%-14s", "position"
    for (c = 1; c <= counts; c++)
        printf " %10s %9s %9s", "runs on " count_of[c], "s", "expanded"
    for (c = 2; c <= counts; c++)
        printf " %9s", "up on " count_of[c]
    printf "  the paper\n"
    for (i = 1; i <= ids; i++) {
        printf "%-14s", id_of[i]
        for (c = 1; c <= counts; c++) {
            key = count_of[c] SUBSEP id_of[i]
            time[c] = median(times[key])
            printf " %10s", solved[key] + 0 " of " runs[key]
            cell("%9.5f", time[c])
            cell("%9d", median(work[key]))
        }
        for (c = 2; c <= counts; c++) {
            both = time[1] < never && time[c] < never
            cell("%9.1f", both ? time[1] / time[c] : never)
            if (both) {
                sum[c] += time[1] / time[c]
                logs[c] += log(time[1] / time[c])
                n[c]++
            }
        }
        printf "  %s\n", said[id_of[i]]
    }
    for (c = 2; c <= counts; c++)
        if (n[c] > 0)
            printf "on %s: geometric mean %.1f, mean %.1f, of %d positions\n", count_of[c],
                exp(logs[c] / n[c]), sum[c] / n[c], n[c]
}
