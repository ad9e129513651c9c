# SPDX-License-Identifier: MIT
# The median of a text of numbers, of which "never" is more than all others: `never`, then.
function median(text,    n, i, k, swap, list) {
    n = split(text, list, " ")
    for (i = 1; i <= n; i++)
        list[i] = list[i] == "never" ? never : list[i] + 0
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && list[k] < list[k - 1]; k--) {
            swap = list[k]
            list[k] = list[k - 1]
            list[k - 1] = swap
        }
    return list[int(n / 2) + 1] # of an even number the larger one: half of "never" is nothing
}
BEGIN { never = 1e30 }
