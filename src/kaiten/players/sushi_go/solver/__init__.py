"""Exact solver of two-player rounds with both hands known. Start at `solution` (from Python), then `round_solver` (the algorithm).

    solution           Solver: value, optimal mixed strategies, values against an opponent model
    position           Position: from a view or as text; needs no Numba
    round_solver       backward induction, bounds, transposition table
    matrix_game        simplex method, double oracle
    round_state        packed state: step, legal moves, reduction, terminal value
    safe_exploitation  best response to the opponent model among safe moves
    regular_kernel     move values of `regular` for the opponent model

Solver.solve calls solve_root, that solve (recursive), both double_oracle_step, that simplex. Solver.exploit_values calls exploit (recursive),
that solve, solve_root and the opponent model. The kernels are unchecked: states have to be possible, and moves legal.
"""
