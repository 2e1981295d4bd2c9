#!/bin/sh
# Runs the tests on all processors, then those that are timed, with nothing beside them. The rest of the arguments
# is pytest's:  tools/run_tests.sh .venv/bin/pytest -k referee
# One process more than there are processors: tests of the page wait for a browser half of their time.
pytest=$1
shift
NONE_SELECTED=5
"$pytest" --numprocesses $(($(getconf _NPROCESSORS_ONLN) + 1)) --dist worksteal -m "not timed and not long" "$@"
side_by_side=$?
"$pytest" -m timed "$@"
alone=$?
if [ $side_by_side -eq $NONE_SELECTED ]; then exit $alone; fi
if [ $side_by_side -eq 0 ] && [ $alone -ne $NONE_SELECTED ]; then exit $alone; fi
exit $side_by_side
