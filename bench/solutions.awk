# SPDX-License-Identifier: MIT
# What `copse suite --json` has written becomes a line for each search: PLAYER ID SECONDS, how long
# it took until the solution as the suite has it, "never" if there was none. Processor seconds, in
# proportion to the clock's; with -v virtual=1 those of simulated processors, and the expansions until
# then; with -v clock=1 those of the clock, where other programs do the work. -v player=NAME.
function told() {
    if (id == "")
        return
    if (!solved)
        print player, id, "never"
    else if (virtual)
        print player, id, virtual_at, expansions
    else if (clock)
        print player, id, at
    else
        print player, id, (whole > 0 ? cpu * at / whole : 0)
}
{ gsub(/[",]/, "") }
$1 == "rows:" { rows = 1 }
!rows { next } # what comes before them adds them up
$1 == "id:" { told(); id = $2; inside = 0 }
$1 == "solution:" { inside = 1 }
$1 == "solved:" { solved = $2 == "true" }
$1 == "cpu_seconds:" { cpu = $2 }
$1 == "seconds:" && inside { at = $2 }
$1 == "seconds:" && !inside { whole = $2 }
$1 == "expansions:" && inside { expansions = $2 }
$1 == "virtual_time:" && inside { virtual_at = $2 }
END { told() }
